/** Candidates of a meeting that the person has dismissed or confirmed, stored on this device. */
import { useCallback, useEffect, useState } from 'react';
import { run } from '~/replica/client';

const draftId = (meetingId: string): string => `meeting-candidates/${meetingId}`;

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
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>();
  useEffect(() => {
    let isOver = false;
    run('draft.read', { id: draftId(meetingId) })
      .then(({ text }) => !isOver && setDismissed(new Set(read(text))))
      .catch(() => !isOver && setDismissed(new Set()));
    return () => {
      isOver = true;
    };
  }, [meetingId]);
  const dismiss = useCallback(
    (key: string) =>
      setDismissed((before) => {
        const after = new Set(before).add(key);
        void run('draft.keep', { id: draftId(meetingId), text: JSON.stringify([...after]) }).catch(() => undefined);
        return after;
      }),
    [meetingId],
  );
  return { dismissed, dismiss };
}
