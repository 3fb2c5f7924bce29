/** The corrections of one segment, newest first; each earlier text and speaker can be restored. */
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { Dialog } from '~/ui/overlays/dialog';
import { newestFirst, type Correction } from '../../../sync/model/corrections';
import type { Participant } from '../../../sync/model/participants';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { CorrectionEntry, RestoreButton } from './correction-entry';

export interface CorrectionHistoryProps {
  meetingId: string;
  segment: Segment;
  corrections: readonly Correction[];
  participants: readonly Participant[];
  lang: string | undefined;
  writable: boolean;
  onClose: () => void;
}

export default function CorrectionHistory(props: CorrectionHistoryProps) {
  const { meetingId, segment, corrections, participants, lang, writable, onClose } = props;
  const { t } = useTranslation(['meeting', 'errors']);
  const own = newestFirst(
    corrections.filter(({ segmentIds, field, participantId }) =>
      field === 'name' ? participantId === segment.participantId : segmentIds.includes(segment.id),
    ),
  );
  const isTold = own.some(({ field, before }) => field === 'text' && before === segment.original);
  const act = (work: Promise<unknown>): void => void work.catch((error: unknown) => reportFailure(t, error));
  const restoreText = (text: string): void =>
    act(run('transcript.correct', { meetingId, segmentId: segment.id, text }));
  const restoreOf = ({ field, before }: Correction): { label: string; onPress: () => void } | undefined => {
    if (field === 'text' && before !== '' && before !== segment.text)
      return { label: t('meeting:history.restoreText'), onPress: () => restoreText(before) };
    const isKnown = before === '' || participants.some((p) => p.id === before);
    if (field === 'speaker' && before !== segment.participantId && isKnown)
      return {
        label: t('meeting:history.restoreSpeaker'),
        onPress: () => act(run('transcript.assign', { meetingId, segmentId: segment.id, participantId: before })),
      };
    return undefined;
  };
  return (
    <Dialog
      title={t('meeting:history.title')}
      description={t('meeting:history.text')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <ol className="flex flex-col gap-4 pb-4">
        {own.map((correction) => (
          <CorrectionEntry
            key={correction.id}
            correction={correction}
            participants={participants}
            lang={lang}
            restore={writable ? restoreOf(correction) : undefined}
          />
        ))}
        {segment.original && !isTold && (
          <li className="flex flex-col gap-1 border-l-2 border-line pl-3">
            <span className="text-12 text-ink-muted">{t('meeting:history.original')}</span>
            <span lang={lang} className="text-14 break-words">
              {segment.original}
            </span>
            {writable && segment.original !== segment.text && (
              <RestoreButton label={t('meeting:history.restoreText')} onPress={() => restoreText(segment.original)} />
            )}
          </li>
        )}
      </ol>
    </Dialog>
  );
}
