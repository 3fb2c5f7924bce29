import type { LiveQuery } from '../../sync/engine/host/api';
import { live } from './live';

/**
 * Waits in a client loader until the device has answered these queries, so that the screen's first paint has data. Where nobody is
 * signed in there are no answers to wait for.
 */
export async function preload(...queries: LiveQuery[]): Promise<null> {
  // asked before anybody is known to be here: a first sync brings first what the screen is about to show
  const asked = queries.map((query) => live(query));
  const account = await live({ kind: 'account' });
  if (account.get()) await Promise.all(asked);
  return null;
}
