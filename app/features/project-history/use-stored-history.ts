import { useInBackground } from '~/features/server-list/use-in-background';

/** Stores the newest events of a project that is open on this device, so that its history can be read offline. */
export function useStoredHistory(projectId: string, isHere: boolean): void {
  useInBackground(isHere ? projectId : null, async () => (await import('./use-history')).storeHistory(projectId));
}
