/**
 * Composes the status of the engine. Counting is incremental: the device's tables are observed, pending documents are
 * counted as they change.
 */
import { combineLatest, EMPTY, map, startWith, throttle, timer, type Observable } from 'rxjs';
import type { DeviceDatabase } from '../../storage/device-database';
import type { LocalRecording } from '../../storage/device-rows';
import type { PendingDocuments } from '../../storage/pending';
import { stuckDocuments } from '../../storage/stuck';
import type { SyncStatus } from '../../../model/sync-status';
import type { KindName } from '../../../model/kinds';
import { deviceQuery } from '../../storage/device-query';
import { isLocalOnly } from '../../storage/device-rows';
import { undecidedFiles, unsentFiles } from '../../files/file-store';
import { isListedWithPart, LISTED_WITH_PARTS } from '../../outbox/outbox-rows';

/** The part of the status that only the leader knows; the other tabs receive it through the leader link. */
export type LeaderStatus = Pick<
  SyncStatus,
  'connection' | 'firstSync' | 'firstSyncDocuments' | 'firstSyncTotal' | 'sending' | 'lastSyncAt'
>;

/** milliseconds between two values while much changes */
const QUIET_MS = 50;
/** the same during a first sync, whose numbers change with every page */
const FIRST_SYNC_MS = 250;

/**
 * The status for the page.
 * @param orphans$ interrupted recordings that are not finished yet
 */
export function syncStatus(
  device: DeviceDatabase,
  pending: PendingDocuments,
  leader$: Observable<LeaderStatus>,
  leading$: Observable<boolean>,
  orphans$: Observable<LocalRecording[]>,
): Observable<SyncStatus> {
  const counts = deviceQuery(async () => ({
    texts: (await device.updates.rows.orderBy('contentId').uniqueKeys()) as string[],
    calls: await device.outbox.rows
      .where('id')
      .above('')
      .filter((call) => call.state !== 'attention')
      .count(),
    refusedCalls: await device.outbox.rows.filter((call) => call.state === 'attention').count(),
    refusedUploads: await device.uploads.filter((upload) => upload.state === 'attention').primaryKeys(),
    recordings: await device.recordings.rows.where('transfer').anyOf('queued', 'uploading').primaryKeys(),
    images: await device.images.where('transfer').anyOf('queued', 'uploading').primaryKeys(),
    files: await unsentFiles(device),
    undecided: (await undecidedFiles(device)).length,
    local: (await device.recordings.rows.where('transfer').equals('local').toArray()).filter(isLocalOnly).length,
    rejectedChanges: await device.rejectedChanges.count(),
    stuck: await stuckDocuments(device),
    conflictVersions: await device.conflictVersions.rows.filter((side) => !side.resolved).count(),
  }));
  return combineLatest([counts, leader$, leading$, orphans$, pending.changed$.pipe(startWith(undefined))]).pipe(
    // A status that reports nothing pending never delays the next one: a change that was just answered is counted.
    throttle(
      ([, { firstSync }]) => (firstSync ? timer(FIRST_SYNC_MS) : pending.count === 0 ? EMPTY : timer(QUIET_MS)),
      { leading: true, trailing: true },
    ),
    map(([local, leader, leading, recovered]): SyncStatus => {
      const stuck = local.stuck.filter((key) => {
        const [collection, id] = key.split('/') as [KindName, string];
        return pending.has(collection, id);
      }).length;
      const listed = { typed: local.texts, files: local.files };
      const parts = LISTED_WITH_PARTS.flatMap((kind) => pending.of(kind)).filter((document) =>
        isListedWithPart(document, pending, listed, (key) => local.stuck.includes(key)),
      ).length;
      const refused = local.recordings.filter((id) => local.refusedUploads.includes(id)).length;
      const refusedImages = local.images.filter((id) => local.refusedUploads.includes(id)).length;
      const refusedFiles = local.files.filter(({ id }) => local.refusedUploads.includes(id)).length;
      const paused = local.files.filter(
        ({ id, transfer }) => transfer === 'paused' && !local.refusedUploads.includes(id),
      ).length;
      return {
        ...leader,
        leader: leading,
        waiting: {
          documents: pending.count - stuck - parts,
          texts: local.texts.filter((id) => !pending.has('noteContents', id)).length,
          calls: local.calls,
          recordings: local.recordings.length - refused,
          images: local.images.length - refusedImages,
          files: local.files.length - refusedFiles - paused,
        },
        rejected: local.rejectedChanges + local.refusedCalls + refused + refusedImages + refusedFiles + stuck,
        recovered: recovered.length,
        local: local.local + paused + local.undecided,
        conflictVersions: local.conflictVersions,
      };
    }),
  );
}
