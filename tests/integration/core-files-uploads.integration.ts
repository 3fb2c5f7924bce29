/** Uploads of files of projects: what is refused, duplicates, versions, storage that is used and reserved. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileCalls } from '../../server/core/files/contract';
import { RESERVED_MAX } from '../../server/core/files/file-uploads';
import { VERSIONS_KEPT } from '../../server/core/files/versions';
import { historyCalls } from '../../server/core/project-history/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { blobKey, OPEN_MAX } from '../../server/core/uploads/resumable';
import { TOKEN_LIFETIME_MS } from '../../server/core/uploads/token';
import { newId, spaceOf } from '../../sync/model/ids';
import { LIMITS } from '../../sync/model/limits';
import { resultCode, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { openFiles, PDF, sha256, text, type FilesOfPeople } from '../support/project-files';

describeOnDatabase('uploads of files', (engine) => {
  let core: Core;
  let files: FilesOfPeople;
  let ann: Person;
  let ben: Person;
  beforeAll(async () => {
    ({ core, files } = await openFiles(engine));
    [ann, ben] = core.people('ann', 'ben');
  });
  afterAll(() => core.close());

  it('refuse what is wrong before a byte is sent', async () => {
    const projectId = await files.project(ann);
    const apply = (name: string, size: number, more: object = {}) =>
      resultCode(ann.call(fileCalls.apply, { projectId, files: [{ name, size, sha256: 'a'.repeat(64), ...more }] }));
    expect(await apply('a.txt', 0)).toBe('FILE_CONTENT_EMPTY');
    expect(await apply('a.txt', LIMITS.fileBytes + 1)).toBe('FILE_MAX_LENGTH_EXCEEDED');
    expect(await apply('a.mp3', LIMITS.fileBytes + 1)).toBe('accepted');
    expect(await apply('a.mp3', LIMITS.audioBytes + 1)).toBe('FILE_MAX_LENGTH_EXCEEDED');
    expect(await apply('a.exe', 5)).toBe('FILE_TYPE_NOT_SUPPORT');
    expect(await apply('..', 5)).toBe('FILE_NAME_REQUIRED');
    expect(await apply('a.txt', 5, { fileId: newId() })).toBe('FILE_NOT_FOUND');
    const six = Array.from({ length: 6 }, () => ({ name: 'a.txt', size: 5, sha256: 'a'.repeat(64) }));
    expect(await resultCode(ann.call(fileCalls.apply, { projectId, files: six }))).toBe('PARAM_ERROR');
    // nothing of a selection with one wrong file
    const before = await core.services.storedBytes('c1');
    await resultCode(
      ann.call(fileCalls.apply, {
        projectId,
        files: [
          { name: 'good.txt', size: 5, sha256: 'b'.repeat(64) },
          { name: 'bad.exe', size: 5, sha256: 'c'.repeat(64) },
        ],
      }),
    );
    expect(await core.services.storedBytes('c1')).toBe(before);
  });

  it.each([
    ['other bytes than announced', 'a.txt', text('one'), text('two'), 'UPLOAD_HASH_MISMATCH'],
    [
      'a program under the name of a text',
      'a.txt',
      Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'),
      null,
      'FILE_TYPE_MISMATCH',
    ],
    ['HTML under the name of a picture', 'a.png', text('<script>alert(1)</script>'), null, 'FILE_TYPE_MISMATCH'],
    ['a document under the name of a sound', 'a.mp3', PDF, null, 'FILE_TYPE_MISMATCH'],
  ])('refuse %s, and keep nothing of it', async (_what, name, announced, sent, refusal) => {
    const projectId = await files.project(ann);
    const ticket = await files.apply(ann, projectId, announced, name);
    expect((await files.send(ticket, sent ?? announced)).status).toBe(204);
    expect(await resultCode(ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] }))).toBe(refusal);
    expect(await core.platform.blobs.size(blobKey(ticket.uploadId))).toBeNull();
    expect(await resultCode(ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] }))).toBe('UPLOAD_NOT_FOUND');
  });

  it('take parts from their sender only, and with a token that has not expired', async () => {
    const projectId = await files.project(ann, [], ['ben']);
    const bytes = text('mine');
    const ticket = await files.apply(ann, projectId, bytes, 'mine.txt');
    expect((await files.send(ticket, bytes, { by: 'ben' })).status).toBe(403);
    expect((await files.send(ticket, bytes, { by: 'zoe' })).status).toBe(404);
    expect(await resultCode(ben.call(fileCalls.finish, { uploadIds: [ticket.uploadId] }))).toBe('UPLOAD_NOT_FOUND');
    core.parts.pass(TOKEN_LIFETIME_MS + 1);
    expect((await files.send(ticket, bytes)).status).toBe(403);
    const again = await files.apply(ann, projectId, bytes, 'mine.txt');
    expect(again).toMatchObject({ uploadId: ticket.uploadId, fileId: ticket.fileId });
    expect((await files.send(again, bytes)).status).toBe(204);
  });

  it('are told to be duplicates by their bytes within a project, whatever their name', async () => {
    const projectId = await files.project(ann);
    const bytes = text('the same');
    const first = await files.add(ann, projectId, bytes, 'first.txt');
    const refusal = await ann.refusal(fileCalls.apply, {
      projectId,
      files: [{ name: 'second.txt', size: bytes.length, sha256: sha256(bytes) }],
    });
    expect(refusal).toMatchObject({ code: 'FILE_DUPLICATED', details: { params: { id: first.id } } });
    expect(await resultCode(files.apply(ann, projectId, bytes, 'first.txt', { fileId: first.id, version: 2 }))).toBe(
      'FILE_DUPLICATED',
    );
    // another project may have them, and this one when the first is gone
    await files.add(ann, await files.project(ann), bytes, 'first.txt');
    await ann.call(fileCalls.remove, { ids: [first.id] });
    await files.add(ann, projectId, bytes, 'second.txt');
  });

  it('of two devices at once are one if their bytes are, and two with names of their own if not', async () => {
    const projectId = await files.project(ann, [], ['ben']);
    const open = async (by: Person, words: string, name: string) => {
      const ticket = await files.apply(by, projectId, text(words), name);
      await files.send(ticket, text(words), { by: by.actor.userId });
      return ticket;
    };
    const [one, two] = [await open(ann, 'plan A', 'Plan.txt'), await open(ben, 'plan B', 'plan.txt')];
    const [same, again] = [await open(ann, 'plan C', 'c.txt'), await open(ben, 'plan C', 'c2.txt')];
    const finish = (by: Person, uploadId: string) => by.call(fileCalls.finish, { uploadIds: [uploadId] });
    const [first, second] = await Promise.all([finish(ann, one.uploadId), finish(ben, two.uploadId)]);
    expect([first.list[0]!.title, second.list[0]!.title].sort()).toEqual(
      first.list[0]!.title === 'Plan.txt' ? ['Plan.txt', 'plan (2).txt'] : ['Plan (2).txt', 'plan.txt'],
    );
    await finish(ann, same.uploadId);
    expect(await resultCode(finish(ben, again.uploadId))).toBe('FILE_DUPLICATED');
    expect(await core.platform.blobs.size(blobKey(again.uploadId))).toBeNull();
    // the same upload finished twice at once is one version
    const third = await open(ann, 'plan D', 'd.txt');
    const both = await Promise.all([finish(ann, third.uploadId), finish(ann, third.uploadId)]);
    expect(both.map(({ list }) => list[0]!.version)).toEqual([1, 1]);
    expect((await ann.call(fileCalls.versions, { id: third.fileId })).list).toHaveLength(1);
  });

  it('have versions: each is kept, read and restored, and the last twenty stay', async () => {
    const projectId = await files.project(ann);
    const { id } = await files.add(ann, projectId, text('v1'), 'v.txt');
    const add = (n: number) => files.upload(ann, projectId, text(`v${n}`), 'v.txt', { fileId: id, version: n });
    expect(await add(2)).toMatchObject({ version: 2, parseStatus: 'waiting' });
    await core.runJobs();
    expect((await ann.sees('itemTexts', id))!).toMatchObject({ version: 2, parts: [{ text: 'v2' }] });
    expect(await (await files.read(id, 'ann', { version: 1 })).text()).toBe('v1\n');
    const before = await core.services.storedBytes('c1');
    expect(await ann.call(fileCalls.restoreVersion, { id, version: 1 })).toMatchObject({
      version: 3,
      sha256: sha256(text('v1')),
    });
    // its bytes are those of version 1
    expect(await core.services.storedBytes('c1')).toBe(before);
    expect(await resultCode(ann.call(fileCalls.restoreVersion, { id, version: 9 }))).toBe('FILE_VERSION_NOT_FOUND');
    for (let n = 4; n <= VERSIONS_KEPT + 1; n += 1) await add(n);
    const { list } = await ann.call(fileCalls.versions, { id });
    expect(list.map(({ version }) => version)).toEqual(
      Array.from({ length: VERSIONS_KEPT }, (_, at) => VERSIONS_KEPT + 1 - at),
    );
    // version 1 is dropped, its bytes are still those of version 3
    expect((await files.read(id, 'ann', { version: 1 })).status).toBe(404);
    expect(await (await files.read(id, 'ann', { version: 3 })).text()).toBe('v1\n');
    const events = (await ann.call(historyCalls.page, { projectId, type: 'newVersion' })).list;
    expect(events).toHaveLength(VERSIONS_KEPT);
    expect(events[0]!.params).toEqual({ count: VERSIONS_KEPT + 1, itemType: 'file' });
  });

  it('go on with their upload when they are moved, and end with it when they are deleted', async () => {
    const [from, to] = [await files.project(ann), await files.project(ann)];
    const [moved, gone] = [await files.push(ann, from, 'moved.txt'), await files.push(ann, from, 'gone.txt')];
    const tickets = [
      await files.apply(ann, from, text('moved'), 'moved.txt', { fileId: moved }),
      await files.apply(ann, from, text('gone'), 'gone.txt', { fileId: gone }),
    ];
    await files.send(tickets[0]!, text('moved'));
    await files.send(tickets[1]!, text('gone'));
    expect(await files.change(ann, moved, { projectId: to, space: spaceOf('project', to) })).toBe('');
    await ann.call(fileCalls.remove, { ids: [gone] });
    const finish = (at: number) => ann.call(fileCalls.finish, { uploadIds: [tickets[at]!.uploadId] });
    expect((await finish(0)).list[0]).toMatchObject({ projectId: to, version: 1 });
    expect(await resultCode(finish(1))).toBe('FILE_NOT_FOUND');
    // the project of another one is deleted meanwhile
    const late = await files.apply(ann, from, text('late'), 'late.txt');
    await files.send(late, text('late'));
    await ann.call(projectCalls.remove, { id: from });
    expect(await resultCode(ann.call(fileCalls.finish, { uploadIds: [late.uploadId] }))).toBe('PROJECT_NOT_FOUND');
  });

  it('count as storage, within the limit of the organization, and reserve a bounded part of it', async () => {
    const projectId = await files.project(ben);
    const before = await core.services.storedBytes('c1');
    await files.add(ben, projectId, text('12345678'), 'a.txt');
    expect(await core.services.storedBytes('c1')).toBe(before + 9);
    const limit = (bytes: number | null) =>
      core.platform.db.updateTable('companies').set({ storage_limit: bytes }).where('id', '=', 'c1').execute();
    await limit(before + 9 + 100);
    const big = (n: number, size: number) =>
      resultCode(
        ben.call(fileCalls.apply, {
          projectId,
          files: [{ name: 'b.mp3', size, sha256: n.toString(16).padStart(64, '0') }],
        }),
      );
    expect(await big(1, 101)).toBe('FILE_TOTAL_LENGTH_EXCEEDED');
    expect(await big(1, 100)).toBe('accepted');
    await limit(null);
    for (let n = 2; n < 9; n += 1) expect(await big(n, LIMITS.audioBytes)).toBe('accepted');
    const open = (await core.services.storedBytes('c1')) - before - 9;
    expect(open).toBe(RESERVED_MAX);
    await core.platform.db.deleteFrom('file_upload').where('user_id', '=', 'ben').execute();
  });

  it('of which nothing is sent are open in a bounded number', async () => {
    const projectId = await files.project(ben);
    const apply = (n: number) =>
      ben.call(fileCalls.apply, {
        projectId,
        files: [{ name: 'b.txt', size: 1, sha256: n.toString(16).padStart(64, 'a') }],
      });
    const open = async () =>
      (await core.platform.db.selectFrom('file_upload').select('upload_id').where('user_id', '=', 'ben').execute())
        .length;
    const now = core.now();
    await core.platform.db
      .insertInto('file_upload')
      .values(
        Array.from({ length: OPEN_MAX }, (_, n) => ({
          ...{ company_id: 'c1', upload_id: `old${n}`, file_id: `old${n}`, project_id: projectId, user_id: 'ben' },
          ...{ name: 'b.txt', size: 1, sha256: String(n).padStart(64, '0'), created_at: now - 1000 },
        })),
      )
      .execute();
    await apply(1);
    expect(await open()).toBe(OPEN_MAX);
    await apply(2);
    expect(await open()).toBe(OPEN_MAX);
    await core.platform.db.deleteFrom('file_upload').where('user_id', '=', 'ben').execute();
  });
});
