/**
 * Stores the files of the PDF viewer on this device, so that PDF files open offline: after a PDF was added, or the
 * files of a project were kept offline. Files that are missing after a failed attempt or an update are loaded at a
 * later start.
 */
import { PDF_FOLDER, PDF_LIST, PDF_VERSION } from '../../../../sync/protocol/pdf-viewer';

/** number of parallel requests */
const CONCURRENCY = 4;
/** key in local storage; its value is the complete version on this device, or empty while files are missing */
const KEPT = 'pdf-viewer';

let running: Promise<void> | null = null;

/** Loads all files of the viewer, now and after updates. */
export function keepPdfViewer(): Promise<void> {
  if (localStorage.getItem(KEPT) === null) localStorage.setItem(KEPT, '');
  return renewPdfViewer();
}

/** Loads the missing files of the viewer on a device that keeps it. */
export async function renewPdfViewer(): Promise<void> {
  const kept = localStorage.getItem(KEPT);
  if (kept === null || !navigator.serviceWorker?.controller) return;
  if (kept === PDF_VERSION && (await caches.match(PDF_FOLDER + PDF_LIST))) return;
  running ??= loadAll()
    .then((isWhole) => {
      if (isWhole) localStorage.setItem(KEPT, PDF_VERSION);
    })
    .finally(() => {
      running = null;
    });
  await running;
}

/** Requests all files; the service worker caches the responses. @returns whether all requests succeeded */
async function loadAll(): Promise<boolean> {
  const answer = await fetch(PDF_FOLDER + PDF_LIST).catch(() => null);
  if (!answer?.ok) return false;
  const names = (await answer.json()) as string[];
  let isWhole = true;
  const loadNext = async (): Promise<void> => {
    for (let name = names.shift(); name !== undefined; name = names.shift())
      await fetch(PDF_FOLDER + name)
        .then(async (file) => {
          await file.arrayBuffer();
          isWhole &&= file.ok;
        })
        .catch(() => {
          isWhole = false;
        });
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loadNext));
  return isWhole;
}
