import { useEffect, useRef } from 'react';

/** pixels before its place comes into view */
const AHEAD = '800px';

/** Nothing to see: tells when its place is about to come into view. With another `key` it tells again. */
export function OnSeen({ onSeen }: { onSeen: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const told = useRef(onSeen);
  useEffect(() => {
    told.current = onSeen;
  });
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) told.current();
      },
      { rootMargin: AHEAD },
    );
    watch.observe(place.current!);
    return () => watch.disconnect();
  }, []);
  return <div ref={place} aria-hidden />;
}
