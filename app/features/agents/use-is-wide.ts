import { useSyncExternalStore } from 'react';

/** the breakpoint `lg` of the styles */
const WIDE = '(min-width: 64rem)';

function follow(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the form of an agent and its test fit side by side. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    follow,
    () => matchMedia(WIDE).matches,
    () => false,
  );
