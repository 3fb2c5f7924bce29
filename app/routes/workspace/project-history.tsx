import { useParams, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useThreads } from '~/features/chat/use-threads';
import { useCanvasesOf } from '~/features/canvas/use-canvases';
import { AskedRow, CanvasRow } from '~/features/project-history/asked-row';
import { EventRow } from '~/features/project-history/event-row';
import { useHistory } from '~/features/project-history/use-history';
import { Missing } from '~/features/missing-document/missing-in-project';
import { ScreenError } from '~/features/project/screen-error';
import { nameOfPerson, usePeople } from '~/features/people/use-people';
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
import type { HistoryEvent } from '../../../server/core/project-history/contract';
import type { Canvas } from '../../../sync/model/kinds/canvases';
import type { Thread } from '../../../sync/model/kinds/threads';
import { EVENT_GROUPS, groupOf, type EventGroup } from '~/features/project-history/event-groups';

export const clientLoader = async ({ params: { projectId = '' } }: ClientLoaderFunctionArgs) => {
  await Promise.all([
    loadNamespaces(['history']),
    loadNamespaces(['sharing']),
    preload({ kind: 'one', collection: 'projects', id: projectId }, { kind: 'find', collection: 'people' }),
  ]);
  return null;
};

type Row = HistoryEvent | Thread | Canvas;

const actorOf = (row: Row): string => ('creatorId' in row ? row.creatorId : row.actorId);
const timeOf = (row: Row): number => ('creatorId' in row ? row.createdAt : row.at);

/** The events of a project, offline the last known ones, and its chats with their documents. */
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
  const threads = useThreads(projectId);
  const canvases = useCanvasesOf(threads);
  const chats = threads && [...threads, ...(canvases ?? [])];
  const [group, setGroup] = useState<EventGroup | 'chats' | 'all'>('all');
  if (project === null)
    return (
      <Missing
        title={t('project:missing.title')}
        text={t('project:missing.text')}
        ask={{ kind: 'projects', id: projectId }}
      />
    );
  const actors = [...new Set([...(events ?? []), ...(chats ?? [])].map(actorOf))];
  const oldest = hasMore ? (events?.at(-1)?.at ?? 0) : 0;
  const shown =
    events &&
    [
      ...events.filter((event) => group === 'all' || groupOf(event.type) === group),
      // older chats are shown when the events of their time are loaded
      ...(group === 'all' || group === 'chats' ? (chats ?? []).filter((chat) => chat.createdAt >= oldest) : []),
    ]
      .filter((row) => actorId === 'all' || actorOf(row) === actorId)
      .sort((a, b) => timeOf(b) - timeOf(a));
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
              ...actors.map((id) => ({ id, label: nameOfPerson(people, id, t('history:formerMember')) })),
            ]}
          />
          <Select
            label={t('history:type')}
            value={group}
            onChange={(id) => setGroup((id as EventGroup | 'chats' | 'all' | null) ?? 'all')}
            options={[
              { id: 'all', label: t('history:all') },
              ...[...EVENT_GROUPS, 'chats' as const].map((id) => ({ id, label: t(`history:group.${id}`) })),
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
            {shown.map((row) =>
              'turnId' in row ? (
                <CanvasRow key={row.id} canvas={row} projectId={projectId} people={people} />
              ) : 'creatorId' in row ? (
                <AskedRow key={row.id} thread={row} people={people} />
              ) : (
                <EventRow key={row.id} projectId={projectId} event={row} people={people} />
              ),
            )}
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
