/** milliseconds in which the row or dialog with the focus leaves the page after an action */
const WATCH_MS = 1_500;

/**
 * Moves the focus to the page's heading if the element that has it leaves the page meanwhile: otherwise a keyboard or a
 * screen reader would start again at the top of the window.
 */
export function keepFocus(): void {
  const until = performance.now() + WATCH_MS;
  const look = (): void => {
    const { activeElement } = document;
    const heading = document.querySelector<HTMLElement>('main h1, h1');
    const isLost = !activeElement || activeElement === document.body;
    // a dialog that is still open takes the focus itself
    if (isLost && heading && !document.querySelector('[role=dialog], [role=alertdialog]')) {
      heading.tabIndex = -1;
      heading.style.outline = 'none';
      heading.focus({ preventScroll: true });
    }
    if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
