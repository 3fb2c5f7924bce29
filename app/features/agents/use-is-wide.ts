import { useSyncExternalStore } from 'react';

/** the `lg` of the styles */
const WIDE = '(min-width: 64rem)';

function follow(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** True where the form of an agent and its test have room beside each other. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(
    follow,
    () => matchMedia(WIDE).matches,
    () => false,
  );
