/**
 * A prepared push of all pending documents, including at least one question, which the service worker sends while no
 * window is open (../outbox/send-prepared-pushes.ts). The engine may send the same documents, too, since a push is
 * idempotent by the revisions of its rows. It is a sealed row of the table `meta`, and exists only while the device has no lock.
 */
import type { MetaRow } from './device-rows';

/** key of the row in `meta`, as stored by earlier versions (decision 152) */
export const PREPARED_PUSH = 'waitingRequest';

export interface PreparedRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface PreparedPush {
  push: PreparedRequest;
  /** renews the session; `lock`: the Web Lock under which tabs do so */
  refresh: PreparedRequest & { lock: string };
  /** Web Lock of the leader; while it is held, the leader sends */
  leaderLock: string;
  /** rows of `meta` that mark the pushed versions as in flight */
  inFlight: MetaRow[];
}

/**
 * Deletes the prepared request, before a person takes back a pending document. After that, the service worker sends no
 * version that is not marked as in flight.
 */
export const withdrawPreparedPush = ({ meta }: { meta: { delete(key: string): Promise<void> } }): Promise<void> =>
  meta.delete(PREPARED_PUSH);
