import { useInBackground } from '~/features/server-list/use-in-background';

/** Stores the newest versions of a text that is open on this device, so that it can be restored offline. */
export function useStoredVersions(contentId: string, isHere: boolean): void {
  useInBackground(isHere ? contentId : null, async () => (await import('./versions')).storeVersions(contentId));
}
