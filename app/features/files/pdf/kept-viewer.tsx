import { useInBackground } from '~/features/server-list/use-in-background';

/** Completes the PDF viewer of a device that keeps it, after an update and after it was offline. */
export function KeptPdfViewer(): null {
  useInBackground('pdf viewer', async () => (await import('./keep-viewer')).renewPdfViewer());
  return null;
}
