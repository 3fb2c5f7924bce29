import { AudioLines, CircleAlert, HardDrive, Hourglass, Mic, Settings2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/shell/error-text';
import { reportFailure } from '~/features/shell/report-failure';
import { useRecorderState } from '~/features/recorder/recorder-context';
import { isRecording } from '~/features/recorder/machine';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useAccount, useQuery } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';
import { Button, LinkButton } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Progress } from '~/ui/feedback/progress';
import { toast } from '~/ui/feedback/toast';
import type { RecordingRow } from '../../../sync/engine/host/api';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Transcript } from '../../../sync/model/kinds/transcripts';
import { AskedMoment } from './asked-moment';
import { FindBar, type Found } from './find-bar';
import { TermCorrections } from './term-corrections-panel';
import { ImportTranscript } from './import-transcript';
import { Player } from './player';
import { PlayerProvider } from './player-context';
import { recordingsOf } from './recordings-of';
import { SpeakersDialog } from './speakers-dialog';
import { TranscriptList } from './transcript-list';
import { transcriptState, type TranscriptState } from './transcript-state';
import { TranscriptTools } from './transcript-tools';
import { VoiceSampleButton } from './voice-sample-button';

const NO_SEGMENTS: Transcript['segments'] = [];

export interface TranscriptTabProps {
  meeting: Meeting;
  transcript: Transcript | null;
  rows: readonly RecordingRow[];
}

/** Recording and transcript. */
export function TranscriptTab({ meeting, transcript, rows }: TranscriptTabProps) {
  const recorder = useRecorderState();
  const now = isRecording(recorder) && recorder.meetingId === meeting.id;
  const isProcessing = transcript?.status === 'processing';
  const progress = useQuery(isProcessing ? { kind: 'progress', collection: 'transcripts', id: meeting.id } : null);
  const state = transcriptState(meeting, transcript, rows, now, progress ?? 0);
  const recordings = useMemo(
    () =>
      recordingsOf(
        meeting,
        rows.filter((r) => r.state === 'stopped' || r.state === 'imported'),
      ),
    [meeting, rows],
  );
  const [follow, setFollow] = useState(true);
  const [found, setFound] = useState<Found | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [speakers, setSpeakers] = useState(false);
  const writable = Boolean(transcript?.abilities.includes('update'));
  const segments = transcript?.segments ?? NO_SEGMENTS;
  return (
    <PlayerProvider>
      <div className="flex flex-col gap-4">
        {recordings.length > 0 && (
          <div className="sticky top-14 z-10 bg-paper pb-2">
            <Player
              recordings={recordings}
              segments={segments}
              {...(meeting.moments ? { moments: meeting.moments } : {})}
            />
            <AskedMoment recordings={recordings} />
          </div>
        )}
        {state.kind === 'done' && segments.length > 0 ? (
          <>
            <TranscriptTools
              meeting={meeting}
              segments={segments}
              recordings={recordings}
              writable={writable}
              follow={follow}
              onFollow={setFollow}
              onManageSpeakers={() => setSpeakers(true)}
              onFind={() => setFound({ query: '', segmentId: '' })}
              onCheckTerms={() => setChecking(true)}
            />
            {isChecking && (
              <TermCorrections meetingId={meeting.id} segments={segments} onClose={() => setChecking(false)} />
            )}
            {found && (
              <FindBar
                meetingId={meeting.id}
                segments={segments}
                writable={writable}
                found={found}
                onFound={setFound}
                onClose={() => setFound(null)}
              />
            )}
            <TranscriptList
              meeting={meeting}
              segments={segments}
              corrections={transcript?.corrections}
              recordings={recordings}
              writable={writable}
              follow={follow}
              onManageSpeakers={() => setSpeakers(true)}
              found={found ?? undefined}
            />
            <Provenance transcript={transcript!} />
          </>
        ) : (
          <>
            <StateView state={state} meeting={meeting} />
            {meeting.abilities.includes('update') && state.kind !== 'recording' && (
              <ImportTranscript meetingId={meeting.id} />
            )}
            {/* they need no transcript */}
            {meeting.moments?.length ? (
              <TranscriptList
                meeting={meeting}
                segments={NO_SEGMENTS}
                recordings={recordings}
                writable={writable}
                follow={false}
                onManageSpeakers={() => setSpeakers(true)}
              />
            ) : null}
          </>
        )}
      </div>
      <SpeakersDialog
        isOpen={speakers}
        onOpenChange={setSpeakers}
        meeting={meeting}
        writable={meeting.abilities.includes('update')}
        sampleOf={(participant) => (
          <VoiceSampleButton participant={participant} segments={segments} recordings={recordings} />
        )}
      />
    </PlayerProvider>
  );
}

