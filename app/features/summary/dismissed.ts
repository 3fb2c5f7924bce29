/** Candidates of a meeting that the person has dismissed or confirmed, stored on this device. */
import { useCallback, useMemo } from 'react';
import { useStoredText } from '~/replica/stored-text';

/** Identifies a candidate by its segment and the length of its words: another one of the segment stays. */
export const candidateKey = ({ segmentId, text }: { segmentId: string; text: string }): string =>
  `${segmentId}/${text.length}`;

const read = (text: string | null): string[] => {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter((each): each is string => typeof each === 'string') : [];
  } catch {
    return [];
  }
};

/** undefined until they are read. */
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
