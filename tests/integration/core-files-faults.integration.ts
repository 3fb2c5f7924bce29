/** Files and faults: a full disk, a storage that answers 503, processes that die between two steps, third parties. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fileCalls } from '../../server/core/files/contract';
import { blobKey } from '../../server/core/uploads/resumable';
import { S3BlobStore } from '../../server/platform/storage/s3-store';
import type { Scope } from '../../sync/protocol/scopes';
import { UPLOAD_TOKEN_HEADER } from '../../sync/protocol/uploads';
import { openCore, resultCode, type Core, type Person } from '../support/core';
import { describeOnDatabase, anyEngine } from '../support/database';
import { FaultyBlobs, type Step } from '../support/faulty-blobs';
import { FilesOfPeople, ScriptedParser, sha256, text } from '../support/project-files';
import { startS3, type S3Server } from '../support/s3';

describeOnDatabase('files while something fails', (engine) => {
  let core: Core;
  let files: FilesOfPeople;
  let ann: Person;
  let blobs: FaultyBlobs;
  beforeAll(async () => {
    core = await openCore(engine, {
      ports: { parsing: new ScriptedParser() },
      blobs: (folder) => (blobs = new FaultyBlobs(folder)),
    });
    files = new FilesOfPeople(core, await core.serve());
    ann = core.person('ann');
  });
  afterAll(() => core.close());

  const offset = async ({ url, token }: { url: string; token: string }): Promise<number> =>
    Number(
      (
        await fetch(files.origin + url, {
          method: 'HEAD',
          headers: { authorization: 'Bearer ann', [UPLOAD_TOKEN_HEADER]: token, 'tus-resumable': '1.0.0' },
        })
      ).headers.get('upload-offset'),
    );

  it('lose nothing when the disk is full during an upload, and are sent on once it is not', async () => {
    const projectId = await files.project(ann);
    const bytes = text('a rather long text that does not fit');
    const ticket = await files.apply(ann, projectId, bytes, 'a.txt');
    blobs.failing.push('write');
    blobs.written = 7;
    expect((await files.send(ticket, bytes)).status).toBeGreaterThanOrEqual(500);
    const again = await files.apply(ann, projectId, bytes, 'a.txt');
    expect(again.uploadId).toBe(ticket.uploadId);
    expect(await offset(again)).toBe(7);
    expect((await files.send(again, bytes.subarray(7), { offset: 7 })).status).toBe(204);
    const { list } = await ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] });
    expect(await (await files.read(list[0]!.id, 'ann')).text()).toBe(bytes.toString());
    blobs.failing.push('put');
    const file = new File([new Uint8Array(text('small'))], 'small.txt');
    expect(await resultCode(ann.call(fileCalls.uploadChat, { chatId: 'c', file }))).not.toBe('accepted');
    expect(await resultCode(ann.call(fileCalls.uploadChat, { chatId: 'c', file }))).toBe('accepted');
  });

  /** Steps of the storage during one upload, each of which may be the last one of its process. */
  it.each<[where: string, step: Step]>([
    ['before the bytes are created', 'create'],
    ['before the state of the upload is read', 'getUpload'],
    ['before the hash is computed', 'get'],
    ['before the bytes are synced', 'seal'],
  ])('are whole when a process ends %s', async (_where, step) => {
    const projectId = await files.project(ann);
    const bytes = text(`killed at ${step}`);
    const id = await files.push(ann, projectId, 'a.txt');
    const apply = () => files.apply(ann, projectId, bytes, 'a.txt', { fileId: id });
    if (step === 'create' || step === 'getUpload') {
      blobs.failing.push(step);
      expect(await resultCode(apply())).toBe('S3_UPLOAD_FAILED');
    }
    const ticket = await apply();
    expect((await files.send(ticket, bytes)).status).toBe(204);
    const finish = () => ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] });
    if (step === 'get' || step === 'seal') {
      blobs.failing.push(step);
      expect(await resultCode(finish())).toBe('S3_UPLOAD_FAILED');
      expect(await ann.sees('projectItems', id)).toMatchObject({ version: 0, parseStatus: 'notParsed' });
    }
    expect((await finish()).list[0]).toMatchObject({ id, version: 1, sha256: sha256(bytes) });
    await core.runJobs();
    expect(await ann.sees('itemTexts', id)).toMatchObject({ parts: [{ text: `killed at ${step}` }] });
    expect(blobs.failing).toEqual([]);
  });

  it('have all of a version or nothing of it', async () => {
    const projectId = await files.project(ann);
    const bytes = text('whole');
    const id = await files.push(ann, projectId, 'a.txt');
    const ticket = await files.apply(ann, projectId, bytes, 'a.txt', { fileId: id });
    await files.send(ticket, bytes);
    const start = vi.spyOn(core.services.runs, 'start').mockRejectedValueOnce(new Error('the process died'));
    expect(await resultCode(ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] }))).toBe('the process died');
    start.mockRestore();
    expect(await ann.sees('projectItems', id)).toMatchObject({ version: 0, size: 0 });
    expect((await ann.call(fileCalls.versions, { id })).list).toEqual([]);
    const { list } = await ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] });
    expect(list[0]).toMatchObject({ version: 1, size: bytes.length });
  });

  it('are parsed by the next attempt when one ends before or while it stores the text', async () => {
    const projectId = await files.project(ann);
    const { id } = await files.add(ann, projectId, text('kept trying'), 'a.txt');
    blobs.failing.push('size');
    const write = core.sync.store.write.bind(core.sync.store);
    let writes = 0;
    const spy = vi.spyOn(core.sync.store, 'write').mockImplementation((companyId, work) => {
      writes += 1;
      // the second is that of the text, of the second attempt
      if (writes === 4) return Promise.reject(new Error('the process died'));
      return write(companyId, work);
    });
    await core.runJobs();
    spy.mockRestore();
    expect(await ann.sees('projectItems', id)).toMatchObject({ parseStatus: 'parsed', error: '' });
    expect(await ann.sees('itemTexts', id)).toMatchObject({ version: 1, parts: [{ text: 'kept trying' }] });
    const uses = await core.platform.db.selectFrom('service_use').select('id').where('id', 'like', '%/1').execute();
    expect(new Set(uses.map((use) => use.id)).size).toBe(uses.length);
  });

  it('are gone when their bytes cannot be deleted: bytes without a row are harmless', async () => {
    const projectId = await files.project(ann);
    const ticket = await files.apply(ann, projectId, text('x'), 'a.txt');
    await files.send(ticket, text('y'));
    blobs.failing.push('remove');
    expect(await resultCode(ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] }))).toBe('UPLOAD_HASH_MISMATCH');
    expect(await blobs.size(blobKey(ticket.uploadId))).toBe(2);
    expect(await resultCode(ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] }))).toBe('UPLOAD_NOT_FOUND');
  });

  it('are answered as not stored where the storage has lost them', async () => {
    const projectId = await files.project(ann);
    const { id } = await files.add(ann, projectId, text('lost'), 'a.txt');
    const { upload_id: uploadId } = await core.platform.db
      .selectFrom('file_version')
      .select('upload_id')
      .where('item_id', '=', id)
      .executeTakeFirstOrThrow();
    await blobs.delete(blobKey(uploadId));
    expect((await files.read(id, 'ann')).status).toBe(409);
    await core.runJobs();
    expect(await ann.sees('projectItems', id)).toMatchObject({ parseStatus: 'failed', error: 'FILE_NOT_STORED' });
  });

  it('are added by third parties that may add to projects, with the parts of their bytes, and not read by them', async () => {
    const projectId = await files.project(ann);
    const bytes = text('from a third party');
    let scopes: Scope[] = ['projects.add'];
    core.authenticator.granted = async ({ authorization }) =>
      authorization === 'Bearer third-party'
        ? { actor: { ...ann.actor, sessionId: '', grant: { id: 'g', clientId: 'rooms' } }, scopes }
        : null;
    expect([fileCalls.apply.scope, fileCalls.finish.scope, fileCalls.versions.scope]).toEqual([
      'projects.add',
      'projects.add',
      undefined,
    ]);
    const ticket = await files.apply(ann, projectId, bytes, 'rooms.txt');
    scopes = ['projects.list'];
    expect((await files.send(ticket, bytes, { by: 'third-party' })).status).toBe(403);
    scopes = ['projects.add'];
    expect((await files.send(ticket, bytes, { by: 'third-party' })).status).toBe(204);
    const { list } = await ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] });
    expect(list[0]).toMatchObject({ title: 'rooms.txt', version: 1, addedBy: 'ann' });
    expect((await files.read(list[0]!.id, 'third-party')).status).toBe(401);
    // nor is its content replaced
    const version = { name: 'rooms.txt', size: 5, sha256: sha256(text('other')), fileId: list[0]!.id, version: 2 };
    const { authenticate } = core.authenticator;
    core.authenticator.authenticate = () =>
      Promise.resolve({ ...ann.actor, sessionId: '', grant: { id: 'g', clientId: 'rooms' } });
    expect(await resultCode(ann.call(fileCalls.apply, { projectId, files: [version] }))).toBe('NO_PERMISSION');
    core.authenticator.authenticate = authenticate;
    // nor does it send what a person uploads for a chat
    const own = await ann.call(fileCalls.applyTemporary, {
      files: [{ name: 'q.txt', size: bytes.length, sha256: sha256(bytes) }],
    });
    expect((await files.send(own.uploads[0]!, bytes, { by: 'third-party' })).status).toBe(404);
    delete core.authenticator.granted;
  });
});

