/**
 * Words that somebody searches for on a screen, kept with the entry of the browser's history: back, forward and a reload bring them again, and
 * no address holds them, which would stay in the history after signing out.
 */
import { useLocation, useNavigate } from '@remix-run/react';
import { useCallback, useState } from 'react';

/** What the state of a history entry says; '' for nothing of ours. */
function wordsIn(state: unknown): string {
  const words = (state as { words?: unknown } | null)?.words;
  return typeof words === 'string' ? words : '';
}

/** The words to begin with, and what keeps others in their place. An address with `q`, of a bookmark or an earlier version, loses it. */
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
