/** Downloads of many files, temporary files, and sound that becomes a recording. */
import { once } from 'node:events';
import { get } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBuffer, type Entry } from 'yauzl';
import { buffer } from 'node:stream/consumers';
import { ADDRESS_LIFETIME_MS, BATCHES_MAX } from '../../server/core/files/batch';
import { fileCalls } from '../../server/core/files/contract';
import { BLANK_ITEM } from '../../server/core/projects/new-item';
import { projectCalls } from '../../server/core/projects/contract';
import { blobKey } from '../../server/core/uploads/resumable';
import { newId, spaceOf } from '../../sync/model/ids';
import { CallError } from '../../sync/protocol/errors';
import { resultCode, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { openFiles, sha256, text, WAV, type FilesOfPeople, type ScriptedParser } from '../support/project-files';

const MB = 1024 * 1024;

/** The entries of a zip in their order, with their text. */
async function unzipped(zip: Buffer): Promise<[name: string, text: string][]> {
  const entries: [string, string][] = [];
  const file = await new Promise<import('yauzl').ZipFile>((resolve, reject) =>
    fromBuffer(zip, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened!))),
  );
  file.readEntry();
  file.on('entry', (entry: Entry) => {
    file.openReadStream(entry, (error, stream) => {
      if (error) throw error;
      void buffer(stream!).then((bytes) => {
        entries.push([entry.fileName, bytes.toString('utf8')]);
        file.readEntry();
      });
    });
  });
  await once(file, 'end');
  return entries;
}

