import { useRef } from 'react';
import { useGuard, type Going } from '~/features/navigation-guards/guards';
import { setBusy } from '~/replica/busy';

const askToStay = (event: Event): void => event.preventDefault();

/**
 * Runs the storing of a question. Until it ends, the browser asks before the page is closed. With files, which may take
 * seconds, navigations wait, too: if the files cannot be stored, the question is still in its field.
 */
export function useStoring(): (hasFiles: boolean, work: () => Promise<void>) => Promise<void> {
  const isStoring = useRef(false);
  /** whether the last question with files was stored */
  const stored = useRef(Promise.resolve(true));
  /** navigations that began during the storing: it may end before the guard is asked */
  const waiting = useRef(new WeakSet<Going>());
  useGuard({
    minds: (going) => {
      if (isStoring.current && going.currentLocation.pathname !== going.nextLocation.pathname)
        waiting.current.add(going);
      return waiting.current.has(going);
    },
    ask: () => stored.current,
  });
  return async (hasFiles, work) => {
    setBusy('question', 'unsavedText');
    addEventListener('beforeunload', askToStay);
    isStoring.current = hasFiles;
    try {
      const running = work();
      stored.current = running.then(
        () => true,
        () => false,
      );
      await running;
    } finally {
      isStoring.current = false;
      removeEventListener('beforeunload', askToStay);
      setBusy('question', null);
    }
  };
}
