/**
 * Data that is on this device only and is not sent by itself.
 *
 *   interrupted recording ──► finished by the leader, then sent like any other
 *   recording taken out of the outbox ──► local: a person sends or deletes it
 *   conflict version ──► stored until a person has resolved it
 */
import { distinctUntilChanged, from, of, switchMap, timer, type Observable } from 'rxjs';
import { sameValue } from '../../../merge/values';
import { type DeviceDatabase } from '../../storage/device-database';
import { mayBeUnsynced, isUnsentImage, isUnsentRecording, type LocalRecording } from '../../storage/device-rows';
import { findOrphans } from '../../recording/recover-recording';
import { deviceQuery } from '../../storage/device-query';

/** milliseconds between checks for recordings whose tab ended: the release of a Web Lock raises no event */
const ORPHAN_POLL_MS = 5_000;

/**
 * Recordings whose browser ended while they ran, newest first; emits when recordings change, and every few seconds
 * while some run.
 */
export function pollOrphans(device: DeviceDatabase, locks: LockManager): Observable<LocalRecording[]> {
  return deviceQuery(() => device.recordings.rows.where('state').anyOf('recording', 'paused').toArray()).pipe(
    switchMap((running): Observable<LocalRecording[]> =>
      running.length === 0 ? of([]) : timer(0, ORPHAN_POLL_MS).pipe(switchMap(() => from(findOrphans(device, locks)))),
    ),
  );
}

/** As `pollOrphans`, without repetitions. */
export const orphans = (device: DeviceDatabase, locks: LockManager): Observable<LocalRecording[]> =>
  pollOrphans(device, locks).pipe(distinctUntilChanged<LocalRecording[]>(sameValue));

/** Counts the things that would be lost with this device, without pending documents. */
export async function countUnsynced(device: DeviceDatabase): Promise<number> {
  return (
    (await device.updates.count()) +
    (await device.outbox.count()) +
    (await device.rejectedChanges.count()) +
    (await device.conflictVersions.rows.filter((side) => !side.resolved).count()) +
    (await device.recordings.rows.filter(isUnsentRecording).count()) +
    (await device.images.filter(isUnsentImage).count()) +
    (await device.files.rows.filter(mayBeUnsynced).count())
  );
}