/** Generated text names its source. */
function Provenance({ transcript }: { transcript: Transcript }) {
  const { t } = useTranslation('meeting');
  const from = [transcript.provider, transcript.model].filter(Boolean).join(' · ');
  const text = transcript.mode === 'import' ? t('transcript.imported') : from && t('transcript.from', { from });
  return text ? <p className="pt-4 text-12 text-ink-muted">{text}</p> : null;
}

/** Why there is no transcript yet, and what the person can do. */
function StateView({ state, meeting }: { state: TranscriptState; meeting: Meeting }) {
  const { t } = useTranslation(['meeting', 'errors', 'common']);
  const account = useAccount();
  const admin = account?.companies.find((c) => c.id === account.companyId)?.role !== 'member';
  const [busy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    try {
      await run('transcript.retry', { meetingId: meeting.id });
      toast.message(t('meeting:state.retryQueued'));
    } catch (error) {
      reportFailure(t, error);
    } finally {
      setBusy(false);
    }
  };
  const again = meeting.abilities.includes('update') && (
    <Button isLoading={busy} onPress={() => void retry()}>
      {t('meeting:state.retry')}
    </Button>
  );
  switch (state.kind) {
    case 'uploading':
    case 'processing':
      return (
        <div data-transcript-state={state.kind} className="flex flex-col gap-3 py-8">
          <Progress label={t(`meeting:state.${state.kind}.title`)} value={state.percent} />
          <p className="text-14 text-ink-muted">{t(`meeting:state.${state.kind}.text`)}</p>
        </div>
      );
    case 'noProvider':
      return (
        <div data-transcript-state="noProvider" className="py-4">
          <Banner kind="warning" title={t('meeting:state.noProvider.title')} action={again}>
            {t('meeting:state.noProvider.text')}{' '}
            {t(admin ? 'meeting:state.noProvider.admin' : 'meeting:state.noProvider.member')}
          </Banner>
        </div>
      );
    case 'limitReached':
    case 'canceled':
      return (
        <div data-transcript-state={state.kind} className="py-4">
          <Banner kind="warning" title={t(`meeting:state.${state.kind}.title`)} action={again}>
            {t(`meeting:state.${state.kind}.text`)}
          </Banner>
        </div>
      );
    case 'failed':
      return (
        <div data-transcript-state="failed" className="py-4">
          <Banner kind="danger" title={t('meeting:state.failed.title')} action={again}>
            {errorText(t, { code: state.code })} {t('meeting:state.failed.text')}
          </Banner>
        </div>
      );
    case 'attention':
      return (
        <div data-transcript-state="attention" className="py-4">
          <Banner
            kind="danger"
            title={t('meeting:state.attention.title')}
            action={
              <LinkButton size="small" href={paths.outbox()}>
                {t('meeting:state.attention.action')}
              </LinkButton>
            }
          >
            {errorText(t, state)} {t('meeting:state.attention.text')}
          </Banner>
        </div>
      );
    default: {
      const Icon = {
        nothing: Mic,
        recording: AudioLines,
        onDevice: HardDrive,
        tooShort: CircleAlert,
        waiting: Hourglass,
        done: Settings2,
      }[state.kind];
      return (
        <div data-transcript-state={state.kind}>
          <EmptyState
            icon={<Icon size={20} />}
            title={t(`meeting:state.${state.kind}.title`)}
            text={t(`meeting:state.${state.kind}.text`)}
            action={
              state.kind === 'nothing' && meeting.abilities.includes('update') ? (
                <LinkButton href={paths.meeting(meeting.id)} icon={<Mic aria-hidden size={16} />}>
                  {t('meeting:state.nothing.action')}
                </LinkButton>
              ) : undefined
            }
          />
        </div>
      );
    }
  }
}
