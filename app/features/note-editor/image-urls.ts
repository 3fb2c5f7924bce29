/**
 * Addresses of images within this page. The bytes come from the replica: from this device, or from the server, where they
 * may still be missing. An address is revoked some time after its last use, since a text is rendered again during typing.
 */
import { replica } from '~/replica/client';

export type Missing = 'notOnServer' | 'offline';
export interface ShowsImage {
  ready(url: string): void;
  missing(reason: Missing): void;
}

const KEEP_MS = 10_000;
const RETRY_MIN_MS = 3_000;
const RETRY_MAX_MS = 60_000;

interface Shared {
  url: Promise<string | Missing>;
  users: number;
  timer?: ReturnType<typeof setTimeout>;
}
/** by text and id: another text may have another image with the same id */
const shared = new Map<string, Shared>();
const keyOf = (contentId: string, id: string): string => `${contentId}/${id}`;

function acquire(contentId: string, id: string): Shared {
  const key = keyOf(contentId, id);
  let entry = shared.get(key);
  if (!entry) {
    const url = replica()
      .image(contentId, id)
      .then(
        (answer) => ('blob' in answer ? URL.createObjectURL(answer.blob) : answer.missing),
        (): Missing => 'offline',
      );
    entry = { url, users: 0 };
    shared.set(key, entry);
  }
  clearTimeout(entry.timer);
  entry.users += 1;
  return entry;
}

function release(key: string, entry: Shared, keepMs = KEEP_MS): void {
  entry.users -= 1;
  if (entry.users > 0) return;
  const end = (): void => {
    if (entry.users > 0) return;
    if (shared.get(key) === entry) shared.delete(key);
    void entry.url.then((url) => {
      if (url.startsWith('blob:')) URL.revokeObjectURL(url);
    });
  };
  if (keepMs === 0) end();
  else entry.timer = setTimeout(end, keepMs);
}

/** Shows an image of a text, and asks again while it is missing. Returns the end of its use. */
export function showImage(contentId: string, id: string, on: ShowsImage): () => void {
  let ended = false;
  let held: Shared | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let wait = RETRY_MIN_MS;
  const ask = (): void => {
    clearTimeout(retry);
    if (held || ended) return;
    const entry = acquire(contentId, id);
    held = entry;
    void entry.url.then((url) => {
      if (ended) return;
      if (url.startsWith('blob:')) {
        on.ready(url);
        return;
      }
      held = null;
      release(keyOf(contentId, id), entry, 0);
      on.missing(url as Missing);
      retry = setTimeout(ask, wait);
      wait = Math.min(RETRY_MAX_MS, wait * 2);
    });
  };
  addEventListener('online', ask);
  ask();
  return () => {
    ended = true;
    clearTimeout(retry);
    removeEventListener('online', ask);
    if (held) release(keyOf(contentId, id), held);
  };
}

/** pixels around the screen within which images are loaded */
const AHEAD = '800px';

/** Calls `near` once when an element comes near the screen. Returns the end of the watch. */
export function whenNear(element: Element, near: () => void): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    near();
    return () => {};
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      near();
    },
    { rootMargin: AHEAD },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
