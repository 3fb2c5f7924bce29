/**
 * Search words of a screen, stored in the history entry: back, forward and reload restore them, and no address contains
 * them, which would stay in the history after signing out.
 */
import { useLocation, useNavigate } from '@remix-run/react';
import { useCallback, useState } from 'react';

/** The words of a history entry; '' for another state. */
function wordsIn(state: unknown): string {
  const words = (state as { words?: unknown } | null)?.words;
  return typeof words === 'string' ? words : '';
}

/** The history state of a navigation to a screen that begins with these words. */
export const wordsState = (words: string): { words: string } => ({ words });

/**
 * Removes the words from the history entry on screen: a navigation of the router would end the one that follows. The
 * router reads the entry again on the way back.
 */
export function forgetSearchWords(): void {
  const entry = window.history.state as { usr?: object | null } | null;
  if (wordsIn(entry?.usr) !== '') window.history.replaceState({ ...entry, usr: { ...entry?.usr, words: '' } }, '');
}

/**
 * The initial words, and a function that replaces them. A `q` in the address, of a bookmark or an earlier version, is
 * removed.
 */
export function useSearchWords(): [string, (words: string) => void] {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [first] = useState(() => wordsIn(state) || (new URLSearchParams(search).get('q') ?? ''));
  const keep = useCallback(
    (words: string) => {
      const rest = new URLSearchParams(search);
      rest.delete('q');
      if (words === wordsIn(state) && rest.size === new URLSearchParams(search).size) return;
      const query = rest.toString();
      navigate(pathname + (query && `?${query}`), {
        replace: true,
        preventScrollReset: true,
        state: { ...(state as object | null), words },
      });
    },
    [pathname, search, state, navigate],
  );
  return [first, keep];
}
