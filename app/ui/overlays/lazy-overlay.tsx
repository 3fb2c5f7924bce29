import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { whenIdle } from '../when-idle';

/**
 * An overlay that is closed initially. Its code loads when the page is idle. It is mounted at the first opening and
 * stays mounted, so that its closing is animated.
 */
export function lazyOverlay<P extends { isOpen: boolean }>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const Shown = lazy(load) as unknown as ComponentType<P>;
  return function LazyOverlay(props: P) {
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
