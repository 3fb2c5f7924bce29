/** Candidates of a meeting that the person dismissed or confirmed, stored on this device. */
import { useCallback, useMemo } from 'react';
import { useStoredText } from '~/replica/stored-text';
import { placeIdOf } from '../../../sync/model/kinds/summaries';

/** Identifies a candidate by its place and the length of its text, as a segment may have several. */
export const candidateKey = (candidate: { segmentId: string; momentId?: string; text: string }): string =>
  `${placeIdOf(candidate)}/${candidate.text.length}`;

const read = (text: string | null): string[] => {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter((each): each is string => typeof each === 'string') : [];
  } catch {
    return [];
  }
};

/** `dismissed` is undefined until it is read. */
export function useDismissed(meetingId: string): {
  dismissed: ReadonlySet<string> | undefined;
  dismiss(key: string): void;
} {
  const { text, store } = useStoredText(`meeting-candidates/${meetingId}`);
  const dismissed = useMemo(() => (text === undefined ? undefined : new Set(read(text))), [text]);
  const dismiss = useCallback(
    (key: string) => store((before) => JSON.stringify([...new Set([...read(before), key])])),
    [store],
  );
  return { dismissed, dismiss };
}