describe('files in S3', () => {
  let s3: S3Server;
  let core: Core;
  let files: FilesOfPeople;
  let ann: Person;
  beforeAll(async () => {
    s3 = await startS3();
    core = await openCore(anyEngine(), {
      ports: { parsing: new ScriptedParser() },
      blobs: () =>
        new S3BlobStore({
          bucket: 'b',
          region: 'us-east-1',
          endpoint: s3.url,
          forcePathStyle: true,
          credentials: { accessKeyId: 'a', secretAccessKey: 's' },
        }),
    });
    files = new FilesOfPeople(core, await core.serve());
    ann = core.person('ann');
  });
  afterAll(async () => {
    await core.close();
    await s3.stop();
  });

  it('wait while it answers 503, at each step, and are then as sent', async () => {
    const projectId = await files.project(ann);
    const bytes = text('stored in S3');
    const apply = () => files.apply(ann, projectId, bytes, 'a.txt');
    s3.refuses = () => 503;
    expect(await resultCode(apply())).toBe('S3_UPLOAD_FAILED');
    s3.refuses = null;
    const ticket = await apply();
    s3.refuses = ({ method }) => (method === 'PUT' ? 503 : null);
    expect((await files.send(ticket, bytes)).status).toBeGreaterThanOrEqual(500);
    s3.refuses = null;
    expect((await files.send(await apply(), bytes)).status).toBe(204);
    const finish = () => ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] });
    s3.refuses = () => 503;
    expect(await resultCode(finish())).toBe('S3_UPLOAD_FAILED');
    s3.refuses = null;
    const { id } = (await finish()).list[0]!;
    s3.refuses = () => 503;
    expect((await files.read(id, 'ann')).status).toBe(500);
    await core.runJobs({ afterMs: 0 });
    expect(await ann.sees('projectItems', id)).toMatchObject({ parseStatus: 'parsing' });
    s3.refuses = null;
    await core.runJobs();
    expect(await ann.sees('projectItems', id)).toMatchObject({ parseStatus: 'parsed', error: '' });
    expect(await (await files.read(id, 'ann', { headers: { range: 'bytes=0-5' } })).text()).toBe('stored');
  });
});
