import { Bot, Cog, FileAudio, FileText, FlaskConical, Globe, MessageCircleQuestion, ScrollText } from 'lucide-react';
import { reportFailure } from '~/features/failures/report-failure';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { errorText } from '~/features/failures/error-text';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Badge, type Tone } from '~/ui/data/badge';
import { ListRow } from '~/ui/data/list-row';
import { Progress } from '~/ui/feedback/progress';
import { taskCalls, type Task } from '../../../server/core/tasks/contract';
import { definitionOf, isKindName, topDocumentOf } from '../../../sync/model/kinds';
import { taskPath } from './paths';
import { isEnded } from './tasks';

const TONES: Record<Task['status'], Tone> = {
  READY: 'neutral',
  EXECUTING: 'accent',
  RETRY: 'warning',
  FAILED: 'danger',
  SUCCEEDED: 'success',
  CANCELED: 'neutral',
};

export function TaskState({ status, error }: Pick<Task, 'status' | 'error'>) {
  const { t } = useTranslation('inbox');
  // nothing failed: a host, say, is asked no faster than it wants
  if (status === 'RETRY' && error === '') return <Badge tone="neutral">{t('status.turn')}</Badge>;
  return <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>;
}

/** The note or meeting that a task works on, or whose transcript: its title and address; null where it is not on this device. */
export function useSubject({
  subject: { collection, id },
}: Pick<Task, 'subject'>): { title: string; link: string } | null | undefined {
  const top = isKindName(collection) ? topDocumentOf(collection, id) : null;
  const doc = useQuery(top && { kind: 'one', collection: top[0], id: top[1] });
  if (!top || doc === null) return null;
  if (!doc) return undefined;
  const { title } = doc as { title?: unknown };
  return { title: typeof title === 'string' ? title : '', link: definitionOf(top[0]).link(doc) };
}

/** 0 to 100, moved by the live channel; null where the task does not run. */
export function useProgress({ status, subject, progress }: Task): number | null {
  const isRunning = status === 'EXECUTING' && isKindName(subject.collection);
  const live = useQuery(
    isRunning && isKindName(subject.collection)
      ? { kind: 'progress', collection: subject.collection, id: subject.id }
      : null,
  );
  return isRunning ? Math.round(Math.max(live ?? 0, progress) * 100) : null;
}

/** Kinds of runs with a name and an icon of their own. */
const KINDS = {
  transcription: { text: 'kind.transcription', icon: FileAudio },
  'file.parse': { text: 'kind.file-parse', icon: FileText },
  'meeting.summary': { text: 'kind.meeting-summary', icon: ScrollText },
  'chat.answer': { text: 'kind.chat-answer', icon: MessageCircleQuestion },
  'research.refine': { text: 'kind.research-refine', icon: FlaskConical },
  'research.work': { text: 'kind.research-work', icon: FlaskConical },
  'agent.work': { text: 'kind.agent-work', icon: Bot },
  'link.crawl': { text: 'kind.link-crawl', icon: Globe },
  'link.read': { text: 'kind.link-read', icon: Globe },
} as const;
const kindOf = (kind: string) => (Object.hasOwn(KINDS, kind) ? KINDS[kind as keyof typeof KINDS] : null);

export function useKindText(kind: string): string {
  const { t } = useTranslation('inbox');
  return t(kindOf(kind)?.text ?? 'kind.other');
}

export function TaskRow({ task }: { task: Task }) {
  const { t } = useTranslation(['inbox', 'errors']);
  const subject = useSubject(task);
  const progress = useProgress(task);
  const kind = useKindText(task.kind);
  const Icon = kindOf(task.kind)?.icon ?? Cog;
  return (
    <li>
      <ListRow
        icon={<Icon size={18} />}
        title={subject?.title || (subject === null ? t('inbox:hidden') : kind)}
        detail={task.error ? `${kind} · ${errorText(t, { code: task.error })}` : kind}
        href={taskPath(task.id)}
        meta={<TaskState {...task} />}
        at={task.updatedAt}
      />
      {progress !== null && (
        <Progress label={t('inbox:progress')} showLabel={false} value={progress} className="mb-2 px-2 pl-11" />
      )}
    </li>
  );
}

/** Cancel and retry. Both need the server, and say so. */
export function TaskActions({ task, onTask }: { task: Task; onTask: (task: Task) => void }) {
  const { t } = useTranslation(['inbox', 'common', 'errors']);
  const [running, setRunning] = useState(false);
  const ask = async (action: 'cancel' | 'retry') => {
    setRunning(true);
    try {
      onTask(await call(taskCalls[action], { id: task.id }));
    } catch (error) {
      reportFailure(t, error, { noAnswer: t('common:needsConnection') });
    } finally {
      setRunning(false);
    }
  };
  if (!isEnded(task))
    return (
      <Button size="small" isLoading={running} onPress={() => void ask('cancel')}>
        {t('inbox:cancel')}
      </Button>
    );
  if (task.status === 'SUCCEEDED') return null;
  return (
    <Button size="small" variant="primary" isLoading={running} onPress={() => void ask('retry')}>
      {t('inbox:retry')}
    </Button>
  );
}
