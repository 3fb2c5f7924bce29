import { useInBackground } from '~/features/server-list/use-in-background';

/** Stores the newest tasks of this person, so that the inbox can be read offline before it was ever opened. */
export function StoredInbox(): null {
  useInBackground('tasks', async () => (await import('./tasks')).storeTasks());
  return null;
}
