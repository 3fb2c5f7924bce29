/** The status of the engine, put together from what its parts say. Counting costs what changes: the device's tables are observed, documents are counted as they change. */
import { combineLatest, map, startWith, throttle, timer, type Observable } from 'rxjs';
import type { DeviceDatabase, LocalRecording } from '../../storage/device-database';
import type { PendingDocuments } from '../../storage/pending';
import { stuckPlaces } from '../../storage/stuck';
import type { SyncStatus } from '../../storage/status';
import type { CollectionName } from '../../../model/registry';
import { deviceQuery } from '../../storage/device-query';
import { isSetAside } from '../../storage/device-database';
import { isPartOfText } from '../../outbox/outbox-rows';

/** What only the leader knows; the other tabs hear it from there. */
export type LeaderStatus = Pick<
  SyncStatus,
  'connection' | 'firstSync' | 'firstSyncDocuments' | 'firstSyncTotal' | 'sending' | 'lastSyncAt'
>;

/** milliseconds between two values while much changes */
const QUIET_MS = 50;
/** the same during a first sync, whose numbers change with every page */
const FIRST_SYNC_MS = 250;

export function syncStatus(
  device: DeviceDatabase,
  waiting: PendingDocuments,
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
    callsAttention: await device.outbox.rows.filter((call) => call.state === 'attention').count(),
    refused: await device.uploads.filter((upload) => upload.state === 'attention').primaryKeys(),
    recordings: await device.recordings.rows.where('transfer').anyOf('queued', 'uploading').primaryKeys(),
    local: (await device.recordings.rows.where('transfer').equals('local').toArray()).filter(isSetAside).length,
    attention: await device.rejectedChanges.count(),
    stuck: await stuckPlaces(device),
    kept: await device.conflictVersions.rows.filter((side) => !side.resolved).count(),
  }));
  return combineLatest([counts, leader$, leading$, orphans$, waiting.changed$.pipe(startWith(undefined))]).pipe(
    throttle(([, { firstSync }]) => timer(firstSync ? FIRST_SYNC_MS : QUIET_MS), { leading: true, trailing: true }),
    map(([local, leader, leading, recovered]): SyncStatus => {
      const stuck = local.stuck.filter((place) => {
        const [collection, id] = place.split('/') as [CollectionName, string];
        return waiting.has(collection, id);
      }).length;
      const parts = waiting
        .of('notes')
        .filter(({ id }) => isPartOfText(id, waiting, local.texts, (place) => local.stuck.includes(place))).length;
      const refused = local.recordings.filter((id) => local.refused.includes(id)).length;
      return {
        ...leader,
        leader: leading,
        waiting: {
          documents: waiting.count - stuck - parts,
          texts: local.texts.filter((id) => !waiting.has('noteContents', id)).length,
          calls: local.calls,
          recordings: local.recordings.length - refused,
        },
        attention: local.attention + local.callsAttention + refused + stuck,
        recovered: recovered.length,
        local: local.local,
        kept: local.kept,
      };
    }),
  );
}
