/** The rows of the outbox page as a live value. */
import { combineLatest, from, startWith, switchMap, throttleTime, type Observable } from 'rxjs';
import { isLocalOnly } from '../../storage/device-rows';
import { openStuck, stuckRows } from '../../storage/stuck';
import type { OutboxRow } from '../../storage/status';
import { deviceQuery } from '../../storage/device-query';
import { undecidedFiles, unsentFiles } from '../../files/file-store';
import { outboxRows } from '../../outbox/outbox-rows';
import { LIST_MS, type LiveSources } from './live-sources';

/** The rows, again after each change of the device's tables or of pending documents; at most every LIST_MS. */
export function outbox({
  device,
  pending,
  replica,
  holdOf,
  orphans$,
}: Pick<LiveSources, 'device' | 'pending' | 'replica' | 'holdOf' | 'orphans$'>): Observable<OutboxRow[]> {
  const rows = deviceQuery(async () => ({
    calls: await device.outbox.rows.orderBy('createdAt').toArray(),
    typed: (await device.updates.rows.orderBy('contentId').uniqueKeys()) as string[],
    recordings: (await device.recordings.rows.where('transfer').anyOf('local', 'queued', 'uploading').toArray()).filter(
      (r) => r.transfer !== 'local' || isLocalOnly(r),
    ),
    images: await device.images.where('transfer').anyOf('queued', 'uploading').sortBy('addedAt'),
    files: await unsentFiles(device),
    undecided: await undecidedFiles(device),
    uploads: await device.uploads.toArray(),
    stuck: await stuckRows(device).toArray(),
  })).pipe(
    switchMap(async ({ calls, recordings, files, undecided, stuck, ...clear }) => ({
      ...clear,
      stuck: await openStuck(device, stuck),
      calls: await device.outbox.openAll(calls),
      recordings: await device.recordings.openAll(recordings),
      files: (await device.files.openAll(files)).sort((a, b) => a.addedAt - b.addedAt),
      undecided: await device.files.openAll(undecided),
    })),
  );
  const changes = pending.changed$.pipe(
    startWith(undefined),
    throttleTime(LIST_MS, undefined, { leading: true, trailing: true }),
  );
  return combineLatest([rows, orphans$, changes]).pipe(
    switchMap(([local, recovered]) => from(outboxRows(replica, pending, { ...local, recovered }, holdOf))),
  );
}
