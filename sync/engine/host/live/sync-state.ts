/** Whether a document has reached the server, as live values. */
import { combineLatest, map, of, startWith, switchMap, type Observable } from 'rxjs';
import { textOf, type KindName } from '../../../model/kinds';
import { type DeviceDatabase } from '../../storage/device-database';
import { isUnsentFile, isUnsentImage, isUnsentRecording } from '../../storage/device-rows';
import { deviceQuery } from '../../storage/device-query';
import type { SyncState } from '../../storage/status';
import { placeOf, stuckDocuments, stuckRows, type Stuck } from '../../storage/stuck';
import type { PendingDocuments } from '../../storage/pending';
import type { Replica } from '../../storage/replica-database';

interface Sources {
  device: DeviceDatabase;
  pending: PendingDocuments;
  replica: Replica;
}

/**
 * The sync badge of a document. The text of a note, and the note and recordings of a meeting, count with it, and the
 * bytes of a file.
 */
export function syncState(
  { device, pending, replica }: Sources,
  collection: KindName,
  id: string,
): Observable<SyncState> {
  const contentId = textOf(collection, id);
  const onDevice$ = deviceQuery(async () => {
    const refused = await device.rejectedChanges.rows
      .where('documentId')
      .anyOf(contentId ? [id, contentId] : [id])
      .count();
    const typed = contentId ? await device.updates.rows.where('contentId').equals(contentId).count() : 0;
    const audio = collection === 'meetings' ? await device.recordings.rows.where('meetingId').equals(id).toArray() : [];
    const stuck = await stuckDocuments(device);
    const keys = [placeOf(collection, id), ...(contentId ? [placeOf('noteContents', contentId)] : [])];
    const hasAudio = audio.some(isUnsentRecording);
    const images = contentId ?? (collection === 'noteContents' ? id : null);
    const hasImage =
      images !== null && (await device.images.where('contentId').equals(images).filter(isUnsentImage).count()) > 0;
    const unsentOfItem =
      collection === 'projectItems'
        ? await device.files.rows.where('itemId').equals(id).filter(isUnsentFile).toArray()
        : [];
    const uploads = await device.uploads.bulkGet(unsentOfItem.map((file) => file.id));
    return {
      refused: refused > 0 || uploads.some((upload) => upload?.state === 'attention'),
      stuck: keys.some((key) => stuck.includes(key)),
      onDevice: typed > 0 || hasAudio || hasImage || unsentOfItem.length > 0,
    };
  });
  const processed =
    collection === 'meetings' && replica.names.includes('transcripts')
      ? replica
          .kind('transcripts')
          .one$(id)
          .pipe(map((transcript) => transcript?.['status'] === 'done'))
      : collection === 'projectItems' && replica.names.includes('projectItems')
        ? replica
            .kind('projectItems')
            .one$(id)
            .pipe(map((item) => item?.['parseStatus'] === 'parsed' || item?.['crawlStatus'] === 'crawled'))
        : of(false);
  return combineLatest([onDevice$, processed, pending.changed$.pipe(startWith(undefined))]).pipe(
    map(([local, isProcessed]): SyncState => {
      const isPending = pending.has(collection, id) || (contentId !== null && pending.has('noteContents', contentId));
      if (local.refused || (local.stuck && isPending)) return 'attention';
      if (local.onDevice || isPending) return 'onDevice';
      return isProcessed ? 'processed' : 'onServer';
    }),
  );
}

/** The error code of a stuck pending document; null if it is not stuck. */
export function stuck(
  { device, pending }: Pick<Sources, 'device' | 'pending'>,
  collection: KindName,
  id: string,
): Observable<{ code: string } | null> {
  const known = deviceQuery(() => stuckRows(device, placeOf(collection, id)).toArray()).pipe(
    switchMap((rows) => device.meta.openAll(rows)),
  );
  return combineLatest([known, pending.changed$.pipe(startWith(undefined))]).pipe(
    map(([[row]]) => (row && pending.has(collection, id) ? { code: (row.value as Stuck).code } : null)),
  );
}
