/** Determines for queued calls and uploads whether their document is on the server. */
import { filter, firstValueFrom, fromEvent, map, merge, switchMap, take } from 'rxjs';
import type { KindName } from '../../../model/kinds';
import type { WhereIs } from '../../outbox/outbox';
import type { DeviceEpoch } from '../../replication/device-epoch';
import { isWhole, progressRows } from '../../storage/checkpoints';
import type { DeviceDatabase } from '../../storage/device-database';
import { deviceQuery } from '../../storage/device-query';
import type { Documents } from '../../storage/documents';
import type { PendingDocuments } from '../../storage/pending';

interface Parts {
  device: DeviceDatabase;
  documents: Pick<Documents, 'stored' | 'passes'>;
  pending: Pick<PendingDocuments, 'touch'>;
  epoch: Pick<DeviceEpoch, 'isComparing'>;
  report: (error: unknown) => void;
}

/**
 * A missing document that the server has not deleted counts as `gone` only if the replica has all documents of its
 * kind: a replica that is being built or repaired may lack some. When it is complete, the waiting calls and uploads are
 * checked again.
 */
export function whereDocumentsAre({ device, documents, pending, epoch, report }: Parts, signal: AbortSignal): WhereIs {
  /** incomplete kinds on whose documents calls or uploads wait */
  const awaited = new Set<KindName>();
  const awaitAll = async (kind: KindName): Promise<void> => {
    if (awaited.has(kind) || signal.aborted) return;
    awaited.add(kind);
    try {
      await firstValueFrom(
        merge(
          deviceQuery(() => progressRows(device, kind)).pipe(
            switchMap(() => isWhole(device, kind)),
            filter(Boolean),
          ),
          fromEvent(signal, 'abort').pipe(map(() => true)),
        ).pipe(take(1)),
      );
    } catch (error) {
      if (!signal.aborted) report(error);
    } finally {
      awaited.delete(kind);
      pending.touch();
    }
  };
  return async (collection, id) => {
    // while the device compares with a restored server, no document counts as sent
    if (epoch.isComparing) return 'waiting';
    const kind = collection as KindName;
    const [row] = await documents.stored(kind, [id]);
    if (row?.waits) return 'waiting';
    // a damaged row will be replaced, and is checked again then (../../storage/integrity/repair.ts)
    if (row && !row._deleted) return documents.passes(kind, row) ? 'sent' : 'waiting';
    // a tombstone without a revision was written by this device, possibly for a damaged row that the server still has
    if (row?.['rev'] !== undefined || (await isWhole(device, kind))) return 'gone';
    void awaitAll(kind);
    return 'waiting';
  };
}
