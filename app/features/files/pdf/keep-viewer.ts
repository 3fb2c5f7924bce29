/**
 * Keeps the files of the PDF viewer on this device, where PDF files are to open offline: after a project was kept or a
 * PDF was added. What a failed attempt or a new version of the viewer leaves missing is loaded at a later start.
 */
import { PDF_FOLDER, PDF_LIST, PDF_VERSION } from '../../../../sync/protocol/pdf-viewer';

/** requests at once */
const CONCURRENCY = 4;
/** in local storage: the version that this device has entirely, '' while files of it are missing */
const KEPT = 'pdf-viewer';

let running: Promise<void> | null = null;

/** Loads every file of the viewer, now and after updates. */
export function keepPdfViewer(): Promise<void> {
  if (localStorage.getItem(KEPT) === null) localStorage.setItem(KEPT, '');
  return renewPdfViewer();
}

/** Loads what is missing of a viewer that this device keeps. */
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

/** The service worker stores what passes through it. @returns whether every file came */
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
