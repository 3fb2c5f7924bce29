/**
 * The index of all vectors (pgvector): additional results beside the exact search, access, deletion of rows, and
 * operation without the extension. The embedded database (PGlite) runs with an emulation of the extension.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteCalls } from '../notes/contract';
import { projectCalls } from '../projects/contract';
import { SearchFollower } from '../search/follower';
import { ProviderFailure } from '../../ai/failure';
import { spaceOf } from '../../../sync/model/ids';
import { openCore, type Core, type Person } from '../../../tests/support/core';
import { dropPgvector, embeddingOf, enginesWithPgvector, installPgvector } from '../../../tests/support/pgvector';
import { writeFile } from '../../../tests/support/searched-files';
import { HnswIndexes } from './hnsw-indexes';
import { PassageRetrieval } from './service';
import { VectorFollower } from './vector-follower';
import { VectorIndex } from './vector-index';
import { VectorSearch } from './vector-search';

const never = new AbortController().signal;
const MEANINGS = [/lease|rent|家賃/giu, /ladder|はしご/giu, /picnic|遠足/giu];
const RENT = '家賃はいくらですか';
const LADDER = 'はしごはどこですか';
const EVERYTHING = { projects: [], documents: [], kinds: null };
/** number of later documents: more than the exact search compares and than one query of the index returns */
const LATER = 520;
/** milliseconds, more than the interval at which the extension is looked for again */
const LOOK_MS = 11 * 60_000;

