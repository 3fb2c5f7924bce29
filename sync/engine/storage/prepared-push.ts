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

interface Place {
  locks: LockManager;
  device: { name: string; meta: { delete(key: string): Promise<void> } };
}

/** Deletes the prepared push. */
export const withdrawPreparedPush = ({ meta }: Pick<Place['device'], 'meta'>): Promise<void> =>
  meta.delete(PREPARED_PUSH);

/** Runs work that reads pending documents and stores them as the prepared push, one at a time in all tabs. */
export const whilePreparing = <T>({ locks, device }: Place, work: () => Promise<T>): Promise<T> =>
  locks.request(`satchel-prepared-push:${device.name}`, work) as Promise<T>;

/**
 * Deletes the prepared push, and runs work that takes back pending documents, before another is prepared. From its start
 * the service worker sends no version that is not marked as in flight.
 */
export const withoutPreparedPush = <T>(place: Place, work: () => Promise<T>): Promise<T> =>
  whilePreparing(place, async () => {
    await withdrawPreparedPush(place.device);
    return work();
  });
