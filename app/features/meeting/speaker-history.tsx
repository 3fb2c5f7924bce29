/** The history of speakers: renamed, removed, split and merged ones; each change can be undone. */
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { isOfSpeaker, newestFirst, type Correction } from '../../../sync/model/corrections';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { Participant } from '../../../sync/model/participants';
import { CorrectionEntry } from './correction-entry';

export interface SpeakerHistoryProps {
  meetingId: string;
  corrections: readonly Correction[];
  segments: readonly Segment[];
  participants: readonly Participant[];
  writable: boolean;
}

export function SpeakerHistory({ meetingId, corrections, segments, participants, writable }: SpeakerHistoryProps) {
  const { t } = useTranslation(['meeting', 'errors']);
  const changes = newestFirst(corrections.filter(isOfSpeaker));
  if (changes.length === 0) return null;
  const speakers = new Map(segments.map(({ id, participantId }) => [id, participantId]));
  const act = (work: Promise<unknown>): void => void work.catch((error: unknown) => reportFailure(t, error));
  const restoreOf = ({ id, field, merged, after, segmentIds }: Correction) => {
    if (!merged || participants.some((p) => p.id === merged.id)) return undefined;
    const input = { id: meetingId, correctionId: id };
    if (field === 'name')
      return {
        label: t('meeting:history.restoreSpeaker'),
        onPress: () => act(run('meeting.restoreParticipant', input)),
      };
    if (!segmentIds.some((segmentId) => speakers.get(segmentId) === after)) return undefined;
    return {
      label: t('meeting:history.undoMerge', { name: merged.name }),
      onPress: () => act(run('meeting.undoMerge', input)),
    };
  };
  return (
    <details className="border-t border-line py-4 text-14">
      <summary className="focus-ring cursor-pointer rounded-control font-medium">{t('meeting:history.title')}</summary>
      <ol className="flex flex-col gap-4 pt-3">
        {changes.map((correction) => (
          <CorrectionEntry
            key={correction.id}
            correction={correction}
            participants={participants}
            restore={writable ? restoreOf(correction) : undefined}
          />
        ))}
      </ol>
    </details>
  );
}
