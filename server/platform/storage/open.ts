/** Opens the blob store of the configuration. The large S3 packages are loaded only if S3 is configured. */
import { join } from 'node:path';
import type { Config } from '../config';
import { makePrivate } from '../private-folder';
import type { BlobStore } from './blob-store';
import { DiskStore } from './disk-store';

export async function openBlobStore(config: Pick<Config, 's3' | 'dataDir'>): Promise<BlobStore> {
  if (!config.s3) {
    const folder = join(config.dataDir, 'blobs');
    makePrivate(folder);
    return new DiskStore(folder);
  }
  const { S3BlobStore } = await import('./s3-store');
  return new S3BlobStore(config.s3);
}
