/** The disk space that the account's data takes on this device. */
import type { StorageReport } from '../api';
import type { DeviceDatabase } from '../../storage/device-database';
import type { Environment } from '../../storage/environment';

/** All sizes in bytes. `documents` is the remainder, which includes the app itself. */
export async function storageReport(device: DeviceDatabase, environment: Environment): Promise<StorageReport> {
  const { usage, quota, persisted } = await environment.estimate();
  let recordings = 0;
  await device.recordings.rows.each((recording) => {
    recordings += recording.bytes;
  });
  let files = 0;
  await device.files.rows.each(({ bytes }) => {
    files += bytes;
  });
  let texts = 0;
  await device.updates.rows.each((row) => {
    texts += row.sealed.byteLength;
  });
  // the browser reports only the total of the origin
  return {
    usage,
    quota,
    persisted,
    kinds: { recordings, files, texts, documents: Math.max(0, usage - recordings - files - texts) },
  };
}
