/** Blobs as objects in S3. */
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
      // Many S3-compatible servers reject the checksums of newer SDK versions.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    };
    this.client = new S3Client(settings);
    this.uploads = new TusS3Store({
      partSize: 8 * 1024 * 1024,
      s3ClientConfig: { ...settings, bucket: config.bucket },
    });
    const getUpload = this.uploads.getUpload.bind(this.uploads);
    this.uploads.getUpload = (id) =>
      getUpload(id).catch(async (error: unknown) => {
        // The tus store reports every failure to read the state as a missing upload, which the caller would start over.
        if ((await this.sizeOf(`${id}.info`)) === null) throw error;
        throw new Error('the state of an upload could not be read', { cause: error });
      });
    const remove = this.uploads.remove.bind(this.uploads);
    this.uploads.remove = async (id) => {
      await remove(id);
      // The tus store ignores keys that the object store refuses to delete.
      await this.delete(`uploads/${id}`);
    };
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
      // S3 needs the length of an object first: a stream is buffered in a file, which keeps memory constant.
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

  size(key: string): Promise<number | null> {
    return this.sizeOf(objectKey(key));
  }

  private async sizeOf(object: string): Promise<number | null> {
    try {
      return (
        (await this.client.send(new HeadObjectCommand({ Bucket: this.config.bucket, Key: object }))).ContentLength ?? 0
      );
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    const object = objectKey(key);
    // tus keeps the metadata of an upload beside it, and a last chunk that is smaller than a part.
    const keys = object === key ? [object] : [object, `${object}.info`, `${object}.part`];
    const { Errors: errors = [] } = await this.client.send(
      new DeleteObjectsCommand({
        Bucket: this.config.bucket,
        Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
      }),
    );
    // the request succeeds even if the store refuses to delete a key
    const refused = errors.find(({ Code }) => Code !== 'NoSuchKey');
    if (refused) throw new Error(`The object store did not delete ${refused.Key}: ${refused.Code} ${refused.Message}`);
  }

  tus(): DataStore {
    return this.uploads;
  }
}

/** tus names an object by its upload's id alone; every other key has a folder, so the two never collide. */
function objectKey(key: string): string {
  checkedKey(key);
  return key.startsWith('uploads/') ? key.slice('uploads/'.length) : key;
}
