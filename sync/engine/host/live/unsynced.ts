/**
 * What is on this device alone and is not on its way to the server by itself.
 *
 *   killed while recording ──► the leader finishes it, and it is sent like any other
 *   taken out of the outbox ──► local: a person sends it after all, or deletes it
 *   a merge's losing side ──► kept, until a person has looked at it
 */
import { distinctUntilChanged, from, of, switchMap, timer, type Observable } from 'rxjs';
import { sameValue } from '../../../merge/values';
import { isUnsentRecording, type DeviceDatabase, type LocalRecording } from '../../storage/device-database';
import { findOrphans } from '../../recording/recover-recording';
import { deviceQuery } from '../../storage/device-query';

/** milliseconds between looks for recordings whose tab ended: a lock tells nobody that it was released */
const ORPHAN_POLL_MS = 5_000;

/** Recordings whose browser ended while they ran, newest first, with each look: when recordings change and every few seconds while some run. */
export function lookForOrphans(device: DeviceDatabase, locks: LockManager): Observable<LocalRecording[]> {
  return deviceQuery(() => device.recordings.rows.where('state').anyOf('recording', 'paused').toArray()).pipe(
    switchMap((running): Observable<LocalRecording[]> =>
      running.length === 0 ? of([]) : timer(0, ORPHAN_POLL_MS).pipe(switchMap(() => from(findOrphans(device, locks)))),
    ),
  );
}

/** The same, the same list once. */
export const orphans = (device: DeviceDatabase, locks: LockManager): Observable<LocalRecording[]> =>
  lookForOrphans(device, locks).pipe(distinctUntilChanged<LocalRecording[]>(sameValue));

/** How many things would go with this device, apart from documents that wait. */
export async function countUnsynced(device: DeviceDatabase): Promise<number> {
  return (
    (await device.updates.count()) +
    (await device.outbox.count()) +
    (await device.rejectedChanges.count()) +
    (await device.conflictVersions.rows.filter((side) => !side.resolved).count()) +
    (await device.recordings.rows.filter(isUnsentRecording).count())
  );
}
