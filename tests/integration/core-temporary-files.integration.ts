/** Temporary files of questions: how long they are there, and what is read of them. */
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { filePassages } from '../../server/core/chat/question-files';
import { fileCalls } from '../../server/core/files/contract';
import { purgeFiles } from '../../server/core/files/purge';
import { fileRoutes } from '../../server/core/files/routes';
import { TEMPORARY_MS } from '../../server/core/files/temporary';
import type { Platform } from '../../server/platform/context';
import { RunContinues } from '../../server/runs/failure';
import { Device } from '../support/caller';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { writeTemporaryFile } from '../support/temporary-files';

const HOUR = 60 * 60_000;

describeOnDatabase('temporary files of questions', (engine) => {
  let core: Core;
  let ann: Person;
  /** columns of the rows that the database has returned to `platform` */
  let columns: Set<string>;
  /** the core's, which notes them */
  let platform: Platform;

  beforeAll(async () => {
    core = await openCore(engine);
    [ann] = core.people('ann');
    const noting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        for (const row of result.rows) for (const column of Object.keys(row)) columns.add(column);
        return Promise.resolve(result);
      },
    };
    platform = Object.create(core.platform, { db: { value: core.platform.db.withPlugin(noting) } }) as Platform;
  });
  beforeEach(() => {
    columns = new Set();
  });
  afterAll(() => core.close());

  const write = (name: string, text: string, chatId = '') => writeTemporaryFile(core, { name, text, chatId });
  const passagesOf = (...fileIds: string[]) =>
    filePassages(
      { platform },
      ann.actor,
      { turn: { parentId: 'chat', fileIds }, exchanges: [], words: 'budget' },
      () => undefined,
    );

  it('are there for another week when they are applied for again, also where they have expired', async () => {
    const file = new File(['The budget is 5 million yen.'], 'a.txt');
    const { id, size, sha256 } = await ann.call(fileCalls.uploadChat, { chatId: 'chat', file });
    const apply = async () => {
      const { uploads } = await ann.call(fileCalls.applyTemporary, {
        files: [{ fileId: id, name: 'a.txt', size, sha256 }],
      });
      return uploads[0]!;
    };
    const found = () => ann.call(fileCalls.getChat, { id });
    core.parts.pass(TEMPORARY_MS - HOUR);
    expect(await apply()).toMatchObject({ fileId: id, finished: true });
    core.parts.pass(2 * HOUR);
    await purgeFiles(core.services);
    expect(await found()).toMatchObject({ name: 'a.txt' });
    // it has expired, and is not deleted yet
    core.parts.pass(TEMPORARY_MS);
    await expect(found()).rejects.toThrow('FILE_NOT_FOUND');
    const { uploadId, finished } = await apply();
    expect(finished).toBe(true);
    await purgeFiles(core.services);
    expect((await ann.call(fileCalls.finishTemporary, { uploadIds: [uploadId] })).list).toMatchObject([{ id }]);
    core.parts.pass(TEMPORARY_MS + HOUR);
    await purgeFiles(core.services);
    expect(await apply()).toMatchObject({ fileId: id, finished: false });
  });

  it('are listed, looked up and deleted without their texts, which have megabytes', async () => {
    const id = await write('a.txt', 'The budget is 5 million yen.', 'chat1');
    const device = new Device({
      routes: fileRoutes({ ...core.services, platform } as never),
      authenticator: core.authenticator,
    });
    device.authorization = 'Bearer ann';
    expect((await device.call(fileCalls.searchChat, { chatId: 'chat1', keyword: '' })).list).toMatchObject([{ id }]);
    expect(await device.call(fileCalls.getChat, { id })).toMatchObject({ name: 'a.txt' });
    await device.call(fileCalls.downloadChatBatch, { ids: [id] });
    await device.call(fileCalls.remove, { ids: [id] });
    expect([...columns]).toEqual(expect.arrayContaining(['name', 'parse_status']));
    expect(columns).not.toContain('text');
  });

  it('are read for a question once all of them are parsed', async () => {
    const [parsed, waiting] = [
      await write('a.txt', 'The budget is 5 million yen.'),
      await write('b.txt', 'The budget of May.'),
    ];
    const setStatus = (status: 'parsing' | 'parsed') =>
      core.platform.db.updateTable('temporary_file').set({ parse_status: status }).where('id', '=', waiting).execute();
    await setStatus('parsing');
    await expect(passagesOf(parsed, waiting)).rejects.toThrow(RunContinues);
    expect(columns).not.toContain('text');
    await setStatus('parsed');
    expect((await passagesOf(parsed, waiting)).passages.map(({ id }) => id).sort()).toEqual([parsed, waiting].sort());
  });
});
