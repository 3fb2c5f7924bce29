/** Texts of files of projects: parsing, failures, cancellation, and the versions that a text is of. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fileCalls } from '../../server/core/files/contract';
import { taskCalls } from '../../server/core/tasks/contract';
import { newPreferences } from '../../sync/model/kinds/preferences';
import { CallError } from '../../sync/protocol/errors';
import { resultCode, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import {
  openFiles,
  parsedLines,
  PDF,
  text,
  WAV,
  type FilesOfPeople,
  type ScriptedParser,
} from '../support/project-files';

describeOnDatabase('parsing of files', (engine) => {
  let core: Core;
  let files: FilesOfPeople;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  let parser: ScriptedParser;
  beforeAll(async () => {
    ({ core, files, parser } = await openFiles(engine));
    [ann, ben, cho] = core.people('ann', 'ben', 'cho');
  });
  beforeEach(async () => {
    await core.runJobs();
    parser.parsed.length = 0;
  });
  afterAll(() => core.close());

  it('keep the text of the last version until that of a new one is ready', async () => {
    const projectId = await files.project(ann);
    const { id } = await files.add(ann, projectId, text('old words'), 'a.txt');
    await core.runJobs();
    await files.upload(ann, projectId, text('new words'), 'a.txt', { fileId: id, version: 2 });
    expect((await ann.sees('itemTexts', id))!.parts[0]!.text).toBe('old words');
    // a newer version arrives while this one is read
    parser.next(async () => {
      await files.upload(ann, projectId, text('newest words'), 'a.txt', { fileId: id, version: 3 });
      return parsedLines('new words');
    });
    // what was read of version 2 is not stored: it is older than the file by now
    parser.next(async () => {
      expect((await ann.sees('itemTexts', id))!.parts[0]!.text).toBe('old words');
      return parsedLines('newest words');
    });
    await core.runJobs();
    expect((await ann.sees('itemTexts', id))!).toMatchObject({ version: 3, parts: [{ text: 'newest words' }] });
    expect(await files.item(id)).toMatchObject({ parseStatus: 'parsed', error: '', version: 3 });
  });

  it('fail to be read with their reason, are read again, and count as a use only if they have a text', async () => {
    const projectId = await files.project(ann);
    const uses = async (): Promise<number> =>
      (await core.platform.db.selectFrom('service_use').select('id').where('service', '=', 'file.parse').execute())
        .length;
    const before = await uses();
    parser.next(() => Promise.reject(new CallError('FILE_ENCRYPTED')));
    const { id } = await files.add(ann, projectId, PDF, 'locked.pdf');
    await core.runJobs();
    expect(await files.item(id)).toMatchObject({ parseStatus: 'failed', error: 'FILE_ENCRYPTED' });
    expect(await uses()).toBe(before);
    const { list } = await ann.call(taskCalls.page, {});
    expect(list[0]).toMatchObject({ kind: 'file.parse', status: 'FAILED', subject: { id } });
    await ann.call(fileCalls.retryParsing, { id });
    expect(await files.item(id)).toMatchObject({ parseStatus: 'waiting', error: '' });
    // a failure that passes is tried again by itself
    parser.next(() => Promise.reject(new Error('the process died')));
    await core.runJobs();
    expect(await files.item(id)).toMatchObject({ parseStatus: 'parsed', error: '' });
    expect(await uses()).toBe(before + 1);
  });

  it('are read with the languages of who uploaded them as the likely ones', async () => {
    await core.sync.store.write('c1', (tx) =>
      tx.put('preferences', 'ann', { ...newPreferences('ann', 'ja'), recognitionLanguage: 'zh_hant' }),
    );
    const seen: (readonly string[] | undefined)[] = [];
    const script: Parameters<typeof parser.next>[0] = (original) => {
      seen.push(original.languages);
      return Promise.resolve(parsedLines('a text'));
    };
    parser.next(script);
    await files.add(ann, await files.project(ann), PDF, 'scan.pdf');
    await core.runJobs();
    parser.next(script);
    await ann.call(fileCalls.uploadChat, { chatId: 'c', file: new File([new Uint8Array(PDF)], 'scan.pdf') });
    await core.runJobs();
    // without preferences none is likelier than another
    parser.next(script);
    await files.add(ben, await files.project(ben), PDF, 'scan.pdf');
    await core.runJobs();
    expect(seen).toEqual([['ja', 'zh-Hant'], ['ja', 'zh-Hant'], []]);
  });

  it('say that they could not be processed where every attempt fails, and keep their bytes', async () => {
    const projectId = await files.project(ann);
    for (let attempt = 0; attempt < 4; attempt += 1) parser.next(() => Promise.reject(new Error('the process died')));
    const { id } = await files.add(ann, projectId, text('never read'), 'a.txt');
    await core.runJobs();
    expect(await files.item(id)).toMatchObject({ parseStatus: 'failed', error: 'FILE_PROCESS_FAILED' });
    expect(await (await files.read(id, 'ann')).text()).toBe('never read\n');
    await ann.call(fileCalls.retryParsing, { id });
    await core.runJobs();
    expect(await files.item(id)).toMatchObject({ parseStatus: 'parsed', error: '' });
  });

  it('are not read any more when that is cancelled, and the file stays', async () => {
    const projectId = await files.project(ann, ['cho']);
    const { id } = await files.add(ann, projectId, text('long'), 'long.txt');
    expect(await resultCode(cho.call(fileCalls.cancelParsing, { id }))).toBe('NO_PERMISSION');
    await ann.call(fileCalls.cancelParsing, { id });
    await core.runJobs();
    expect(await files.item(id)).toMatchObject({ parseStatus: 'canceled', error: 'FILE_PARSE_CANCELED' });
    expect((await files.read(id, 'ann')).status).toBe(200);
    await ann.call(fileCalls.retryParsing, { id });
    // while it is read
    parser.next(async (_original, { signal }) => {
      await ann.call(fileCalls.cancelParsing, { id });
      signal.throwIfAborted();
      throw new Error('the request was not received');
    });
    await core.runJobs();
    expect(await files.item(id)).toMatchObject({ parseStatus: 'canceled' });
    await ann.call(fileCalls.retryParsing, { id });
    await core.runJobs();
    expect(await files.item(id)).toMatchObject({ parseStatus: 'parsed' });
  });

  it('of sound have no text and are not sent to the parser', async () => {
    const projectId = await files.project(ann);
    const sound = await files.add(ann, projectId, WAV, 'talk.wav');
    expect(sound).toMatchObject({ parseStatus: 'parsed', notices: ['noText'] });
    await core.runJobs();
    expect(parser.parsed).toEqual([]);
  });
});
