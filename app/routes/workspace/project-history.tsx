import { useParams, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EventRow } from '~/features/project-history/event-row';
import { useHistory } from '~/features/project-history/use-history';
import { Missing } from '~/features/project/missing';
import { ScreenError } from '~/features/project/screen-error';
import { usePeople } from '~/features/project/use-people';
import { LastKnown } from '~/features/server-list/last-known';
import { loadNamespaces } from '~/i18n/client';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { preload } from '~/replica/preload';
import { Button } from '~/ui/controls/button';
import { Select } from '~/ui/controls/select';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { EVENT_GROUPS, groupOf, type EventGroup } from '~/features/project-history/event-groups';

export const clientLoader = async ({ params: { projectId = '' } }: ClientLoaderFunctionArgs) => {
  await Promise.all([
    loadNamespaces(['history']),
    loadNamespaces(['sharing']),
    preload({ kind: 'one', collection: 'projects', id: projectId }, { kind: 'find', collection: 'people' }),
  ]);
  return null;
};

/** The events of a project; offline as last known. */
export default function ProjectHistoryScreen() {
  const { projectId = '' } = useParams();
  return <HistoryView key={projectId} projectId={projectId} />;
}

function HistoryView({ projectId }: { projectId: string }) {
  const { t } = useTranslation(['history', 'project']);
  const people = usePeople();
  const project = useQuery({ kind: 'one', collection: 'projects', id: projectId });
  const { rows: events, at, failure, hasMore, more, refresh } = useHistory(projectId);
  const [actorId, setActor] = useState('all');
  const [group, setGroup] = useState<EventGroup | 'all'>('all');
  if (project === null)
    return (
      <Missing
        title={t('project:missing.title')}
        text={t('project:missing.text')}
        ask={{ kind: 'projects', id: projectId }}
      />
    );
  const actors = [...new Set(events?.map((event) => event.actorId))];
  const shown = events?.filter(
    (event) => (actorId === 'all' || event.actorId === actorId) && (group === 'all' || groupOf(event.type) === group),
  );
  return (
    <>
      <PageHeader
        place={[
          { label: t('project:list.title'), href: paths.projects() },
          ...(project ? [{ label: project.title, href: paths.project(projectId) }] : []),
        ]}
        title={t('history:title')}
      />
      <PageBody>
        <LastKnown failure={failure} at={at} onRetry={() => void refresh()} />
        <div className="mb-4 grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Select
            label={t('history:person')}
            value={actorId}
            onChange={(id) => setActor(id ?? 'all')}
            options={[
              { id: 'all', label: t('history:everyone') },
              ...actors.map((id) => ({ id, label: people.byId.get(id)?.name || t('history:formerMember') })),
            ]}
          />
          <Select
            label={t('history:type')}
            value={group}
            onChange={(id) => setGroup((id as EventGroup | 'all' | null) ?? 'all')}
            options={[
              { id: 'all', label: t('history:all') },
              ...EVENT_GROUPS.map((id) => ({ id, label: t(`history:group.${id}`) })),
            ]}
          />
        </div>
        {!shown ? (
          <SkeletonRows rows={6} />
        ) : shown.length === 0 ? (
          !(failure && at === 0) && (
            <EmptyState icon={<History size={22} />} title={t('history:empty')} text={t('history:emptyText')} />
          )
        ) : (
          <ul aria-label={t('history:title')} className="flex flex-col">
            {shown.map((event) => (
              <EventRow key={event.id} projectId={projectId} event={event} people={people} />
            ))}
          </ul>
        )}
        {hasMore && (
          <div className="mt-4 flex justify-center">
            <Button onPress={more}>{t('history:more')}</Button>
          </div>
        )}
      </PageBody>
    </>
  );
}

export const ErrorBoundary = ScreenError;