describeOnDatabase('downloads of files', (engine) => {
  let core: Core;
  let files: FilesOfPeople;
  let ann: Person;
  let ben: Person;
  let zoe: Person;
  beforeAll(async () => {
    ({ core, files } = await openFiles(engine));
    [ann, ben, zoe] = core.people('ann', 'ben', 'zoe');
  });
  afterAll(() => core.close());

  const address = async (by: Person, ids: string[]) => (await by.call(fileCalls.applyBatchDownload, { ids })).url;
  const open = (url: string, by: string | null = 'ann') =>
    fetch(files.origin + url, by ? { headers: { authorization: `Bearer ${by}` } } : {});
  const zipOf = async (url: string, by = 'ann') => unzipped(Buffer.from(await (await open(url, by)).arrayBuffer()));

  it('are one zip, with a name for each entry that is safe and its own', async () => {
    const projectId = await files.project(ann, ['ben']);
    const others = await files.project(ann, ['ben']);
    const ids = [
      (await files.add(ann, projectId, text('one'), 'plan.txt')).id,
      (await files.add(ann, others, text('two'), 'Plan.txt')).id,
      (await files.add(ann, projectId, text('three'), 'CON.txt')).id,
      (await files.add(ann, projectId, text('four'), '見積 "A": <b>.txt')).id,
      (await files.add(ann, projectId, text('five'), '..hidden.txt')).id,
    ];
    expect(await zipOf(await address(ben, [...ids, ids[0]!]), 'ben')).toEqual([
      ['plan.txt', 'one\n'],
      ['Plan (2).txt', 'two\n'],
      ['_CON.txt', 'three\n'],
      ['見積 _A__ _b_.txt', 'four\n'],
      ['_hidden.txt', 'five\n'],
    ]);
  });

  it('are for the person who asked, for some minutes, and never of a file that this person does not see', async () => {
    const projectId = await files.project(ann, ['ben']);
    const seen = (await files.add(ann, projectId, text('seen'), 'seen.txt')).id;
    const hidden = (await files.add(ann, await files.project(ann), text('hidden'), 'hidden.txt')).id;
    expect(await resultCode(address(ben, [seen, hidden]))).toBe('FILE_NOT_FOUND');
    expect(await resultCode(address(zoe, [seen]))).toBe('FILE_NOT_FOUND');
    const url = await address(ben, [seen]);
    expect([
      (await open(url, 'ann')).status,
      (await open(url, 'zoe')).status,
      (await open(url, null)).status,
      (await open(url.replace(/token=./, 'token=9'), 'ben')).status,
      (await open(url.split('?')[0]!, 'ben')).status,
      (await open(url, 'ben')).status,
    ]).toEqual([403, 403, 401, 403, 403, 200]);
    core.parts.pass(ADDRESS_LIFETIME_MS + 1000);
    expect((await open(url, 'ben')).status).toBe(403);
  });

  it('are kept for the newest addresses of a person', async () => {
    const { id } = await files.add(ann, await files.project(ann), text('kept'), 'kept.txt');
    const urls: string[] = [];
    for (let n = 0; n < BATCHES_MAX + 1; n += 1) urls.push(await address(ann, [id]));
    expect((await open(urls[0]!)).status).toBe(404);
    expect((await open(urls[1]!)).status).toBe(200);
    expect((await open(urls.at(-1)!)).status).toBe(200);
  });

  it('name what is gone or hidden when it is read, and go on with the rest', async () => {
    const projectId = await files.project(ann, ['ben']);
    const ids: string[] = [];
    for (const name of ['first', 'deleted', 'lost', 'last'])
      ids.push((await files.add(ann, projectId, text(name), `${name}.txt`)).id);
    const waiting = await files.push(ann, projectId, 'waiting.txt');
    const url = await address(ben, [...ids, waiting]);
    await ann.call(fileCalls.remove, { ids: [ids[1]!] });
    const { upload_id: lost } = await core.platform.db
      .selectFrom('file_version')
      .select('upload_id')
      .where('item_id', '=', ids[2]!)
      .executeTakeFirstOrThrow();
    await core.platform.blobs.delete(blobKey(lost));
    const entries = await zipOf(url, 'ben');
    expect(entries.map(([name]) => name)).toEqual(['first.txt', 'last.txt', 'not-included.txt']);
    expect(entries[2]![1]).toContain('The file wasn’t found.');
    expect(entries[2]![1]).toContain('lost.txt: ');
    expect(entries[2]![1]).toContain('waiting.txt: ');
    // access ends between the request and the download
    const later = await address(ben, [ids[0]!]);
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'private', departmentIds: [], userIds: [] });
    expect((await zipOf(later, 'ben')).map(([name]) => name)).toEqual(['not-included.txt']);
  });

  it('of ten thousand files open one at a time, and no further ahead of the reader than a connection holds', async () => {
    const projectId = await files.project(ann);
    const uploadId = newId();
    const body = Buffer.alloc(2048, 'x');
    await core.platform.blobs.put(blobKey(uploadId), body);
    const ids = Array.from({ length: 10_000 }, () => newId());
    const batches = Array.from({ length: 20 }, (_, n) => ids.slice(n * 500, (n + 1) * 500));
    for (const batch of batches)
      await core.sync.store.write('c1', async (tx) => {
        // reads them in one statement
        await tx.list('projectItems', { ids: batch });
        for (const id of batch)
          await tx.put('projectItems', id, {
            ...BLANK_ITEM,
            space: spaceOf('project', projectId),
            projectId,
            itemType: 'file',
            title: `${id}.pdf`,
            version: 1,
            sha256: sha256(body),
            size: body.length,
            addedBy: 'ann',
            createdAt: 1,
          });
      });
    for (const batch of batches)
      await core.platform.db
        .insertInto('file_version')
        .values(
          batch.map((item_id) => ({
            company_id: 'c1',
            item_id,
            version: 1,
            upload_id: uploadId,
            name: 'file.pdf',
            size: body.length,
            sha256: sha256(body),
            type: 'application/pdf',
            user_id: 'ann',
            created_at: 1,
          })),
        )
        .execute();
    const url = await address(ann, ids);
    const { blobs } = core.platform;
    let [opened, isOpen, atOnce] = [0, 0, 0];
    const whole = blobs.get.bind(blobs);
    blobs.get = async (...request) => {
      const stream = await whole(...request);
      opened += 1;
      isOpen += 1;
      atOnce = Math.max(atOnce, isOpen);
      stream.once('close', () => (isOpen -= 1));
      return stream;
    };
    try {
      const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
        get(files.origin + url, { headers: { authorization: 'Bearer ann' } }, resolve).on('error', reject),
      );
      await once(response, 'readable');
      let [bytes, ahead] = [0, 0];
      for await (const chunk of response) {
        ahead = Math.max(ahead, opened * body.length - bytes);
        bytes += (chunk as Buffer).length;
      }
      expect(opened).toBe(10_000);
      expect(atOnce).toBeLessThanOrEqual(2);
      expect(bytes).toBeGreaterThan(10_000 * body.length);
      // of 20 MB: what the system's buffers of a connection take
      expect(ahead).toBeLessThan(10 * MB);
    } finally {
      blobs.get = whole;
    }
  });

  it('end when their reader leaves', async () => {
    const projectId = await files.project(ann);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1)
      ids.push((await files.add(ann, projectId, Buffer.alloc(3 * MB, `${n}`), `${n}.txt`)).id);
    const url = await address(ann, ids);
    const { blobs } = core.platform;
    const whole = blobs.get.bind(blobs);
    let [opened, isOpen] = [0, 0];
    blobs.get = async (...request) => {
      const stream = await whole(...request);
      [opened, isOpen] = [opened + 1, isOpen + 1];
      stream.once('close', () => (isOpen -= 1));
      return stream;
    };
    try {
      const request = get(files.origin + url, { headers: { authorization: 'Bearer ann' } });
      request.on('error', () => undefined);
      await once(request, 'response');
      await expect.poll(() => opened).toBe(1);
      request.destroy();
      await expect.poll(() => isOpen).toBe(0);
      expect(opened).toBe(1);
    } finally {
      blobs.get = whole;
    }
  });
});

