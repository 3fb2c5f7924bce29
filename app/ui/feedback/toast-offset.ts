/** Where toasts stand: above the bars at the window's lower end, so that they cover none of their controls. */

/** What stays at the lower end of the window while the page scrolls (app/ui/app.css), and the buttons of a dialog. */
const FOOT_BARS = '.foot-bar, .frame-recorder, .frame-bottom, .dialog-footer';
/** px: from this width on toasts are 356 px wide, 24 px from the right edge; below, they fill the width (sonner) */
const WIDE = 601;
const TOAST_WIDTH = 356;
const WIDE_MARGIN = 24;
const NARROW_MARGIN = 16;
/** px: height of three stacked toasts at rest */
const STACK = 110;

export interface Bar {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** px from the window's lower end to the toasts. Bars above the toasts, or beside them, do not move them. */
export function toastOffset(bars: readonly Bar[], { width, height }: { width: number; height: number }): number {
  const isWide = width >= WIDE;
  const margin = isWide ? WIDE_MARGIN : NARROW_MARGIN;
  const end = isWide ? width - margin : width;
  const start = isWide ? end - TOAST_WIDTH : 0;
  let offset = margin;
  for (const bar of [...bars].sort((a, b) => b.bottom - a.bottom)) {
    const isBeside = bar.right <= start || bar.left >= end;
    const isAbove = height - bar.bottom >= offset + STACK;
    if (!isBeside && !isAbove && bar.top < height) offset = Math.max(offset, height - bar.top + margin);
  }
  // a bar may be so high that no toast fits above it: the toast then covers the bar and stays inside the window
  return Math.max(margin, Math.min(offset, height - STACK));
}

/** Calls `onOffset` with the present offset, and each time it changes, until the returned function is called. */
export function watchToastOffset(onOffset: (offset: number) => void): () => void {
  let frame = 0;
  let last = -1;
  const observed = new WeakSet<Element>();
  const sizes = new ResizeObserver(() => later());
  const measure = (): void => {
    frame = 0;
    const shown: Bar[] = [];
    for (const bar of document.querySelectorAll(FOOT_BARS)) {
      if (!observed.has(bar)) sizes.observe(bar);
      observed.add(bar);
      const place = bar.getBoundingClientRect();
      if (place.height > 0) shown.push(place);
    }
    const offset = toastOffset(shown, { width: innerWidth, height: innerHeight });
    if (offset !== last) onOffset((last = offset));
  };
  const later = (): void => {
    frame ||= requestAnimationFrame(measure);
  };
  const added = new MutationObserver(later);
  measure();
  added.observe(document.body, { childList: true, subtree: true });
  addEventListener('resize', later);
  addEventListener('scroll', later, { capture: true, passive: true });
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    added.disconnect();
    removeEventListener('resize', later);
    removeEventListener('scroll', later, { capture: true });
  };
}
