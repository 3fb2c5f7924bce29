/** One entry of a transcript's history: author, time, the values before and after, and a button to undo it. */
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { nameOfPerson, usePeople } from '~/features/people/use-people';
import { Button } from '~/ui/controls/button';
import { RelativeTime } from '~/ui/data/relative-time';
import type { Correction } from '../../../sync/model/corrections';
import type { Participant } from '../../../sync/model/participants';

export interface CorrectionEntryProps {
  correction: Correction;
  participants: readonly Participant[];
  lang?: string | undefined;
  /** the button that restores the earlier value; absent if that is not possible */
  restore?: { label: string; onPress: () => void } | undefined;
}

export function CorrectionEntry({ correction, participants, lang, restore }: CorrectionEntryProps) {
  const { t } = useTranslation('meeting');
  const { byId } = usePeople();
  const { userId, at, field, before, after, merged, segmentIds } = correction;
  const author = userId === '' ? t('history.transcription') : nameOfPerson({ byId }, userId, t('history.former'));
  const named = (): string => {
    if (merged) return t('history.removed', { name: before });
    return before === '' ? t('history.returned', { name: after }) : t('history.name', { before, after });
  };
  const speaker = (id: string): string =>
    participants.find((p) => p.id === id)?.name ?? t(id ? 'history.goneSpeaker' : 'speaker.unknown');
  return (
    <li className="flex flex-col gap-1 border-l-2 border-line pl-3">
      <span className="text-12 text-ink-muted">
        <span className="font-medium text-ink">{author}</span> · <RelativeTime at={at} />
      </span>
      {field === 'text' ? (
        <>
          <del lang={lang} className="text-14 break-words text-ink-muted">
            {before}
          </del>
          <ins lang={lang} className="text-14 break-words text-ink no-underline">
            {after}
          </ins>
        </>
      ) : (
        <span className="text-14 break-words">
          {field === 'name'
            ? named()
            : merged
              ? t('history.merged', { before: merged.name, after: speaker(after) })
              : t('history.speaker', { before: speaker(before), after: speaker(after) })}
          {field === 'speaker' && segmentIds.length > 1 && (
            <span className="text-ink-muted"> · {t('history.passages', { count: segmentIds.length })}</span>
          )}
        </span>
      )}
      {restore && <RestoreButton {...restore} />}
    </li>
  );
}

export const RestoreButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Button size="small" className="self-start" icon={<RotateCcw aria-hidden size={14} />} onPress={onPress}>
    {label}
  </Button>
);
