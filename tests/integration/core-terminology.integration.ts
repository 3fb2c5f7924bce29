/** Terms of an organization and files from which they are extracted: calls, pushes, states, review, and the prompt. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { terminologyCalls as calls } from '../../server/core/terminology/contract';
import { EXTRACT_FAILED_JOB, LINES_MAX, PARSE_FAILED_JOB } from '../../server/core/terminology/file-jobs';
import { countMatchesOfTerms } from '../../server/core/terminology/match-counts';
import { createExtracted } from '../../server/core/terminology/terms';
import { blobKey } from '../../server/core/uploads/resumable';
import { newId } from '../../sync/model/ids';
import { LIMITS } from '../../sync/model/limits';
import { CallError } from '../../sync/protocol/errors';
import type { Core, Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { openFiles, sha256, type FilesOfPeople, type ScriptedParser } from '../support/project-files';
import { changeRowsAs } from '../support/migrations';

const GLOSSARY = Buffer.from(
  'UGR: glare of a room as a number\nspill light: light beside its zone\nLantern: our planner\n',
);

describeOnDatabase('terminology', (engine) => {
  let core: Core;
  let files: FilesOfPeople;
  let ann: Person;
  let ben: Person;
  let zoe: Person;
  let parser: ScriptedParser;
  beforeAll(async () => {
    ({ core, files, parser } = await openFiles(engine));
    [ann, ben, zoe] = core.people('ann', 'ben', 'zoe');
  });
  beforeEach(() => core.runJobs());
  afterAll(() => core.close());

  const upload = async (by: Person, name: string, bytes = GLOSSARY) => {
    const file = { name, size: bytes.length, sha256: sha256(bytes) };
    const ticket = await by.call(calls.applyFile, { file });
    await files.send(ticket, bytes, { by: by.actor.userId });
    return { ticket, row: await by.call(calls.finishFile, { uploadId: ticket.uploadId }) };
  };
  const stateOf = async (id: string): Promise<string> => (await ann.call(calls.file, { id })).file.status;

  it('every member adds, changes, finds and deletes terms; other organizations see none', async () => {
    const { id } = await ann.call(calls.save, { term: 'Alder & Finch', definition: 'Bookshop of the trial' });
    await ben.call(calls.save, { term: '桜井', definition: '', reading: 'さくらい' });
    const found = async (keyword: string): Promise<string[]> =>
      (await ben.call(calls.search, { keyword })).list.map(({ term }) => term);
    expect(await found('')).toEqual(['桜井', 'Alder & Finch']);
    expect(await found('ALDER')).toEqual(['Alder & Finch']);
    expect(await found('サクラ')).toEqual(['桜井']);
    expect(await found('bookshop')).toEqual(['Alder & Finch']);
    expect((await ben.call(calls.search, { source: 'TERMINOLOGY_FILE_EXTRACT' })).list).toEqual([]);
    expect((await zoe.call(calls.search, {})).total).toBe(0);
    expect((await zoe.refusal(calls.save, { id, term: 'taken' })).code).toBe('DOCUMENT_NOT_FOUND');
    await zoe.call(calls.remove, { ids: [id] });
    expect(await ben.call(calls.save, { id, term: 'Alder and Finch' })).toMatchObject({ id, definition: '' });
    await ben.call(calls.remove, { ids: [id, newId()] });
    expect(await found('finch')).toEqual([]);
    expect((await ann.refusal(calls.save, { term: '  ' })).code).toBe('PARAM_ERROR');
  });

  it('a term is there once, in whatever writing it comes, by a call and by a push', async () => {
    await ann.call(calls.save, { term: 'e-mail relay' });
    expect((await ben.refusal(calls.save, { term: 'E mail-Relay' })).code).toBe('TERM_DUPLICATED');
    const row = {
      id: newId(),
      space: 'company:c1',
      term: 'ｅｍａｉｌ　ｒｅｌａｙ',
      definition: '',
      matchCount: 0,
      source: 'MANUAL',
      creatorId: 'ben',
      createdAt: 1,
    };
    expect(await ben.refused('terms', null, row)).toBe('TERM_DUPLICATED');
    expect(await ben.refused('terms', null, { ...row, term: 'e-mail relays' })).toBe('');
    expect(await ben.refused('terms', (await ben.sees('terms', row.id))!, { term: 'Email relay' })).toBe(
      'TERM_DUPLICATED',
    );
    expect(await ben.refused('terms', null, { ...row, id: newId(), term: 'x', matchCount: 9 })).toBe('NO_PERMISSION');
  });

  it('there are no more terms than devices hold, by a call, a push and a file', async () => {
    const { db } = core.platform;
    const space = 'company:c1';
    const { total } = await ann.call(calls.search, {});
    await sql`insert into doc (company_id, collection, id, space_id, seq, created_seq, rev, deleted, refs, data)
      select 'c1', 'terms', 'full-' || n, ${space}, 1, 1, '1-a', false, '{}', '{}'
      from generate_series(1, ${sql.lit(LIMITS.terms - 1 - total)}) n`.execute(db);
    const term = (text: string) => ({
      id: newId(),
      ...{ space, term: text, definition: '', reading: '', matchCount: 0 },
      ...{ source: 'MANUAL', creatorId: 'ann', createdAt: 1 },
    });
    expect(await ann.refused('terms', null, term('The last one'))).toBe('');
    expect(await ann.refused('terms', null, term('One too many'))).toBe('TERM_LIMIT_REACHED');
    expect((await ben.refusal(calls.save, { term: 'One too many' })).code).toBe('TERM_LIMIT_REACHED');
    const refused = core.sync.store.write('c1', (tx) =>
      createExtracted(core.platform, tx, ann.actor, { term: 'One too many', definition: '' }),
    );
    await expect(refused).rejects.toMatchObject({ code: 'TERM_LIMIT_REACHED' });
    await sql`delete from doc where company_id = 'c1' and id like 'full-%'`.execute(db);
    expect(await ben.call(calls.save, { term: 'Room again' })).toMatchObject({ term: 'Room again' });
  });

  it('a file is read, extracted when asked, reviewed, and its bytes are not kept', async () => {
    await ann.call(calls.save, { term: 'LANTERN' });
    const { ticket, row } = await upload(ann, 'glossary.txt');
    expect(row).toMatchObject({ status: 'READY', format: '.txt', userId: 'ann', candidates: 0 });
    expect((await ann.call(calls.finishFile, { uploadId: ticket.uploadId })).id).toBe(row.id);
    expect((await ben.refusal(calls.extract, { id: row.id })).code).toBe('PARAM_ERROR');
    await core.runJobs();
    expect(await stateOf(row.id)).toBe('PARSED');
    expect(await core.platform.blobs.size(blobKey(ticket.uploadId))).toBeNull();

    expect((await ben.call(calls.extract, { id: row.id })).status).toBe('EXTRACTING');
    // asked twice at once
    await ann.call(calls.extract, { id: row.id });
    await core.runJobs();
    const { file, candidates } = await ben.call(calls.file, { id: row.id });
    expect(file).toMatchObject({ status: 'EXTRACT_FINISH', mode: 'frequency', candidates: 2 });
    expect(candidates.map(({ term }) => term)).toEqual(['UGR', 'spill light']);
    // nothing counts before the review
    expect((await ben.call(calls.search, { keyword: 'UGR' })).total).toBe(0);
    const [ugr] = candidates;
    expect(
      await ben.call(calls.review, {
        id: row.id,
        accepted: [ugr!, { term: 'lantern', definition: '' }],
        dismissed: ['spill light'],
      }),
    ).toEqual({ added: 1, duplicates: 1 });
    expect((await ben.call(calls.search, { source: 'TERMINOLOGY_FILE_EXTRACT' })).list).toMatchObject([
      { term: 'UGR', definition: 'glare of a room as a number', creatorId: 'ben' },
    ]);
    expect((await ben.call(calls.file, { id: row.id })).candidates).toEqual([]);

    expect((await zoe.call(calls.files, {})).total).toBe(0);
    for (const call of [calls.file, calls.extract] as const)
      expect((await zoe.refusal(call, { id: row.id })).code).toBe('TERMINOLOGY_FILE_NOT_FOUND');
    expect((await zoe.refusal(calls.removeFiles, { ids: [row.id] })).code).toBe('TERMINOLOGY_FILE_NOT_FOUND');
    expect((await zoe.refusal(calls.review, { id: row.id, accepted: [], dismissed: [] })).code).toBe(
      'TERMINOLOGY_FILE_NOT_FOUND',
    );
    await ben.call(calls.removeFiles, { ids: [row.id] });
    expect((await ann.refusal(calls.file, { id: row.id })).code).toBe('TERMINOLOGY_FILE_NOT_FOUND');
    expect((await ben.call(calls.search, { keyword: 'UGR' })).total).toBe(1);
  });

  it('an extraction that failed can be asked for again', async () => {
    const { row } = await upload(ann, 'again.txt', Buffer.from('candela: light in one direction\n'));
    expect(row.isRead).toBe(false);
    await core.runJobs();
    await core.platform.db
      .updateTable('terminology_file')
      .set({ status: 'EXTRACT_FAILED', error: 'PROVIDER_UNAVAILABLE' })
      .where('id', '=', row.id)
      .execute();
    expect((await ben.call(calls.file, { id: row.id })).file).toMatchObject({ status: 'EXTRACT_FAILED', isRead: true });
    expect(await ben.call(calls.extract, { id: row.id })).toMatchObject({ status: 'EXTRACTING', error: '' });
    await core.runJobs();
    expect(await stateOf(row.id)).toBe('EXTRACT_FINISH');
    await ann.call(calls.removeFiles, { ids: [row.id] });
  });

  it('the bytes of a file are deleted by a later attempt, or with the file, where the first deletion fails', async () => {
    const { blobs } = core.platform;
    const failing = vi.spyOn(blobs, 'delete').mockRejectedValueOnce(new Error('the storage is down'));
    const { row, ticket } = await upload(ann, 'kept.txt');
    const task = { companyId: 'c1', id: row.id };
    await expect(core.runJobs()).rejects.toThrow('the storage is down');
    expect(await stateOf(row.id)).toBe('PARSED');
    expect(await blobs.size(blobKey(ticket.uploadId))).toBe(GLOSSARY.length);
    await core.platform.jobs.enqueue('terminology-file-parse', task);
    await core.runJobs();
    expect(await blobs.size(blobKey(ticket.uploadId))).toBeNull();

    failing.mockRejectedValueOnce(new Error('the storage is down'));
    const { row: other, ticket: stored } = await upload(ann, 'other.txt', Buffer.from('lux: light on a surface\n'));
    await expect(core.runJobs()).rejects.toThrow('the storage is down');
    await ann.call(calls.removeFiles, { ids: [row.id, other.id] });
    expect(await blobs.size(blobKey(stored.uploadId))).toBeNull();
    failing.mockRestore();
  });

  it('a job that was killed in its last attempt leaves a failed file, and the extraction can be asked for again', async () => {
    const { row, ticket } = await upload(ann, 'killed.txt', Buffer.from('nit: candela per square metre\n'));
    await core.runJobs();
    const end = async (kind: string, of: object): Promise<string> => {
      await core.platform.jobs.enqueue(kind, { companyId: 'c1', ...of });
      await core.runJobs();
      return stateOf(row.id);
    };
    const set = (status: 'PARSING' | 'EXTRACTING', extraction: number) =>
      core.platform.db.updateTable('terminology_file').set({ status, extraction }).where('id', '=', row.id).execute();
    await set('EXTRACTING', 2);
    // the first extraction is not the one that runs
    expect(await end(EXTRACT_FAILED_JOB, { id: row.id, extraction: 1 })).toBe('EXTRACTING');
    expect(await end(EXTRACT_FAILED_JOB, { id: row.id, extraction: 2 })).toBe('EXTRACT_FAILED');
    expect((await ben.call(calls.extract, { id: row.id })).status).toBe('EXTRACTING');
    await core.runJobs();
    expect(await end(EXTRACT_FAILED_JOB, { id: row.id, extraction: 3 })).toBe('EXTRACT_FINISH');

    await set('PARSING', 0);
    await core.platform.blobs.put(blobKey(ticket.uploadId), GLOSSARY);
    expect(await end(PARSE_FAILED_JOB, { id: row.id })).toBe('EXTRACT_FAILED');
    expect((await ann.call(calls.file, { id: row.id })).file.error).toBe('FILE_PROCESS_FAILED');
    expect(await core.platform.blobs.size(blobKey(ticket.uploadId))).toBeNull();
    await ann.call(calls.removeFiles, { ids: [row.id] });
  });

  it('files of jobs that were killed before jobs had a dead letter are failed by a migration', async () => {
    const { db } = core.platform;
    const { row: extracted } = await upload(ann, 'extracted.txt', Buffer.from('lumen: light of a lamp\n'));
    const { row: old } = await upload(ann, 'old.txt', Buffer.from('lux: light on a surface\n'));
    const { row: young } = await upload(ann, 'young.txt', Buffer.from('nit: light of a screen\n'));
    await core.runJobs();
    const set = (id: string, values: { status: 'PARSING' | 'EXTRACTING'; created_at: number }) =>
      db.updateTable('terminology_file').set(values).where('id', '=', id).execute();
    const now = Date.now();
    await set(extracted.id, { status: 'EXTRACTING', created_at: now });
    await set(old.id, { status: 'PARSING', created_at: now - 25 * 60 * 60_000 });
    await set(young.id, { status: 'PARSING', created_at: now - 23 * 60 * 60_000 });
    await changeRowsAs(core.platform, '252-terminology-of-killed-jobs');

    const ended = async (id: string) => {
      const { status, error } = (await ann.call(calls.file, { id })).file;
      return { status, error };
    };
    expect(await ended(extracted.id)).toEqual({ status: 'EXTRACT_FAILED', error: 'PROVIDER_UNAVAILABLE' });
    expect(await ended(old.id)).toEqual({ status: 'EXTRACT_FAILED', error: 'FILE_PROCESS_FAILED' });
    expect(await ended(young.id)).toEqual({ status: 'PARSING', error: '' });
    const uses = [old, young].map(({ id }) => `terminology/${id}`);
    expect(await db.selectFrom('service_use').select('id').where('id', 'in', uses).execute()).toEqual([
      { id: `terminology/${young.id}` },
    ]);
    expect((await ann.call(calls.extract, { id: extracted.id })).status).toBe('EXTRACTING');
    await core.runJobs();
    expect(await stateOf(extracted.id)).toBe('EXTRACT_FINISH');
    await ann.call(calls.removeFiles, { ids: [extracted.id, old.id, young.id] });
  });

  it('a file that cannot be read says why, and one of the wrong type is refused', async () => {
    parser.next(() => Promise.reject(new CallError('FILE_ENCRYPTED')));
    const { row, ticket } = await upload(ann, 'locked.txt', Buffer.from('secret words\n'));
    await core.runJobs();
    expect((await ann.call(calls.file, { id: row.id })).file).toMatchObject({
      status: 'EXTRACT_FAILED',
      error: 'FILE_ENCRYPTED',
      isRead: false,
    });
    expect((await ann.refusal(calls.extract, { id: row.id })).code).toBe('FILE_NOT_STORED');
    expect(await core.platform.blobs.size(blobKey(ticket.uploadId))).toBeNull();
    const file = { size: 10, sha256: sha256(GLOSSARY) };
    for (const name of ['talk.mp3', 'tool.exe'])
      expect((await ann.refusal(calls.applyFile, { file: { ...file, name } })).code).toBe('FILE_TYPE_NOT_SUPPORT');
    // another person's upload
    const mine = await ann.call(calls.applyFile, { file: { ...file, name: 'a.txt' } });
    expect((await ben.refusal(calls.finishFile, { uploadId: mine.uploadId })).code).toBe('UPLOAD_NOT_FOUND');
  });

  it('a file with more lines than are read is refused, and none of its lines is left out without a word', async () => {
    const glossary = (count: number) =>
      Buffer.from(Array.from({ length: count }, (_, n) => `Lamp ${n}: lamp number ${n}`).join('\n'));
    const { row: whole } = await upload(ann, 'all.txt', glossary(LINES_MAX));
    const { row: longer } = await upload(ann, 'more.txt', glossary(LINES_MAX + 1));
    await core.runJobs();
    expect(await stateOf(whole.id)).toBe('PARSED');
    expect((await ann.call(calls.file, { id: longer.id })).file).toMatchObject({
      status: 'EXTRACT_FAILED',
      error: 'TERMINOLOGY_FILE_TOO_LONG',
      isRead: false,
    });
    await ann.call(calls.removeFiles, { ids: [whole.id, longer.id] });
  });

  it('matches are counted in texts that were recognised', async () => {
    const { id } = await ann.call(calls.save, { term: '照度計' });
    await core.sync.store.write('c1', (tx) => countMatchesOfTerms(tx, ['照度計で照度計を', 'nothing']));
    expect((await ann.sees('terms', id))?.matchCount).toBe(2);
  });
});
