import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';

/** milliseconds after which what opens is loaded at the latest, where the browser has no idle time */
const IDLE_MS = 2_000;
const whenIdle = (work: () => void): void => {
  if (typeof requestIdleCallback === 'undefined') setTimeout(work, IDLE_MS);
  else requestIdleCallback(work, { timeout: IDLE_MS });
};

/**
 * Something that opens and is closed at first: it loads while the page idles, not before the page can be used, and is there from its first
 * opening on, so that it can close with its motion.
 */
export function lazyOverlay<P extends { isOpen: boolean }>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const Shown = lazy(load) as unknown as ComponentType<P>;
  return function Opened(props: P) {
    const [wasOpen, setWasOpen] = useState(props.isOpen);
    if (props.isOpen && !wasOpen) setWasOpen(true);
    useEffect(
      () =>
        whenIdle(() => {
          load().catch(() => undefined);
        }),
      [],
    );
    return wasOpen ? (
      <Suspense fallback={null}>
        <Shown {...props} />
      </Suspense>
    ) : null;
  };
}