describe.each(await enginesWithPgvector())('the index of vectors (%s)', (engine) => {
  let core: Core;
  let ann: Person;
  let ben: Person;
  let zoe: Person;
  let projectId: string;
  let follower: VectorFollower;
  let model = 'meaning';
  const notes = new Map<string, string>();

  beforeAll(async () => {
    core = await openCore(engine);
    // on a PostgreSQL server, the product creates the extension itself
    if (engine === 'pglite') await installPgvector(engine, core.platform);
    core.services.ai.embedding = async () => embeddingOf(MEANINGS, model);
    [ann, ben, zoe] = core.people('ann', 'ben', 'zoe');
    projectId = (await ann.call(projectCalls.create, { title: 'House' })).id;
    const write = async (person: Person, of: string, title: string, content: string): Promise<void> => {
      notes.set(title, (await person.call(noteCalls.save, { projectId: of, title, content })).id);
    };
    await write(ann, projectId, 'Flat', '# Flat\n\nThe lease is 420 pounds.');
    const other = await ben.call(projectCalls.create, { title: 'Garden' });
    await write(ben, other.id, 'Shed', 'The ladder for the picnic is blue.');
    const foreign = await zoe.call(projectCalls.create, { title: 'Elsewhere' });
    await write(zoe, foreign.id, 'Foreign', 'The rent of the other company is 9000.');
    await core.sync.store.write('c1', async (tx) => {
      await tx.createSpace(spaceOf('project', 'many'), { members: [{ userId: 'ann', role: 'owner' }] });
      for (let i = 0; i < LATER; i += 1)
        await writeFile(tx, { id: `f${i}`, projectId: 'many', title: `F${i}`, parts: [`ladder number ${i}`] });
    });
    follower = new VectorFollower(core.services);
    await follow();
  });
  afterAll(() => core.close());

  const follow = async (): Promise<void> => {
    for (const companyId of ['c1', 'c2']) {
      await new SearchFollower(core.platform).follow(companyId, never);
      await follower.follow(companyId, never);
    }
  };
  const find = async (
    person: Person,
    question: string,
    context: object[] = [],
    retrieval = core.services.retrieval,
  ): Promise<string[]> => {
    const request = { language: 'en', context: context as never, limit: 12, signal: never };
    return (await retrieval.find({ actor: person.actor, question, ...request })).passages.map(({ text }) => text);
  };
  const nearest = async (person: Person, question: string, scope: object = {}, limit = 24): Promise<string[]> => {
    const [vector] = (await embeddingOf(MEANINGS).embed([question], { signal: never })).vectors;
    const asked = { model: `scripted/${model}`, vector: vector!, scope: { ...EVERYTHING, ...scope }, limit };
    return (await core.services.vectorIndex.nearest(person.actor, asked)).map(({ id }) => id);
  };
  const rows = async (where = 'true'): Promise<number> =>
    (
      await core.platform.query<{ n: number }>({
        text: `select count(*)::int as n from passage_halfvec where ${where}`,
      })
    ).rows[0]!.n;

  /** names of the valid HNSW indexes */
  const valid = async (): Promise<string[]> => {
    const { rows: found } = await core.platform.query<{ name: string }>({
      text: `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
        join pg_am a on a.oid = c.relam where a.amname = 'hnsw' and i.indisvalid`,
    });
    return found.map(({ name }) => name);
  };
  const keep = async (limits: { rows: number }): Promise<string[]> => {
    const { platform, services } = core;
    await new HnswIndexes(platform, services.vectorIndex, { ...limits, indexes: 16 }).keep(never);
    return valid();
  };

  it('finds an old document that shares no word with the question', async () => {
    const { platform, pieces } = core.services;
    const vectorIndex = { nearest: () => Promise.resolve([]) } as unknown as VectorIndex;
    const exact = new PassageRetrieval(platform, pieces, new VectorSearch({ ...core.services, vectorIndex }));
    expect(await find(ann, RENT, [], exact)).not.toContain('Flat\nThe lease is 420 pounds.');
    expect(await find(ann, RENT)).toContain('Flat\nThe lease is 420 pounds.');
    expect(await follower.behind()).toEqual([]);
  });

  it('builds an HNSW index for dimensions with enough vectors, and rebuilds an invalid one', async () => {
    expect(await keep({ rows: LATER * 2 })).toEqual([]);
    expect(await keep({ rows: LATER })).toEqual(['passage_halfvec_hnsw_4']);
    expect(await nearest(ann, LADDER)).toHaveLength(24);
    // like an interrupted build
    await core.platform.query({
      text: `update pg_index set indisvalid = false where indexrelid = 'passage_halfvec_hnsw_4'::regclass`,
    });
    expect(await valid()).toEqual([]);
    expect(await keep({ rows: LATER })).toEqual(['passage_halfvec_hnsw_4']);
  });

  it('finds passages that the person may see, also behind many nearer ones that are hidden', async () => {
    expect(await nearest(ben, LADDER)).toEqual([notes.get('Shed')]);
    expect(await nearest(ann, LADDER)).toHaveLength(24);
    expect(await nearest(zoe, RENT)).toEqual([notes.get('Foreign')]);
    expect((await find(zoe, LADDER)).join()).not.toMatch(/ladder/);
    expect(await nearest(ben, RENT, {}, 1_000)).not.toContain(notes.get('Flat'));
    await ann.call(projectCalls.setContributors, { projectId, userIds: ['ben'], departmentIds: [] });
    expect(await nearest(ben, RENT)).toContain(notes.get('Flat'));
    await ann.call(projectCalls.setContributors, { projectId, userIds: [], departmentIds: [] });
    expect(await nearest(ben, RENT)).not.toContain(notes.get('Flat'));
  });

  it('limits the search to the projects, documents and kinds of the question', async () => {
    const flat = notes.get('Flat')!;
    expect(await nearest(ann, LADDER, { projects: [projectId] })).toEqual([flat]);
    expect(await nearest(ann, LADDER, { documents: [`notes/${flat}`] })).toEqual([flat]);
    expect(await nearest(ann, LADDER, { kinds: ['notes'] })).toEqual([flat]);
    expect(await nearest(ann, RENT, { kinds: ['projectItems/file'] })).not.toContain(flat);
    expect(await nearest(ann, RENT, { projects: ['p-other'] })).toEqual([]);
    expect(await find(ann, RENT, [{ kind: 'projects', id: 'p-other', title: '' }])).toEqual([]);
  });

  it('is updated after a change of a text or of the model', async () => {
    const id = notes.get('Flat')!;
    await ann.call(noteCalls.save, { noteId: id, projectId, title: 'Flat', content: 'A picnic by the lake.' });
    await follow();
    expect(await nearest(ann, '遠足', {}, 1)).toEqual([id]);
    model = 'other';
    expect(await nearest(ann, '遠足', {}, 1)).toEqual([]);
    await follow();
    expect(await nearest(ann, '遠足', {}, 1)).toEqual([id]);
    expect(await rows(`model <> 'scripted/other'`)).toBe(0);
  });

  it('deletes a vector in the transaction that deletes its document', async () => {
    const before = await rows();
    await ann.call(noteCalls.remove, { id: notes.get('Flat')! });
    expect(await rows()).toBe(before - 1);
    expect(await nearest(ann, '遠足', { kinds: ['notes'] })).toEqual([]);
  });

  it('is optional: without the extension the exact search answers, and with it the index is filled again', async () => {
    await dropPgvector(engine, core.platform);
    expect(await nearest(ann, LADDER)).toEqual([]);
    expect((await find(ann, LADDER)).join()).toContain('ladder number');
    await ann.call(noteCalls.save, { projectId, title: 'Later', content: 'The rent of later is 77.' });
    await follow();
    expect(await find(ann, RENT)).toContain('The rent of later is 77.');
    await installPgvector(engine, core.platform);
    expect(await follower.behind()).toEqual([]);
    core.parts.pass(LOOK_MS);
    expect((await follower.behind()).sort()).toEqual(['c1', 'c2']);
    await follow();
    expect((await nearest(ann, RENT, {}, 1)).length).toBe(1);
    expect(await rows()).toBe(LATER + 3);
  });

  it('stops copying when the process ends, and copies the rest later', async () => {
    const ending = new AbortController();
    const index = new VectorIndex(core.platform);
    await core.platform.query({ text: 'delete from passage_halfvec' });
    const goOn = (): Promise<boolean> => Promise.resolve(true);
    const end = (): Promise<boolean> => {
      ending.abort();
      return goOn();
    };
    await index.copy('c1', [], end, ending.signal);
    expect(await rows()).toBeGreaterThan(0);
    expect(await rows()).toBeLessThan(LATER);
    expect(await index.isBehind('c1')).toBe(true);
    for (const companyId of ['c1', 'c2']) await index.copy(companyId, [], goOn, never);
    expect(await rows()).toBe(LATER + 3);
    expect(await index.isBehind('c1')).toBe(false);
  });

  it('contains the vectors written before a failure of the provider', async () => {
    const provider = embeddingOf(MEANINGS, model);
    core.services.ai.embedding = async () => ({
      ...provider,
      embed: (texts, options) =>
        texts.some((text) => text.includes('violin'))
          ? Promise.reject(new ProviderFailure('unavailable', 'no answer'))
          : provider.embed(texts, options),
    });
    await core.sync.store.write('c1', async (tx) => {
      const long = Array.from({ length: 70 }, (_, i) => `picnic number ${i} ${'and so on '.repeat(200)}`);
      await writeFile(tx, { id: 'long', projectId: 'many', title: 'Long', parts: long });
    });
    await ann.call(noteCalls.save, { projectId, title: 'Music', content: 'The violin.' });
    await expect(follow()).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
    expect(await nearest(ann, '遠足', { kinds: ['projectItems/file'] }, 1)).toEqual(['long']);
    core.services.ai.embedding = async () => provider;
    await follow();
  });

  it('is emptied when the organization has no provider any more', async () => {
    expect(await keep({ rows: 1 })).toHaveLength(1);
    core.services.ai.embedding = () => Promise.resolve(null);
    await follower.cleanUp();
    expect(await rows()).toBe(0);
    await core.runJob('vector-indexes');
    expect(await valid()).toEqual([]);
  });

  it('does nothing if the extension is missing and cannot be created', async () => {
    await dropPgvector(engine, core.platform);
    const platform = Object.create(core.platform, {
      // the database role may not create the extension
      query: {
        value: (statement: { text: string }) =>
          /create extension/.test(statement.text)
            ? Promise.reject(new Error('permission denied to create extension "vector"'))
            : core.platform.query(statement),
      },
    }) as typeof core.platform;
    const index = new VectorIndex(platform);
    expect(await index.isBehind('c1')).toBe(false);
    await index.copy('c1', [], () => Promise.resolve(true), never);
    expect(await index.hasHnsw()).toBe(false);
    const question = { model: 'scripted/other', vector: Float32Array.of(1, 0, 0, 1), scope: EVERYTHING, limit: 3 };
    expect(await index.nearest(ann.actor, question)).toEqual([]);
  });
});
