import { useParams, useSearchParams, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Backlinks } from '~/features/note/backlinks';
import { InfoPanel } from '~/features/meeting/info-panel';
import { MeetingHeader } from '~/features/meeting/meeting-header';
import { OncePulled } from '~/features/meeting/once-pulled';
import { NotesTab } from '~/features/meeting/notes-tab';
import { MeetingMissing, MeetingScreenError, MeetingSkeleton } from '~/features/meeting/screen-states';
import { TranscriptTab } from '~/features/meeting/transcript-tab';
import { AnalysisTab, SummaryTab } from '~/features/meeting/lazy-tabs';
import type { MeetingParts } from '~/features/meeting/meeting-parts';
import { RefusedSharing } from '~/features/sharing/refused-sharing';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { storeOf } from '~/replica/live';
import { preload } from '~/replica/preload';
import { PageBody } from '~/ui/layout/page-header';
import { LinkTabs } from '~/ui/controls/tabs';

const TABS = ['notes', 'summary', 'transcript', 'analysis'] as const;
type Tab = (typeof TABS)[number];
const isTab = (value: string | null): value is Tab => (TABS as readonly (string | null)[]).includes(value);

export async function clientLoader({ params: { meetingId = '' } }: ClientLoaderFunctionArgs): Promise<null> {
  const one = { kind: 'one', collection: 'meetings', id: meetingId } as const;
  await preload(
    one,
    { kind: 'one', collection: 'transcripts', id: meetingId },
    { kind: 'one', collection: 'summaries', id: meetingId },
    { kind: 'recordings', meetingId },
    { kind: 'syncState', collection: 'meetings', id: meetingId },
    { kind: 'status' },
  );
  // the header shows the project
  const projectId = storeOf(one).peek()?.projectId;
  return projectId ? preload({ kind: 'one', collection: 'projects', id: projectId }) : null;
}

/** A meeting: notes, summary, transcript and analysis, all from this device. `?tab=` selects the view. */
export default function MeetingScreen() {
  const { t } = useTranslation('meeting');
  const { meetingId = '' } = useParams();
  const [search] = useSearchParams();
  const asked = search.get('tab');
  const tab: Tab = isTab(asked) ? asked : 'notes';
  const [info, setInfo] = useState(false);
  const meeting = useQuery({ kind: 'one', collection: 'meetings', id: meetingId });
  const transcript = useQuery({ kind: 'one', collection: 'transcripts', id: meetingId });
  const summary = useQuery({ kind: 'one', collection: 'summaries', id: meetingId });
  const rows = useQuery({ kind: 'recordings', meetingId });
  if (meeting === null) return <MeetingMissing id={meetingId} />;
  if (!meeting || !rows || transcript === undefined) return <MeetingSkeleton />;
  const parts: MeetingParts = { meeting, transcript, summary: summary ?? null, rows };
  return (
    <>
      <MeetingHeader meeting={meeting} onInfo={() => setInfo(true)} />
      <PageBody width="wide">
        <div className="mx-auto max-w-5xl">
          <RefusedSharing kind="meetings" id={meetingId} className="mb-5" />
          <LinkTabs
            label={t('tabs.label')}
            className="mb-6"
            value={tab}
            items={TABS.map((id) => ({ id, label: t(`tabs.${id}`), href: paths.meeting(meetingId, id) }))}
          />
          {tab === 'notes' && <NotesTab key={meetingId} meeting={meeting} rows={rows} />}
          {tab === 'summary' && (
            <OncePulled isPresent={Boolean(summary)} meeting={meeting} rows={rows}>
              <SummaryTab key={meetingId} {...parts} />
            </OncePulled>
          )}
          {tab === 'transcript' && (
            <TranscriptTab key={meetingId} meeting={meeting} transcript={transcript} rows={rows} />
          )}
          {tab === 'analysis' && (
            <OncePulled isPresent={transcript !== null} meeting={meeting} rows={rows}>
              <AnalysisTab key={meetingId} {...parts} />
            </OncePulled>
          )}
          {tab === 'notes' && <Backlinks target={{ kind: 'meeting', id: meetingId }} />}
        </div>
      </PageBody>
      <InfoPanel isOpen={info} onOpenChange={setInfo} meeting={meeting} rows={rows} />
    </>
  );
}

export const ErrorBoundary = MeetingScreenError;
