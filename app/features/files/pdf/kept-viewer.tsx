import { useInBackground } from '~/features/server-list/use-in-background';

/** Loads missing files of the PDF viewer on devices that keep it, after an update and after being offline. */
export function KeptPdfViewer(): null {
  useInBackground('pdf viewer', async () => (await import('./keep-viewer')).renewPdfViewer());
  return null;
}
