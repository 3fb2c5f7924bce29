/** What was corrected in one segment of a transcript, newest first, each earlier text and speaker with a way back. */
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePeople } from '~/features/project/use-people';
import { reportFailure } from '~/features/shell/report-failure';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { RelativeTime } from '~/ui/data/relative-time';
import { Dialog } from '~/ui/overlays/dialog';
import { newestFirst, type Correction } from '../../../sync/model/corrections';
import type { Participant } from '../../../sync/model/kinds/meetings';
import type { Segment } from '../../../sync/model/kinds/transcripts';

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
  const { byId } = usePeople();
  const own = newestFirst(corrections.filter(({ segmentIds }) => segmentIds.includes(segment.id)));
  const authorOf = ({ userId }: Correction): string =>
    userId === '' ? t('meeting:history.transcription') : (byId.get(userId)?.name ?? t('meeting:history.former'));
  const speakerOf = (id: string): string =>
    participants.find((p) => p.id === id)?.name ?? t(id ? 'meeting:history.goneSpeaker' : 'meeting:speaker.unknown');
  const isTold = own.some(({ field, before }) => field === 'text' && before === segment.original);
  const act = (work: Promise<unknown>): void => void work.catch((error: unknown) => reportFailure(t, error));
  const restoreText = (text: string): void =>
    act(run('transcript.correct', { meetingId, segmentId: segment.id, text }));
  const restore = ({ field, before }: Correction): void =>
    field === 'text'
      ? restoreText(before)
      : act(run('transcript.assign', { meetingId, segmentId: segment.id, participantId: before }));
  const isRestorable = ({ field, before }: Correction): boolean =>
    field === 'text'
      ? before !== '' && before !== segment.text
      : before !== segment.participantId && (before === '' || participants.some((p) => p.id === before));
  return (
    <Dialog
      title={t('meeting:history.title')}
      description={t('meeting:history.text')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <ol className="flex flex-col gap-4 pb-4">
        {own.map((correction) => (
          <li key={correction.id} className="flex flex-col gap-1 border-l-2 border-line pl-3">
            <span className="text-12 text-ink-muted">
              <span className="font-medium text-ink">{authorOf(correction)}</span> · <RelativeTime at={correction.at} />
            </span>
            {correction.field === 'text' ? (
              <>
                <del lang={lang} className="text-14 break-words text-ink-muted">
                  {correction.before}
                </del>
                <ins lang={lang} className="text-14 break-words text-ink no-underline">
                  {correction.after}
                </ins>
              </>
            ) : (
              <span className="text-14">
                {t('meeting:history.speaker', {
                  before: speakerOf(correction.before),
                  after: speakerOf(correction.after),
                })}
              </span>
            )}
            {writable && isRestorable(correction) && (
              <RestoreButton
                label={t(
                  correction.field === 'text' ? 'meeting:history.restoreText' : 'meeting:history.restoreSpeaker',
                )}
                onPress={() => restore(correction)}
              />
            )}
          </li>
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

const RestoreButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Button size="small" className="self-start" icon={<RotateCcw aria-hidden size={14} />} onPress={onPress}>
    {label}
  </Button>
);
