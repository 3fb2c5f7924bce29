/** Loss detection when a workspace opens: losses are recorded for the person, and documents are pulled again. */
import { accountKey } from '../account-key';
import type { Account } from '../account';
import type { DeviceDatabase } from '../device-database';
import type { Environment } from '../environment';
import type { Documents } from '../documents';
import type { PendingDocuments } from '../pending';
import { recordLoss } from './loss';
import { findLoss } from './integrity-marker';
import { noLossCounter, readLossCount, unsentNow } from './loss-counter';

export interface DetectLossParts {
  account: Account;
  documents: Documents;
  device: DeviceDatabase;
  pending: PendingDocuments;
  environment: Environment;
  now: () => number;
  /** the data was encrypted with a key that is gone */
  keyLost: boolean;
}

const NATIVE = 'nativeVersion';

/**
 * Whether Dexie recreated a missing object store: it then raises the native version by one, within the ten of one
 * schema version.
 */
async function storeWasMissing(device: DeviceDatabase): Promise<boolean> {
  const native = device.nativeVersion;
  const known = (await device.meta.get(NATIVE))?.value;
  if (native !== known) await device.meta.put({ key: NATIVE, value: native });
  return typeof known === 'number' && native > known && Math.floor(native / 10) === Math.floor(known / 10);
}

/** Records a loss if there is one, and repairs: lost kinds are pulled or compared from the start. */
export async function detectLoss({
  account,
  documents,
  device,
  pending: waiting,
  environment,
  now,
  keyLost,
}: DetectLossParts): Promise<void> {
  const key = accountKey(account.userId, account.companyId);
  const lossCount = readLossCount(environment.lossCounter ?? noLossCounter, key);
  const [finding, isStoreMissing] = await Promise.all([
    findLoss(
      { documents, device, locks: environment.locks, scope: environment.prefix + key },
      keyLost || lossCount !== null,
    ),
    storeWasMissing(device),
  ]);
  if (!finding && !isStoreMissing) return;
  if (isStoreMissing) await deleteSoundlessRecordings(device);
  await recordLoss(device, {
    at: now(),
    extent: finding?.extent ?? 'part',
    lossCount: lossCount,
    here: await unsentNow(device, waiting),
  });
  await finding?.repair();
}

/** Deletes recordings whose chunks were lost with their store. */
async function deleteSoundlessRecordings(device: DeviceDatabase): Promise<void> {
  await device.transaction('rw', device.recordings.rows, device.chunks.rows, device.uploads, async () => {
    for (const { id, chunks } of await device.recordings.rows.toArray()) {
      if (chunks === 0 || (await device.chunks.rows.where('recordingId').equals(id).count()) > 0) continue;
      await device.recordings.rows.delete(id);
      await device.uploads.delete(id);
    }
  });
}
