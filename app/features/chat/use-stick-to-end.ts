import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** distance from the end of the page, in pixels, within which the reader counts as being at the end */
const NEAR_END = 120;

const distance = (): number => document.documentElement.scrollHeight - window.innerHeight - window.scrollY;

/**
 * Scrolls to the end of a growing page while the reader is at the end. A reader who has scrolled up, or has opened a
 * part of the page, is not moved. Returns a function that scrolls to the end.
 *
 * @param key of the content: new content opens at its end
 * @param isOn false: the page is never scrolled
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
    // only scroll events change this: growth of the page moves the reader away from the end without one
    const onScroll = (): void => {
      isAtEnd.current = distance() < NEAR_END;
    };
    const grows = new ResizeObserver(() => {
      if (isAtEnd.current) toEnd.current();
    });
    // a press may open a part, which grows the page: the part stays in sight
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
