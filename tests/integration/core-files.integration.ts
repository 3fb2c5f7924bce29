/** Files of projects on the server: rows, names, reading, and who may do what. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fileCalls } from '../../server/core/files/contract';
import { FILE_VERSION_HEADER, fileDownloadPath } from '../../sync/protocol/files';
import { historyCalls } from '../../server/core/project-history/contract';
import { spaceOf } from '../../sync/model/ids';
import { resultCode, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { openFiles, PDF, sha256, text, type FilesOfPeople, type ScriptedParser } from '../support/project-files';

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

  it('are pushed as rows, sent in parts, verified, parsed, and read by those who see the project', async () => {
    const projectId = await files.project(ann, ['ben']);
    const bytes = text('The offer is valid until Friday.');
    const id = await files.push(ann, projectId, 'offer.txt');
    expect(await files.item(id)).toMatchObject({ version: 0, parseStatus: 'notParsed' });
    const ticket = await files.apply(ann, projectId, bytes, 'offer.txt', { fileId: id });
    expect(ticket).toMatchObject({ fileId: id, finished: false });
    // interrupted after some of it
    expect((await files.send(ticket, bytes.subarray(0, 10))).status).toBe(204);
    expect(await resultCode(ann.call(fileCalls.finish, { uploadIds: [ticket.uploadId] }))).toBe('UPLOAD_INCOMPLETE');
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
    expect(await files.item(id, ben)).toMatchObject({ parseStatus: 'parsed', language: 'en', error: '' });
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
    expect(await files.change(cho, id, { title: 'taken.md' })).toBe('NO_PERMISSION');
    expect(await resultCode(cho.call(fileCalls.remove, { ids: [id] }))).toBe('NO_PERMISSION');
    expect(await resultCode(files.apply(cho, projectId, text('x'), 'x.md'))).toBe('NO_PERMISSION');
    expect(await resultCode(files.apply(zoe, projectId, text('x'), 'x.md'))).toBe('PROJECT_NOT_FOUND');
    expect(await resultCode(files.apply(cho, projectId, text('y'), 'plan.md', { fileId: id, version: 2 }))).toBe(
      'NO_PERMISSION',
    );
    expect(await resultCode(zoe.call(fileCalls.versions, { id }))).toBe('FILE_NOT_FOUND');

    expect(await files.change(ann, id, { title: 'roadmap.md' })).toBe('');
    const other = await files.project(ben);
    expect(await resultCode(ann.call(fileCalls.update, { id, projectId: other }))).toBe('PROJECT_NOT_FOUND');
    expect(await files.change(ben, id, { projectId: other, space: spaceOf('project', other) })).toBe('');
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
    expect((await files.item(id)).title).toBe('infdpvoice.txt');
    const long = `${'が'.repeat(251)}.txt`;
    expect((await files.item(await files.push(ann, projectId, long))).title).toBe(long);
    // by the API, separators are replaced
    const made = await files.upload(ann, projectId, text('api'), '..\\..\\x/evil.txt');
    expect(made.title).toBe('.._.._x_evil.txt');
  });

  it('keep the category of their type when they are renamed', async () => {
    const projectId = await files.project(ann);
    const { id } = await files.add(ann, projectId, text('# a'), 'a.md');
    expect(await files.change(ann, id, { title: 'a.txt' })).toBe('');
    expect(await files.change(ann, id, { title: 'a.png' })).toBe('FILE_TYPE_NOT_SUPPORT');
    expect(await files.change(ann, id, { title: 'a' })).toBe('FILE_TYPE_NOT_SUPPORT');
    expect(await resultCode(ann.call(fileCalls.update, { id, title: 'b.mp3' }))).toBe('FILE_TYPE_NOT_SUPPORT');
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
      expect([forged, await files.change(ann, id, forged)]).toEqual([forged, 'NO_PERMISSION']);
    expect(await ann.refused('itemTexts', null, { id, space: spaceOf('project', projectId) })).toBe(
      'COLLECTION_READ_ONLY',
    );
  });
});
