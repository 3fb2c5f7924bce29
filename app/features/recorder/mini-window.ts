/**
 * A small window that stays over other windows, where the browser has it (Document Picture-in-Picture): it looks as the
 * page does, and its content is rendered by the page. One at a time.
 */
import { Cell } from './cell';

/** Chromium's, not in TypeScript's DOM types. */
interface PictureInPicture {
  /** Needs a press of the person. */
  requestWindow(size: { width: number; height: number }): Promise<Window>;
}

/** CSS pixels */
const SIZE = { width: 360, height: 180 };

const pictureInPicture = (): PictureInPicture | undefined =>
  (globalThis as { documentPictureInPicture?: PictureInPicture }).documentPictureInPicture;

export const hasMiniWindow = (): boolean => pictureInPicture() !== undefined;

/** the open window, null for none */
export const miniWindow = new Cell<Window | null>(null);

/** Language, theme and fonts of the page are attributes of its element. */
function copyAttributes(from: Element, to: Element): void {
  for (const { name } of [...to.attributes]) if (!from.hasAttribute(name)) to.removeAttribute(name);
  for (const { name, value } of from.attributes) to.setAttribute(name, value);
}

/**
 * Copies how the page looks. The window has the page's Content-Security-Policy, which refuses styles that are written
 * anew: the same files, and the same style elements with their hashes, are allowed.
 */
function copyLook(from: Document, to: Document): () => void {
  for (const style of from.querySelectorAll('link[rel~="stylesheet"], style'))
    to.head.append(to.importNode(style, true));
  const copy = (): void => copyAttributes(from.documentElement, to.documentElement);
  copy();
  to.body.className = from.body.className;
  const observer = new MutationObserver(copy);
  observer.observe(from.documentElement, { attributes: true });
  return () => observer.disconnect();
}

/** Opens the window; false where the browser refuses. */
export async function openMiniWindow(title: string): Promise<boolean> {
  const opened = await pictureInPicture()
    ?.requestWindow(SIZE)
    .catch(() => undefined);
  if (!opened) return false;
  const stop = copyLook(document, opened.document);
  opened.document.title = title;
  opened.addEventListener('pagehide', () => {
    stop();
    if (miniWindow.get() === opened) miniWindow.set(null);
  });
  miniWindow.set(opened);
  return true;
}

export function closeMiniWindow(): void {
  const opened = miniWindow.get();
  miniWindow.set(null);
  opened?.close();
}
