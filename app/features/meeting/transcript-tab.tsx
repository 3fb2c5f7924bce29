import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecorderState } from '~/features/recorder/recorder-context';
import { isRecording } from '~/features/recorder/machine';
import { useQuery } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';
import type { RecordingRow } from '../../../sync/engine/host/api';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { Transcript, TranscriptVersion } from '../../../sync/model/kinds/transcripts';
import { AskedMoment } from './asked-moment';
import { withDrafts } from './draft-segments';
import { FindBar, type Found } from './find-bar';
import { TermCorrections } from './term-corrections-panel';
import { ImportTranscript } from './import-transcript';
import { Player } from './player';
import { OncePulled } from './once-pulled';
import { PlayerProvider } from './player-context';
import { recordingsOf } from './recordings-of';
import { SpeakerHistory } from './speaker-history';
import { SpeakersDialog } from './speakers-dialog';
import { TranscriptList } from './transcript-list';
import { originText } from './transcript-origin';
import { stateBesideText, transcriptState } from './transcript-state';
import { StateView } from './transcript-state-view';
import { TranscriptTools } from './transcript-tools';
import { VoiceSampleButton } from './voice-sample-button';

const NO_SEGMENTS: Transcript['segments'] = [];
const NO_VERSIONS: TranscriptVersion[] = [];

export interface TranscriptTabProps {
  meeting: Meeting;
  transcript: Transcript | null;
  rows: readonly RecordingRow[];
}

/** Recording and transcript. */
export function TranscriptTab({ meeting, transcript, rows }: TranscriptTabProps) {
  const { t } = useTranslation('meeting');
  const recorder = useRecorderState();
  const now = isRecording(recorder) && recorder.meetingId === meeting.id;
  const isProcessing = transcript?.status === 'processing';
  const progress = useQuery(isProcessing ? { kind: 'progress', collection: 'transcripts', id: meeting.id } : null);
  const state = transcriptState(meeting, transcript, rows, now, progress ?? 0);
  const captions = useQuery({ kind: 'captions', meetingId: meeting.id });
  const segments = useMemo(() => withDrafts(transcript, captions ?? [], rows), [transcript, captions, rows]);
  const hasDraft = segments.some(({ isDraft }) => isDraft);
  const beside = segments.length > 0 ? stateBesideText(meeting, transcript, rows, progress ?? 0) : null;
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
  // captions stored on this device can be edited after the server has them
  const writable = Boolean(segments === transcript?.segments && transcript.abilities.includes('update'));
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
        {segments.length > 0 ? (
          <>
            {beside && <StateView state={beside} meeting={meeting} />}
            {hasDraft && (
              <div data-transcript-draft>
                <Banner kind="info" title={t('transcript.draft.title')}>
                  {t('transcript.draft.text')}
                </Banner>
              </div>
            )}
            <TranscriptTools
              meeting={meeting}
              segments={segments}
              versions={transcript?.versions ?? NO_VERSIONS}
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
            {transcript && <Provenance transcript={transcript} />}
          </>
        ) : (
          <OncePulled isPresent={transcript !== null} meeting={meeting} rows={rows}>
            <StateView state={state} meeting={meeting} />
            {meeting.abilities.includes('update') && state.kind !== 'recording' && (
              <ImportTranscript meetingId={meeting.id} segments={segments} />
            )}
            {/* moments are shown without a transcript, too */}
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
          </OncePulled>
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
        history={
          <SpeakerHistory
            meetingId={meeting.id}
            corrections={transcript?.corrections ?? []}
            segments={segments}
            participants={meeting.participants}
            writable={writable}
          />
        }
      />
    </PlayerProvider>
  );
}

/** The source of generated text. */
function Provenance({ transcript }: { transcript: Transcript }) {
  const { t } = useTranslation('meeting');
  const text = originText(t, transcript);
  return text ? <p className="pt-4 text-12 text-ink-muted">{text}</p> : null;
}
