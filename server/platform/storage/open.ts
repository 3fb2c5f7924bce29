/** The blob store of this configuration. */
import { join } from 'node:path';
import type { Config } from '../config';
import type { BlobStore } from './blob-store';
import { DiskStore } from './disk-store';
import { S3BlobStore } from './s3-store';

export const openBlobStore = (config: Pick<Config, 's3' | 'dataDir'>): BlobStore => (config.s3 ? new S3BlobStore(config.s3) : new DiskStore(join(config.dataDir, 'blobs')));
