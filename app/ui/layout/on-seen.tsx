import { useEffect, useRef } from 'react';

/** distance from the viewport at which it reports, in pixels */
const AHEAD = '800px';

/** An invisible element that reports when it is about to scroll into view. A new `key` makes it report again. */
export function OnSeen({ onSeen }: { onSeen: () => void }) {
  const sentinel = useRef<HTMLDivElement>(null);
  const latest = useRef(onSeen);
  useEffect(() => {
    latest.current = onSeen;
  });
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(sentinel.current!);
    return () => observer.disconnect();
  }, []);
  return <div ref={sentinel} aria-hidden />;
}
