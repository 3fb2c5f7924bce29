/** At the opening of a workspace: what is gone is noticed, noted for the person, and fetched again. */
import { accountKey } from '../account-key';
import type { Account } from '../account';
import type { DeviceDatabase } from '../device-database';
import type { Environment } from '../environment';
import type { Documents } from '../documents';
import type { PendingDocuments } from '../pending';
import { noteLoss } from './loss';
import { findLoss } from './integrity-marker';
import { noLossCounter, readLossCount, unsentNow } from './loss-counter';

export interface NoticeParts {
  account: Account;
  documents: Documents;
  device: DeviceDatabase;
  waiting: PendingDocuments;
  environment: Environment;
  now: () => number;
  /** all that was here was sealed with a key that is gone */
  keyLost: boolean;
}

const NATIVE = 'nativeVersion';

/** Dexie puts back a store that was missing and raises the native version by one, within the ten that belong to a version of ours. */
async function storeWasMissing(device: DeviceDatabase): Promise<boolean> {
  const native = device.nativeVersion;
  const known = (await device.meta.get(NATIVE))?.value;
  if (native !== known) await device.meta.put({ key: NATIVE, value: native });
  return typeof known === 'number' && native > known && Math.floor(native / 10) === Math.floor(known / 10);
}

export async function noticeLoss({
  account,
  documents,
  device,
  waiting,
  environment,
  now,
  keyLost,
}: NoticeParts): Promise<void> {
  const key = accountKey(account.userId, account.companyId);
  const witness = readLossCount(environment.lossCounter ?? noLossCounter, key);
  const [finding, hollow] = await Promise.all([
    findLoss(
      { documents, device, locks: environment.locks, scope: environment.prefix + key },
      keyLost || witness !== null,
    ),
    storeWasMissing(device),
  ]);
  if (!finding && !hollow) return;
  if (hollow) await dropHollow(device);
  await noteLoss(device, {
    at: now(),
    extent: finding?.extent ?? 'part',
    witness,
    here: await unsentNow(device, waiting),
  });
  await finding?.mend();
}

/** Recordings whose sound went with its store. */
async function dropHollow(device: DeviceDatabase): Promise<void> {
  await device.transaction('rw', device.recordings.rows, device.chunks.rows, device.uploads, async () => {
    for (const { id, chunks } of await device.recordings.rows.toArray()) {
      if (chunks === 0 || (await device.chunks.rows.where('recordingId').equals(id).count()) > 0) continue;
      await device.recordings.rows.delete(id);
      await device.uploads.delete(id);
    }
  });
}
