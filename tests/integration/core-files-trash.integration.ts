/** The end of files: trash, retention, the purge of their bytes, a member who leaves. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileCalls } from '../../server/core/files/contract';
import { ABANDONED_MS, purgeFiles } from '../../server/core/files/purge';
import { TEMPORARY_MS } from '../../server/core/files/temporary';
import { createDocumentExpiry } from '../../server/core/retention/retention';
import { projectCalls } from '../../server/core/projects/contract';
import { trashCalls } from '../../server/core/trash/contract';
import { createTrash, TRASH_MS } from '../../server/core/trash/service';
import { blobKey } from '../../server/core/uploads/resumable';
import { coreFeatures } from '../../server/features';
import { retentionRules, transferOwnership } from '../../server/shared/feature';
import { spaceOf } from '../../sync/model/ids';
import { openCore, resultCode, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { FilesOfPeople, ScriptedParser, sha256, text } from '../support/project-files';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

describeOnDatabase('the end of files', (engine) => {
  let core: Core;
  let files: FilesOfPeople;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  beforeAll(async () => {
    core = await openCore(engine, { ports: { parsing: new ScriptedParser() } });
    files = new FilesOfPeople(core, await core.serve());
    [ann, ben, cho] = core.people('ann', 'ben', 'cho');
  });
  afterAll(() => core.close());

  const bytesOf = async (id: string): Promise<string[]> =>
    (await core.platform.db.selectFrom('file_version').select('upload_id').where('item_id', '=', id).execute()).map(
      (row) => row.upload_id,
    );
  const isStored = async (uploadId: string): Promise<boolean> =>
    (await core.platform.blobs.size(blobKey(uploadId))) !== null;
  const stored = async (projectId: string, words: string, by = ann) => {
    const item = await files.add(by, projectId, text(words), `${words}.txt`);
    await core.runJobs();
    return item.id;
  };
  const entries = async (by: Person) =>
    (await by.call(trashCalls.page, {})).list.filter(({ kind }) => kind === 'projectItems');

  it('is thirty days after their deletion: until then they return with bytes and text', async () => {
    const projectId = await files.project(ann, ['cho'], ['ben']);
    const id = await stored(projectId, 'kept');
    const gone = await stored(projectId, 'gone');
    await ben.call(fileCalls.remove, { ids: [id, gone] });
    // for contributors, not for readers
    expect((await entries(ann)).map((each) => [each.title, each.itemType, each.canErase]).sort()).toEqual([
      ['gone.txt', 'file', true],
      ['kept.txt', 'file', true],
    ]);
    expect((await entries(ben)).map((each) => each.canErase)).toEqual([false, false]);
    expect(await entries(cho)).toEqual([]);
    expect(await resultCode(cho.call(trashCalls.restore, { kind: 'projectItems', id }))).toBe('TRASH_NOT_FOUND');
    core.parts.pass(TRASH_MS - DAY);
    await createTrash({ platform: core.platform, sync: core.sync.store }).cleanUp();
    await purgeFiles(core.services);
    await ben.call(trashCalls.restore, { kind: 'projectItems', id });
    expect(await (await files.read(id, 'cho')).text()).toBe('kept\n');
    expect(await cho.sees('itemTexts', id)).toMatchObject({ parts: [{ text: 'kept' }] });
    const [bytes] = await bytesOf(gone);
    core.parts.pass(2 * DAY);
    await createTrash({ platform: core.platform, sync: core.sync.store }).cleanUp();
    await purgeFiles(core.services);
    expect([await bytesOf(gone), await isStored(bytes!)]).toEqual([[], false]);
    expect(await isStored((await bytesOf(id))[0]!)).toBe(true);
  });

  it('can be at once, by the person who added them', async () => {
    const projectId = await files.project(ann, [], ['ben']);
    const id = await stored(projectId, 'secret');
    const [bytes] = await bytesOf(id);
    await ann.call(fileCalls.remove, { ids: [id] });
    expect(await resultCode(ben.call(trashCalls.erase, { kind: 'projectItems', id }))).toBe('NO_PERMISSION');
    await ann.call(trashCalls.erase, { kind: 'projectItems', id });
    await purgeFiles(core.services);
    expect(await isStored(bytes!)).toBe(false);
  });

  it('does not come with their project while another one takes them', async () => {
    const [projectId, other] = [await files.project(ann), await files.project(ann)];
    const id = await stored(projectId, 'moved on');
    await ann.call(fileCalls.remove, { ids: [id] });
    await ann.call(projectCalls.remove, { id: projectId });
    expect((await entries(ann)).filter((each) => each.id === id)).toMatchObject([{ isProjectGone: true }]);
    expect(await resultCode(ann.call(trashCalls.restore, { kind: 'projectItems', id }))).toBe('PROJECT_NOT_FOUND');
    await ann.call(trashCalls.restore, { kind: 'projectItems', id, projectId: other });
    expect(await ann.sees('itemTexts', id)).toMatchObject({ projectId: other, space: spaceOf('project', other) });
    // those that were deleted with their project return with it
    const within = await stored(other, 'within');
    await ann.call(projectCalls.remove, { id: other });
    expect(await ann.sees('projectItems', within)).toBeNull();
    await ann.call(trashCalls.restore, { kind: 'projects', id: other });
    expect(await (await files.read(within, 'ann')).text()).toBe('within\n');
  });

  it('goes on with their parsing when they are restored before it has begun', async () => {
    const projectId = await files.project(ann);
    const { id } = await files.add(ann, projectId, text('early'), 'early.txt');
    await ann.call(fileCalls.remove, { ids: [id] });
    await core.runJobs();
    await ann.call(trashCalls.restore, { kind: 'projectItems', id });
    await core.jobs.started();
    await core.runJobs();
    expect(await ann.sees('projectItems', id)).toMatchObject({ parseStatus: 'parsed' });
  });

  it('is the organization’s retention, by the age of their content', async () => {
    const projectId = await files.project(ann);
    const old = await stored(projectId, 'old');
    core.parts.pass(200 * DAY);
    const young = await stored(projectId, 'young');
    // a new name is no new content, other bytes are
    await ann.call(fileCalls.update, { id: old, title: 'renamed.txt' });
    const renewed = await stored(projectId, 'renewed');
    const expiry = createDocumentExpiry(core.platform, core.sync.store, retentionRules(coreFeatures as never));
    const before = core.now() - 180 * DAY;
    const found = (await expiry.find('c1', { before })).filter(({ id }) => [old, young, renewed].includes(id));
    expect(found).toEqual([{ collection: 'projectItems', id: old, creatorId: 'ann' }]);
    expect(await expiry.count('c1', found)).toEqual({
      notes: 0,
      meetings: 0,
      recordings: 0,
      files: 1,
      chats: 0,
      bytes: 4,
    });
    await core.sync.store.write('c1', (tx) => expiry.remove(tx, found, { before }, core.now()));
    expect([await ann.sees('projectItems', old), await ann.sees('itemTexts', old)]).toEqual([null, null]);
    const [bytes] = await bytesOf(old);
    core.parts.pass(8 * DAY);
    await expiry.erase('c1', core.now() - 7 * DAY);
    await purgeFiles(core.services);
    expect(await isStored(bytes!)).toBe(false);
  });

  it('of unfinished uploads is a day, of temporary files a week', async () => {
    const projectId = await files.project(ann);
    const ticket = await files.apply(ann, projectId, text('never sent'), 'never.txt');
    const file = new File([new Uint8Array(text('a question'))], 'q.txt');
    const asked = await ann.call(fileCalls.uploadChat, { chatId: 'chat1', file });
    core.parts.pass(ABANDONED_MS - HOUR);
    await purgeFiles(core.services);
    expect(await isStored(ticket.uploadId)).toBe(true);
    core.parts.pass(2 * HOUR);
    await purgeFiles(core.services);
    expect(await isStored(ticket.uploadId)).toBe(false);
    expect(await resultCode(ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] }))).toBe('UPLOAD_NOT_FOUND');
    core.parts.pass(TEMPORARY_MS - ABANDONED_MS - 2 * HOUR);
    expect((await ann.call(fileCalls.getChat, { id: asked.id })).name).toBe('q.txt');
    core.parts.pass(2 * HOUR);
    expect(await resultCode(ann.call(fileCalls.getChat, { id: asked.id }))).toBe('FILE_NOT_FOUND');
    const before = await core.services.storedBytes('c1');
    await purgeFiles(core.services);
    expect(await core.services.storedBytes('c1')).toBe(before - asked.size);
  });

  it('of what only a leaver saw is the day they leave; files stay in their project', async () => {
    const projectId = await files.project(ann, [], ['ben']);
    const id = await stored(projectId, 'stays', ben);
    await ben.call(fileCalls.uploadChat, {
      chatId: 'chat2',
      file: new File([new Uint8Array(text('mine'))], 'mine.txt'),
    });
    const open = await files.apply(ben, projectId, text('half'), 'half.txt');
    await core.sync.store.write('c1', (tx) =>
      transferOwnership(
        coreFeatures.filter(({ name }) => name === 'core/files'),
        core.services,
        tx,
        { userId: 'ben', name: 'Ben', wasActive: true },
        'ann',
      ),
    );
    expect(await ann.sees('projectItems', id)).toMatchObject({ addedBy: 'ben', title: 'stays.txt' });
    const left = await core.platform.db
      .selectFrom('temporary_file')
      .select('id')
      .where('user_id', '=', 'ben')
      .execute();
    expect(left).toEqual([]);
    // after the commit
    await expect.poll(() => isStored(open.uploadId)).toBe(false);
    expect(sha256(text('stays'))).toBe((await ann.sees('projectItems', id))!.sha256);
  });
});
