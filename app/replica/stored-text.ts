import { useCallback, useEffect, useState } from 'react';
import { run } from './client';

/**
 * A text that is stored on this device only, such as what a person chose on a screen. `text` is undefined until it is
 * read, null for none.
 */
export function useStoredText(id: string): {
  text: string | null | undefined;
  store: (change: (before: string | null) => string) => void;
} {
  const [stored, setStored] = useState<{ id: string; text: string | null }>();
  useEffect(() => {
    let isOver = false;
    // what was stored meanwhile is newer
    const take = (text: string | null): void =>
      setStored((before) => (isOver || before?.id === id ? before : { id, text }));
    run('draft.read', { id }).then(
      ({ text }) => take(text),
      () => take(null),
    );
    return () => {
      isOver = true;
    };
  }, [id]);
  const store = useCallback(
    (change: (before: string | null) => string) =>
      setStored((before) => {
        const text = change(before?.id === id ? before.text : null);
        void run('draft.keep', { id, text }).catch(() => undefined);
        return { id, text };
      }),
    [id],
  );
  return { text: stored?.id === id ? stored.text : undefined, store };
}
