import { Upload } from '@tus/server';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3, type S3Server } from '../../../tests/support/s3';
import { S3BlobStore } from './s3-store';

let s3: S3Server;
let store: S3BlobStore;
beforeAll(async () => {
  s3 = await startS3();
  store = new S3BlobStore({
    bucket: 'b',
    region: 'us-east-1',
    endpoint: s3.url,
    forcePathStyle: true,
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
  });
});
afterAll(() => s3.stop());

describe('blobs on S3', () => {
  it('are written, read by range, measured and deleted', async () => {
    await store.put('recordings/c/1', Readable.from([Buffer.from('hello '), Buffer.from('world')]));
    await store.put('logos/c', Buffer.from('logo'), { contentType: 'image/png' });
    expect(await text(await store.get('recordings/c/1'))).toBe('hello world');
    expect(await text(await store.get('recordings/c/1', { start: 6, end: 8 }))).toBe('wor');
    expect([await store.size('recordings/c/1'), await store.size('recordings/c/2')]).toEqual([11, null]);
    await store.delete('recordings/c/1');
    await expect(store.get('recordings/c/1')).rejects.toMatchObject({ code: 'NO_DATA' });
    await expect(store.get('../secret')).rejects.toMatchObject({ code: 'PARAM_ERROR' });
  });

  it('report a deletion that the store refuses', async () => {
    await store.put('recordings/c/3', Readable.from([Buffer.from('a voice')]));
    s3.refuses = ({ method, key }) => (method === 'DELETE' && key.endsWith('/3') ? 403 : null);
    await expect(store.delete('recordings/c/3')).rejects.toThrow('recordings/c/3: AccessDenied');
    s3.refuses = null;
    await store.delete('recordings/c/3');
    expect(await store.size('recordings/c/3')).toBeNull();
  });

  it('receive a resumable upload in chunks, whose finished file is a blob', async () => {
    const bytes = randomBytes(12 * 1024 * 1024);
    const uploads = store.tus();
    await uploads.create(new Upload({ id: 'u1', size: bytes.length, offset: 0, metadata: {} }));
    let offset = 0;
    for (const size of [5 * 1024 * 1024, 100, bytes.length]) {
      offset = await uploads.write(
        Readable.from([bytes.subarray(offset, Math.min(offset + size, bytes.length))]),
        'u1',
        offset,
      );
      expect((await uploads.getUpload('u1')).offset).toBe(offset);
    }
    expect(offset).toBe(bytes.length);
    expect((await buffer(await store.get('uploads/u1'))).equals(bytes)).toBe(true);
    expect(await store.size('uploads/u1')).toBe(bytes.length);
    await store.delete('uploads/u1');
    expect([...s3.objects.keys()].filter((key) => key.includes('u1'))).toEqual([]);
  });

  it('report an unfinished upload whose removal the store refuses, and remove it later', async () => {
    const uploads = store.tus();
    await uploads.create(new Upload({ id: 'u4', size: 9, offset: 0, metadata: {} }));
    await uploads.write(Readable.from([Buffer.from('12345')]), 'u4', 0);
    s3.refuses = ({ method, key }) => (method === 'DELETE' && key === 'u4.info' ? 403 : null);
    await expect(uploads.remove('u4')).rejects.toThrow('u4.info: AccessDenied');
    s3.refuses = null;
    expect([...s3.objects.keys()]).toContain('u4.info');
    await store.delete('uploads/u4');
    expect([...s3.objects.keys()].filter((key) => key.includes('u4'))).toEqual([]);
  });

  it('are not reported as missing uploads while the store fails', async () => {
    const uploads = new S3BlobStore({
      bucket: 'b',
      region: 'us-east-1',
      endpoint: s3.url,
      forcePathStyle: true,
      credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    }).tus();
    await store.tus().create(new Upload({ id: 'u2', size: 5, offset: 0, metadata: {} }));
    s3.refuses = () => 503;
    const failure: unknown = await uploads.getUpload('u2').catch((error: unknown) => error);
    s3.refuses = null;
    expect(failure).not.toHaveProperty('status_code');
    expect((await uploads.getUpload('u2')).offset).toBe(0);
    await expect(uploads.getUpload('u3')).rejects.toMatchObject({ status_code: 404 });
  });

  it('report a refusal of the store', async () => {
    const unreachable = new S3BlobStore({
      bucket: 'b',
      region: 'us-east-1',
      endpoint: 'http://127.0.0.1:9',
      forcePathStyle: true,
      credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    });
    await expect(unreachable.put('a/b', Buffer.from('x'))).rejects.toMatchObject({ code: 'S3_UPLOAD_FAILED' });
  });
});
