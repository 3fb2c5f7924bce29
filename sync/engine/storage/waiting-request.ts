/**
 * The request that sends what waits on this device, a question among it, written for a sender without the replica: the
 * service worker (../outbox/send-waiting.ts). The engine would send the same; both may, since a push is idempotent by
 * the revisions of its rows. It is a sealed row of the table `meta`, and exists only while the device has no lock.
 */
import type { MetaRow } from './device-rows';

/** its key in `meta` */
export const WAITING_REQUEST = 'waitingRequest';

export interface PreparedRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface WaitingRequest {
  push: PreparedRequest;
  /** renews the session, under the Web Lock that the tabs use for it */
  refresh: PreparedRequest & { lock: string };
  /** Web Lock of the tab that replicates: while it is held, that tab sends */
  leaderLock: string;
  /** rows of `meta` that mark what is pushed as in flight */
  inFlight: MetaRow[];
}

/** Deletes it, for a person who takes back what waits. What is not marked as in flight then is not sent by it any more. */
export const withdrawWaitingRequest = ({ meta }: { meta: { delete(key: string): Promise<void> } }): Promise<void> =>
  meta.delete(WAITING_REQUEST);
