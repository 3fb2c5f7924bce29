import { lazy, Suspense, useMemo } from 'react';
import { Mic, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../sync/model/kinds/projects';
import { loadNamespaces } from '~/i18n/client';
import { MeetingList } from '~/features/meeting/meeting-list';
import { InitialSyncGate } from '~/features/shell/initial-sync-gate';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { Button, LinkButton } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SearchField } from '~/ui/controls/field';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { matches } from '~/ui/controls/match-words';
import { useSearch } from '~/features/lists/use-search';

const AskMeetings = lazy(async () => {
  const [body] = await Promise.all([import('~/features/meeting-analysis/ask-meetings'), loadNamespaces(['summary'])]);
  return body;
});

const NO_TITLES: ReadonlyMap<string, string> = new Map();

/** The meetings of a project, grouped by day. */
export function ProjectMeetings({ project }: { project: Project }) {
  const { t } = useTranslation('project');
  const search = useSearch();
  const meetings = useQuery({
    kind: 'find',
    collection: 'meetings',
    selector: { projectId: project.id },
    sort: [{ recency: 'asc' }],
  });
  const shown = useMemo(
    () => (meetings ?? []).filter((meeting) => matches(search.query, meeting.title)),
    [meetings, search.query],
  );
  if (!meetings) return <SkeletonRows />;
  if (meetings.length === 0) {
    const canAdd = project.abilities.includes('addMeeting');
    return (
      <InitialSyncGate>
        <EmptyState
          icon={<Mic size={22} />}
          title={t('meetings.empty')}
          text={canAdd ? t('meetings.emptyText') : t('meetings.emptyViewer')}
          action={
            canAdd && (
              <LinkButton href={paths.newMeeting(project.id)} icon={<Mic aria-hidden size={16} />}>
                {t('meetings.new')}
              </LinkButton>
            )
          }
        />
      </InitialSyncGate>
    );
  }
  return (
    <div className="flex flex-col gap-1">
      {/* its height from the start, so that the list does not move */}
      <Suspense fallback={<div className="mb-3 h-15.5" />}>
        <AskMeetings project={project} />
      </Suspense>
      {meetings.length > 5 && <SearchField {...search.field} label={t('meetings.search')} className="max-w-sm" />}
      {shown.length === 0 ? (
        <EmptyState
          icon={<SearchX size={22} />}
          title={t('search.none', { query: search.query })}
          action={<Button onPress={search.clear}>{t('search.clear')}</Button>}
        />
      ) : (
        <MeetingList meetings={shown} projectTitles={NO_TITLES} />
      )}
    </div>
  );
}
