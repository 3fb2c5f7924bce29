import { Link, useParams } from '@remix-run/react';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { inboxPath } from '~/features/inbox/paths';
import { TaskActions, TaskState, useKindText, useProgress, useSubject } from '~/features/inbox/task-parts';
import { useTask, type TaskView } from '~/features/inbox/tasks';
import { ScreenError } from '~/features/project/screen-error';
import { LastKnown } from '~/features/server-list/last-known';
import { errorText } from '~/features/failures/error-text';
import { loadNamespaces } from '~/i18n/client';
import { LinkButton } from '~/ui/controls/button';
import { Moment } from '~/ui/data/relative-time';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Progress } from '~/ui/feedback/progress';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import type { Task } from '../../../server/core/tasks/contract';

export const clientLoader = async () => {
  await loadNamespaces(['inbox']);
  return null;
};

/** One task: its subject, state, progress and error. */
export default function InboxTask() {
  const { t } = useTranslation('inbox');
  const { taskId = '' } = useParams();
  const view = useTask(taskId);
  const { task, failure, refresh } = view;
  return (
    <>
      {!task && <PageHeader title={t('title')} place={[{ label: t('title'), href: inboxPath() }]} />}
      {task ? (
        <TaskDetail view={view} task={task} />
      ) : (
        <PageBody>
          {task === undefined ? (
            <SkeletonRows rows={4} />
          ) : failure ? (
            <LastKnown failure={failure} at={0} onRetry={() => void refresh()} />
          ) : (
            <EmptyState
              icon={<CircleHelp size={22} />}
              title={t('notFound')}
              text={t('notFoundText')}
              action={<LinkButton href={inboxPath()}>{t('title')}</LinkButton>}
            />
          )}
        </PageBody>
      )}
    </>
  );
}

function TaskDetail({ task, view: { at, failure, refresh, replace } }: { task: Task; view: TaskView }) {
  const { t } = useTranslation(['inbox', 'errors']);
  const subject = useSubject(task);
  const progress = useProgress(task);
  const kind = useKindText(task.kind);
  const facts: [string, ReactNode][] = [
    [
      t('inbox:subject'),
      subject ? (
        <Link to={subject.link} className="focus-ring rounded-control text-accent-ink hover:underline">
          {subject.title || kind}
        </Link>
      ) : (
        t('inbox:hidden')
      ),
    ],
    [t('inbox:state'), <TaskState key="state" {...task} />],
    ...(task.error ? [[t('inbox:error'), errorText(t, { code: task.error })] as [string, ReactNode]] : []),
    [t('inbox:attempts'), <span key="attempts">{task.attempts}</span>],
    [t('inbox:created'), <Moment key="created" at={task.createdAt} />],
    ...(task.retryAt ? [[t('inbox:retryAt'), <Moment key="retry" at={task.retryAt} />] as [string, ReactNode]] : []),
    ...(task.endedAt ? [[t('inbox:endedAt'), <Moment key="ended" at={task.endedAt} />] as [string, ReactNode]] : []),
  ];
  return (
    <>
      <PageHeader
        title={kind}
        place={[{ label: t('inbox:title'), href: inboxPath() }]}
        action={<TaskActions task={task} onTask={replace} />}
      />
      <PageBody>
        <LastKnown failure={failure} at={at} onRetry={() => void refresh()} />
        {progress !== null && <Progress label={t('inbox:progress')} value={progress} className="mb-6" />}
        <dl className="flex flex-col">
          {facts.map(([label, value]) => (
            <div
              key={label}
              className="flex min-h-10 flex-wrap items-center gap-x-4 border-b border-line py-2 last:border-0"
            >
              <dt className="w-40 text-13 text-ink-muted">{label}</dt>
              <dd className="min-w-0 flex-1 text-14 text-ink-strong">{value}</dd>
            </div>
          ))}
        </dl>
      </PageBody>
    </>
  );
}

export const ErrorBoundary = ScreenError;
