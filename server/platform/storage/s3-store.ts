/** Blobs as objects of any S3. */
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { S3Store as TusS3Store } from '@tus/s3-store';
import type { DataStore } from '@tus/server';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CallError } from '../../../sync/protocol/errors';
import type { S3Config } from '../config';
import type { BlobStore } from './blob-store';
import { checkedKey } from './keys';

const isAbsent = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NotFound' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404;
};

export class S3BlobStore implements BlobStore {
  private readonly client: S3Client;
  private readonly uploads: DataStore;

  constructor(private readonly config: S3Config) {
    const settings: S3ClientConfig = {
      region: config.region,
      forcePathStyle: config.forcePathStyle,
      ...(config.endpoint ? { endpoint: config.endpoint } : {}),
      ...(config.credentials ? { credentials: config.credentials } : {}),
      // Checksums of the newer SDK are refused by many other servers.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    };
    this.client = new S3Client(settings);
    this.uploads = new TusS3Store({
      partSize: 8 * 1024 * 1024,
      s3ClientConfig: { ...settings, bucket: config.bucket },
    });
  }

  async put(key: string, body: Buffer | Readable, options: { contentType?: string } = {}): Promise<void> {
    const send = (content: Buffer | Readable, length: number): Promise<unknown> =>
      this.client.send(
        new PutObjectCommand({
          Bucket: this.config.bucket,
          Key: objectKey(key),
          Body: content,
          ContentLength: length,
          ...(options.contentType ? { ContentType: options.contentType } : {}),
        }),
      );
    try {
      if (Buffer.isBuffer(body)) return void (await send(body, body.length));
      // An object's length is told before its bytes: a stream goes through a file, which keeps memory flat.
      const folder = await mkdtemp(join(tmpdir(), 'satchel-blob-'));
      try {
        const file = join(folder, 'blob');
        await pipeline(body, createWriteStream(file));
        await send(createReadStream(file), (await stat(file)).size);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    } catch (cause) {
      if (cause instanceof CallError) throw cause;
      throw new CallError('S3_UPLOAD_FAILED', { cause });
    }
  }

  async get(key: string, range?: { start: number; end?: number }): Promise<Readable> {
    try {
      const answer = await this.client.send(
        new GetObjectCommand({
          Bucket: this.config.bucket,
          Key: objectKey(key),
          ...(range ? { Range: `bytes=${range.start}-${range.end ?? ''}` } : {}),
        }),
      );
      if (!(answer.Body instanceof Readable)) throw new CallError('NO_DATA');
      return answer.Body;
    } catch (error) {
      if (isAbsent(error)) throw new CallError('NO_DATA', { cause: error });
      throw error;
    }
  }

  async size(key: string): Promise<number | null> {
    try {
      return (
        (await this.client.send(new HeadObjectCommand({ Bucket: this.config.bucket, Key: objectKey(key) })))
          .ContentLength ?? 0
      );
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    const object = objectKey(key);
    // Beside an upload tus keeps what it knows of it, and the last piece that is too small for a part.
    const keys = object === key ? [object] : [object, `${object}.info`, `${object}.part`];
    await this.client.send(
      new DeleteObjectsCommand({
        Bucket: this.config.bucket,
        Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
      }),
    );
  }

  tus(): DataStore {
    return this.uploads;
  }
}

/** tus names an object plainly by its upload's id; every other key has a folder, so the two never meet. */
function objectKey(key: string): string {
  checkedKey(key);
  return key.startsWith('uploads/') ? key.slice('uploads/'.length) : key;
}
