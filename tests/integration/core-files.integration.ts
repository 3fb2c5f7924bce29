/** Files of projects on the server: rows, uploads, versions, texts, reading, and who may do what. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fileCalls } from '../../server/core/files/contract';
import { FILE_VERSION_HEADER, fileDownloadPath } from '../../sync/protocol/files';
import { RESERVED_MAX } from '../../server/core/files/file-uploads';
import { VERSIONS_KEPT } from '../../server/core/files/versions';
import { historyCalls } from '../../server/core/project-history/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { taskCalls } from '../../server/core/tasks/contract';
import { blobKey, OPEN_MAX } from '../../server/core/uploads/resumable';
import { TOKEN_LIFETIME_MS } from '../../server/core/uploads/token';
import { newId, spaceOf } from '../../sync/model/ids';
import { newPreferences } from '../../sync/model/kinds/preferences';
import { LIMITS } from '../../sync/model/limits';
import { CallError } from '../../sync/protocol/errors';
import type { Core, Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { openFiles, parsedLines, sha256, type FilesOfPeople, type ScriptedParser } from '../support/project-files';

const text = (words: string): Buffer => Buffer.from(`${words}\n`);
const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n');
const WAV = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(64)]);

describeOnDatabase('files of projects', (engine) => {
  let core: Core;
  let files: FilesOfPeople;
  let ann: Person;
  let ben: Person;
  let cho: Person;
  let zoe: Person;
  let parser: ScriptedParser;
  beforeAll(async () => {
    ({ core, files, parser } = await openFiles(engine));
    [ann, ben, cho, zoe] = core.people('ann', 'ben', 'cho', 'zoe');
  });
  beforeEach(async () => {
    await core.runJobs();
    parser.parsed.length = 0;
  });
  afterAll(() => core.close());

  /** The code with which something is refused. */
  const code = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );
  const item = async (id: string, by = ann) => (await by.sees('projectItems', id))!;
  const rename = async (by: Person, id: string, fields: object) =>
    by.refused('projectItems', await item(id), fields as Record<string, unknown>);

  it('are pushed as rows, sent in parts, verified, parsed, and read by those who see the project', async () => {
    const projectId = await files.project(ann, ['ben']);
    const bytes = text('The offer is valid until Friday.');
    const id = await files.push(ann, projectId, 'offer.txt');
    expect(await item(id)).toMatchObject({ version: 0, parseStatus: 'notParsed' });
    const ticket = await files.apply(ann, projectId, bytes, 'offer.txt', { fileId: id });
    expect(ticket).toMatchObject({ fileId: id, finished: false });
    // interrupted after some of it
    expect((await files.send(ticket, bytes.subarray(0, 10))).status).toBe(204);
    expect(await code(ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] }))).toBe('UPLOAD_INCOMPLETE');
    expect((await files.read(id, 'ann')).status).toBe(409);
    expect((await files.send(ticket, bytes.subarray(10), { offset: 10 })).status).toBe(204);
    const { list } = await ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] });
    expect(list[0]).toMatchObject({
      id,
      version: 1,
      size: bytes.length,
      sha256: sha256(bytes),
      mimeType: 'text/plain',
      parseStatus: 'waiting',
    });
    // whatever is repeated changes nothing
    expect((await ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] })).list[0]).toMatchObject({ version: 1 });
    expect(await files.apply(ann, projectId, bytes, 'offer.txt', { fileId: id })).toMatchObject({
      uploadId: ticket.uploadId,
      finished: true,
    });

    await core.runJobs();
    expect(await item(id, ben)).toMatchObject({ parseStatus: 'parsed', language: 'en', error: '' });
    expect((await ben.sees('itemTexts', id))!.parts[0]).toMatchObject({ text: 'The offer is valid until Friday.' });
    expect(parser.parsed).toEqual([{ name: 'offer.txt', companyId: 'c1' }]);

    const answer = await files.read(id, 'ben');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      etag: `"${sha256(bytes)}"`,
      [FILE_VERSION_HEADER]: `1-${sha256(bytes)}`,
    });
    const part = await files.read(id, 'ben', { headers: { range: 'bytes=4-8' } });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      'offer',
      `bytes 4-8/${bytes.length}`,
    ]);
    expect((await files.read(id, 'ben', { headers: { 'if-none-match': `"${sha256(bytes)}"` } })).status).toBe(304);
    // hidden from others as if it did not exist
    expect((await files.read(id, 'cho')).status).toBe(404);
    expect((await files.read(id, 'zoe')).status).toBe(404);
    expect((await files.read(id, null)).status).toBe(401);
    expect((await files.read(id, 'ann', { version: 7 })).status).toBe(404);
  });

  it('are saved under their name, in any script, and shown in place only where that is harmless', async () => {
    const projectId = await files.project(ann);
    const pdf = await files.add(ann, projectId, PDF, '見積書 (1).pdf');
    const page = await files.add(ann, projectId, text('<script>alert(1)</script>'), 'page.html');
    const script = await files.add(ann, projectId, text('alert(1)'), 'a.js');
    const saved = await fetch(files.origin + fileDownloadPath(pdf.id), { headers: { authorization: 'Bearer ann' } });
    expect([saved.headers.get('content-type'), saved.headers.get('content-disposition')]).toEqual([
      'application/pdf',
      `attachment; filename*=UTF-8''${encodeURIComponent('見積書 ')}%281%29.pdf`,
    ]);
    const shown = async (id: string) => {
      const { headers } = await files.read(id, 'ann');
      return [headers.get('content-type'), headers.get('content-disposition')!.split(';')[0]];
    };
    expect(await shown(pdf.id)).toEqual(['application/pdf', 'inline']);
    expect(await shown(page.id)).toEqual(['text/html', 'attachment']);
    expect(await shown(script.id)).toEqual(['text/plain', 'inline']);
  });

  it('are created, renamed, moved and deleted by contributors, not by readers and outsiders', async () => {
    const projectId = await files.project(ann, ['cho'], ['ben']);
    const { id } = await files.add(ben, projectId, text('plan one'), 'plan.md');
    await core.runJobs();
    expect(await cho.refused('projectItems', null, files.row(cho, projectId, 'x.md'))).toBe('NO_PERMISSION');
    expect(await zoe.refused('projectItems', null, files.row(zoe, projectId, 'x.md'))).toBe('SPACE_NOT_FOUND');
    expect(await rename(cho, id, { title: 'taken.md' })).toBe('NO_PERMISSION');
    expect(await code(cho.call(fileCalls.remove, { ids: [id] }))).toBe('NO_PERMISSION');
    expect(await code(files.apply(cho, projectId, text('x'), 'x.md'))).toBe('NO_PERMISSION');
    expect(await code(files.apply(zoe, projectId, text('x'), 'x.md'))).toBe('PROJECT_NOT_FOUND');
    expect(await code(files.apply(cho, projectId, text('y'), 'plan.md', { fileId: id, version: 2 }))).toBe(
      'NO_PERMISSION',
    );
    expect(await code(zoe.call(fileCalls.versions, { id }))).toBe('FILE_NOT_FOUND');

    expect(await rename(ann, id, { title: 'roadmap.md' })).toBe('');
    const other = await files.project(ben);
    expect(await code(ann.call(fileCalls.update, { id, projectId: other }))).toBe('PROJECT_NOT_FOUND');
    expect(await rename(ben, id, { projectId: other, space: spaceOf('project', other) })).toBe('');
    expect([await ann.sees('projectItems', id), await ann.sees('itemTexts', id)]).toEqual([null, null]);
    expect(await ben.sees('itemTexts', id)).toMatchObject({ projectId: other, space: spaceOf('project', other) });
    await ben.call(fileCalls.remove, { ids: [id] });
    expect([await ben.sees('projectItems', id), await ben.sees('itemTexts', id)]).toEqual([null, null]);

    const events = (await ann.call(historyCalls.page, { projectId })).list.map(({ type, title }) => [type, title]);
    expect(events.slice(0, 3)).toEqual([
      ['movedOut', 'roadmap.md'],
      ['renamed', 'roadmap.md'],
      ['added', 'plan.md'],
    ]);
  });

  it.each([
    ['a path', '../../etc/passwd.txt', 'DOCUMENT_INVALID'],
    ['a path of Windows', 'a\\b.txt', 'DOCUMENT_INVALID'],
    ['no name', ' ', 'FILE_NAME_REQUIRED'],
    ['dots', '..', 'DOCUMENT_INVALID'],
    ['an unknown type', 'tool.exe', 'FILE_TYPE_NOT_SUPPORT'],
    ['no type', 'README', 'FILE_TYPE_NOT_SUPPORT'],
    ['too many characters', `${'é'.repeat(252)}.txt`, 'FILE_NAME_LENGTH_EXCEEDED'],
  ])('are not created under %s', async (_what, title, refusal) => {
    const projectId = await files.project(ann);
    expect(await ann.refused('projectItems', null, files.row(ann, projectId, title))).toBe(refusal);
  });

  it('lose control characters and overrides of direction in their name, and may have 255 characters', async () => {
    const projectId = await files.project(ann);
    const id = await files.push(ann, projectId, 'in\u202efdp\u0007voice.txt');
    expect((await item(id)).title).toBe('infdpvoice.txt');
    const long = `${'が'.repeat(251)}.txt`;
    expect((await item(await files.push(ann, projectId, long))).title).toBe(long);
    // by the API, separators are replaced
    const made = await files.upload(ann, projectId, text('api'), '..\\..\\x/evil.txt');
    expect(made.title).toBe('.._.._x_evil.txt');
  });

  it('keep the category of their type when they are renamed', async () => {
    const projectId = await files.project(ann);
    const { id } = await files.add(ann, projectId, text('# a'), 'a.md');
    expect(await rename(ann, id, { title: 'a.txt' })).toBe('');
    expect(await rename(ann, id, { title: 'a.png' })).toBe('FILE_TYPE_NOT_SUPPORT');
    expect(await rename(ann, id, { title: 'a' })).toBe('FILE_TYPE_NOT_SUPPORT');
    expect(await code(ann.call(fileCalls.update, { id, title: 'b.mp3' }))).toBe('FILE_TYPE_NOT_SUPPORT');
    expect(await ann.call(fileCalls.update, { id, title: 'b.md' })).toMatchObject({ title: 'b.md' });
  });

  it('have values that only the server gives', async () => {
    const projectId = await files.project(ann);
    for (const forged of [
      { version: 1 },
      { size: 5 },
      { sha256: 'a'.repeat(64) },
      { parseStatus: 'parsed' },
      { mimeType: 'text/html' },
      { contentAt: 5 },
      { url: 'https://example.com/' },
      { addedBy: 'ben' },
      { itemType: 'websiteUrl' },
      { itemType: 'connector' },
    ])
      expect([forged, await ann.refused('projectItems', null, files.row(ann, projectId, 'a.txt', forged))]).toEqual([
        forged,
        'NO_PERMISSION',
      ]);
    const { id } = await files.add(ann, projectId, text('b'), 'b.txt');
    for (const forged of [{ version: 9 }, { size: 1 }, { mimeType: 'x' }, { addedBy: 'ben' }, { depth: 3 }])
      expect([forged, await rename(ann, id, forged)]).toEqual([forged, 'NO_PERMISSION']);
    expect(await ann.refused('itemTexts', null, { id, space: spaceOf('project', projectId) })).toBe(
      'COLLECTION_READ_ONLY',
    );
  });

  it('refuse what is wrong before a byte is sent', async () => {
    const projectId = await files.project(ann);
    const apply = (name: string, size: number, more: object = {}) =>
      code(ann.call(fileCalls.apply, { projectId, files: [{ name, size, sha256: 'a'.repeat(64), ...more }] }));
    expect(await apply('a.txt', 0)).toBe('FILE_CONTENT_EMPTY');
    expect(await apply('a.txt', LIMITS.fileBytes + 1)).toBe('FILE_MAX_LENGTH_EXCEEDED');
    expect(await apply('a.mp3', LIMITS.fileBytes + 1)).toBe('accepted');
    expect(await apply('a.mp3', LIMITS.audioBytes + 1)).toBe('FILE_MAX_LENGTH_EXCEEDED');
    expect(await apply('a.exe', 5)).toBe('FILE_TYPE_NOT_SUPPORT');
    expect(await apply('..', 5)).toBe('FILE_NAME_REQUIRED');
    expect(await apply('a.txt', 5, { fileId: newId() })).toBe('FILE_NOT_FOUND');
    const six = Array.from({ length: 6 }, () => ({ name: 'a.txt', size: 5, sha256: 'a'.repeat(64) }));
    expect(await code(ann.call(fileCalls.apply, { projectId, files: six }))).toBe('PARAM_ERROR');
    // nothing of a selection with one wrong file
    const before = await core.services.storedBytes('c1');
    await code(
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
    expect(await code(ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] }))).toBe(refusal);
    expect(await core.platform.blobs.size(blobKey(ticket.uploadId))).toBeNull();
    expect(await code(ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] }))).toBe('UPLOAD_NOT_FOUND');
  });

  it('take parts from their sender only, and with a token that has not expired', async () => {
    const projectId = await files.project(ann, [], ['ben']);
    const bytes = text('mine');
    const ticket = await files.apply(ann, projectId, bytes, 'mine.txt');
    expect((await files.send(ticket, bytes, { by: 'ben' })).status).toBe(403);
    expect((await files.send(ticket, bytes, { by: 'zoe' })).status).toBe(404);
    expect(await code(ben.call(fileCalls.finish, { uploadIds: [ticket.uploadId] }))).toBe('UPLOAD_NOT_FOUND');
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
    expect(await code(files.apply(ann, projectId, bytes, 'first.txt', { fileId: first.id, version: 2 }))).toBe(
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
    expect(await code(finish(ben, again.uploadId))).toBe('FILE_DUPLICATED');
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
    expect(await code(ann.call(fileCalls.restoreVersion, { id, version: 9 }))).toBe('FILE_VERSION_NOT_FOUND');
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
    expect(await item(id)).toMatchObject({ parseStatus: 'parsed', error: '', version: 3 });
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
    expect(await rename(ann, moved, { projectId: to, space: spaceOf('project', to) })).toBe('');
    await ann.call(fileCalls.remove, { ids: [gone] });
    const finish = (at: number) => ann.call(fileCalls.finish, { uploadIds: [tickets[at]!.uploadId] });
    expect((await finish(0)).list[0]).toMatchObject({ projectId: to, version: 1 });
    expect(await code(finish(1))).toBe('FILE_NOT_FOUND');
    // the project of another one is deleted meanwhile
    const late = await files.apply(ann, from, text('late'), 'late.txt');
    await files.send(late, text('late'));
    await ann.call(projectCalls.remove, { id: from });
    expect(await code(ann.call(fileCalls.finish, { uploadIds: [late.uploadId] }))).toBe('PROJECT_NOT_FOUND');
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
    expect(await item(id)).toMatchObject({ parseStatus: 'failed', error: 'FILE_ENCRYPTED' });
    expect(await uses()).toBe(before);
    const { list } = await ann.call(taskCalls.page, {});
    expect(list[0]).toMatchObject({ kind: 'file.parse', status: 'FAILED', subject: { id } });
    await ann.call(fileCalls.retryParsing, { id });
    expect(await item(id)).toMatchObject({ parseStatus: 'waiting', error: '' });
    // a failure that passes is tried again by itself
    parser.next(() => Promise.reject(new Error('the process died')));
    await core.runJobs();
    expect(await item(id)).toMatchObject({ parseStatus: 'parsed', error: '' });
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
    expect(await item(id)).toMatchObject({ parseStatus: 'failed', error: 'FILE_PROCESS_FAILED' });
    expect(await (await files.read(id, 'ann')).text()).toBe('never read\n');
    await ann.call(fileCalls.retryParsing, { id });
    await core.runJobs();
    expect(await item(id)).toMatchObject({ parseStatus: 'parsed', error: '' });
  });

  it('are not read any more when that is cancelled, and the file stays', async () => {
    const projectId = await files.project(ann, ['cho']);
    const { id } = await files.add(ann, projectId, text('long'), 'long.txt');
    expect(await code(cho.call(fileCalls.cancelParsing, { id }))).toBe('NO_PERMISSION');
    await ann.call(fileCalls.cancelParsing, { id });
    await core.runJobs();
    expect(await item(id)).toMatchObject({ parseStatus: 'canceled', error: 'FILE_PARSE_CANCELED' });
    expect((await files.read(id, 'ann')).status).toBe(200);
    await ann.call(fileCalls.retryParsing, { id });
    // while it is read
    parser.next(async (_original, { signal }) => {
      await ann.call(fileCalls.cancelParsing, { id });
      signal.throwIfAborted();
      throw new Error('the request was not received');
    });
    await core.runJobs();
    expect(await item(id)).toMatchObject({ parseStatus: 'canceled' });
    await ann.call(fileCalls.retryParsing, { id });
    await core.runJobs();
    expect(await item(id)).toMatchObject({ parseStatus: 'parsed' });
  });

  it('of sound have no text and are not sent to the parser', async () => {
    const projectId = await files.project(ann);
    const sound = await files.add(ann, projectId, WAV, 'talk.wav');
    expect(sound).toMatchObject({ parseStatus: 'parsed', notices: ['noText'] });
    await core.runJobs();
    expect(parser.parsed).toEqual([]);
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
      code(
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
