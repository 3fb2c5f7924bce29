import type { LiveQuery } from '../../sync/engine/host/api';
import { live } from './live';

/**
 * Waits in a client loader for the first values of these queries, so that the screen's first paint has data. Does not
 * wait if nobody is signed in.
 */
export async function preload(...queries: LiveQuery[]): Promise<null> {
  // sent before the account is known: a first sync pulls first what the screen will show
  const asked = queries.map((query) => live(query));
  const account = await live({ kind: 'account' });
  if (account.get()) await Promise.all(asked);
  return null;
}
