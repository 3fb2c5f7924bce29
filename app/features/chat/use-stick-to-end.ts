import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** pixels from the end of the page within which it counts as read to the end */
const NEAR_END = 120;

const distance = (): number => document.documentElement.scrollHeight - window.innerHeight - window.scrollY;

/**
 * Keeps the end of a growing page in sight while the reader is there; who reads above, or opens a part of the page,
 * stays where they are. Returns a function that goes to the end.
 *
 * @param key of the content: a new one opens at its end
 * @param isOn false: the page is never moved
 */
export function useStickToEnd(host: RefObject<HTMLElement>, key: string, isOn = true): () => void {
  const isAtEnd = useRef(true);
  const toEnd = useRef((): void => {
    if (!isOn) return;
    isAtEnd.current = true;
    window.scrollTo(0, document.documentElement.scrollHeight);
  });
  useLayoutEffect(() => {
    toEnd.current();
  }, [key]);
  useEffect(() => {
    const element = host.current;
    if (!isOn || !element || typeof ResizeObserver === 'undefined') return undefined;
    // growth alone does not scroll: only the reader's own scrolling changes where they are
    const onScroll = (): void => {
      isAtEnd.current = distance() < NEAR_END;
    };
    const grows = new ResizeObserver(() => {
      if (isAtEnd.current) toEnd.current();
    });
    // the page grows by what the reader opens: that stays in sight
    const onOpen = (): void => {
      isAtEnd.current = false;
    };
    grows.observe(element);
    element.addEventListener('click', onOpen);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      grows.disconnect();
      element.removeEventListener('click', onOpen);
      window.removeEventListener('scroll', onScroll);
    };
  }, [host, key, isOn]);
  return toEnd.current;
}