describeOnDatabase('temporary files', (engine) => {
  let core: Core;
  let files: FilesOfPeople;
  let ann: Person;
  let ben: Person;
  let parser: ScriptedParser;
  beforeAll(async () => {
    ({ core, files, parser } = await openFiles(engine));
    [ann, ben] = core.people('ann', 'ben');
  });
  afterAll(() => core.close());
  const asked = (words: string, name = 'q.txt') => new File([new Uint8Array(text(words))], name);

  it('are uploaded in parts or at once, parsed, found by name, and read by their owner alone', async () => {
    const bytes = text('what does this say');
    const send = { name: 'question.txt', size: bytes.length, sha256: sha256(bytes) };
    const { uploads } = await ann.call(fileCalls.applyTemporary, { chatId: 'chat', files: [send] });
    expect((await ann.call(fileCalls.applyTemporary, { chatId: 'chat', files: [send] })).uploads[0]).toMatchObject({
      fileId: uploads[0]!.fileId,
      uploadId: uploads[0]!.uploadId,
    });
    await files.send(uploads[0]!, bytes);
    const finish = () => ann.call(fileCalls.finishTemporary, { uploadIds: [uploads[0]!.uploadId] });
    const { id } = (await finish()).list[0]!;
    expect((await finish()).list[0]).toMatchObject({ id, parseStatus: 'waiting' });
    const again = await ann.call(fileCalls.applyTemporary, { files: [{ ...send, fileId: id }] });
    expect(again.uploads[0]).toMatchObject({ finished: true });
    expect(await resultCode(ben.call(fileCalls.applyTemporary, { files: [{ ...send, fileId: id }] }))).toBe(
      'NO_PERMISSION',
    );
    const small = await ann.call(fileCalls.uploadChat, { chatId: 'chat', file: asked('small', 'Anhang 100%.txt') });
    await core.runJobs();
    expect(await ann.call(fileCalls.getChat, { id })).toMatchObject({ parseStatus: 'parsed', error: '' });
    const search = async (by: Person, keyword: string) =>
      (await by.call(fileCalls.searchChat, { chatId: 'chat', keyword })).list.map(({ name }) => name);
    expect(await search(ann, '')).toEqual(expect.arrayContaining(['question.txt', 'Anhang 100%.txt']));
    expect([await search(ann, '100%'), await search(ann, '_'), await search(ben, '')]).toEqual([
      ['Anhang 100%.txt'],
      [],
      [],
    ]);
    for (const call of [fileCalls.getChat, fileCalls.downloadChat])
      expect(await resultCode(ben.call(call, { id }))).toBe('FILE_NOT_FOUND');
    expect(await resultCode(ben.call(fileCalls.downloadChatBatch, { ids: [id] }))).toBe('FILE_NOT_FOUND');
    expect(await resultCode(ben.call(fileCalls.remove, { ids: [id] }))).toBe('FILE_NOT_FOUND');
    const { url } = await ann.call(fileCalls.downloadChatBatch, { ids: [id, small.id] });
    const zip = await fetch(files.origin + url, { headers: { authorization: 'Bearer ann' } });
    expect((await unzipped(Buffer.from(await zip.arrayBuffer()))).map(([name]) => name)).toEqual([
      'question.txt',
      'Anhang 100%.txt',
    ]);
    await ann.call(fileCalls.remove, { ids: [id] });
    expect(await resultCode(ann.call(fileCalls.getChat, { id }))).toBe('FILE_NOT_FOUND');
  });

  it('are refused as files of projects are, and tell why they have no text', async () => {
    expect(await resultCode(ann.call(fileCalls.uploadChat, { chatId: 'c', file: asked('x', 'tool.exe') }))).toBe(
      'FILE_TYPE_NOT_SUPPORT',
    );
    expect(await resultCode(ann.call(fileCalls.uploadChat, { chatId: 'c', file: asked('<svg/>', 'a.png') }))).toBe(
      'FILE_TYPE_MISMATCH',
    );
    const empty = new File([], 'a.txt');
    expect(await resultCode(ann.call(fileCalls.uploadChat, { chatId: 'c', file: empty }))).toBe('FILE_CONTENT_EMPTY');
    parser.next(() => Promise.reject(new CallError('FILE_DAMAGED')));
    const { id } = await ann.call(fileCalls.uploadChat, { chatId: 'c', file: asked('broken') });
    await core.runJobs();
    expect(await ann.call(fileCalls.getChat, { id })).toMatchObject({ parseStatus: 'failed', error: 'FILE_DAMAGED' });
  });

  it('make no recording; a sound file of a project does, with bytes of its own', async () => {
    const projectId = await files.project(ann, ['ben']);
    const note = await files.add(ann, projectId, text('no sound'), 'a.txt');
    const sound = await files.add(ann, projectId, WAV, 'Team talk.wav');
    const make = (by: Person, id: string) => by.call(fileCalls.makeRecording, { id, language: 'ja' });
    expect(await resultCode(make(ann, note.id))).toBe('FILE_TYPE_NOT_SUPPORT');
    expect(await resultCode(make(ben, sound.id))).toBe('NO_PERMISSION');
    const { meetingId } = await make(ann, sound.id);
    expect(await ben.sees('meetings', meetingId)).toMatchObject({
      title: 'Team talk',
      projectId,
      language: 'ja',
      recordings: [{ fileName: 'Team talk.wav', size: WAV.length, sha256: sha256(WAV) }],
    });
    expect(await ben.sees('transcripts', meetingId)).toMatchObject({ status: 'waiting' });
    await ann.call(fileCalls.remove, { ids: [sound.id] });
    const [recording] = (await ann.sees('meetings', meetingId))!.recordings;
    const played = await fetch(`${files.origin}/api/core/meeting/recording/${recording!.id}/audio`, {
      headers: { authorization: 'Bearer ann' },
    });
    expect((await played.arrayBuffer()).byteLength).toBe(WAV.length);
  });
});
