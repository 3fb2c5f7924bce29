/** Vectors of passages: creation, search, changes of the provider's model, and deletion. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteCalls } from '../notes/contract';
import { projectCalls } from '../projects/contract';
import { SearchFollower } from '../search/follower';
import { openCore, type Core, type Person } from '../../../tests/support/core';
import { describeOnEngines } from '../../../tests/support/database';
import { startModelServer, type ModelServer } from '../../../tests/support/model-server';
import { providerRegistry } from '../../../tests/support/provider-registry';
import { createTrash } from '../trash/service';
import { VECTOR_JOB } from './feature';
import { PassageRetrieval } from './service';
import { VectorFollower } from './vector-follower';
import { claimVectors, storeDimensions } from './vector-lease';
import { VectorSearch } from './vector-search';

const never = new AbortController().signal;
/** Words with the same meaning have the same direction. */
const MEANINGS = [/lease|rent|家賃/iu, /picnic|outing/iu, /ladder/iu];
const vectorOf = (text: string): number[] => [...MEANINGS.map((each) => (each.test(text) ? 1 : 0)), 0.1];

describeOnEngines('vectors of passages', (engine) => {
  let core: Core;
  let models: ModelServer;
  let ann: Person;
  let ben: Person;
  let zoe: Person;
  let projectId: string;
  let follower: VectorFollower;
  let retrieval: PassageRetrieval;
  let isFailing = false;
  let isEmpty = false;
  /** texts that the provider refuses */
  let refused: RegExp | null = null;
  /** texts for which the provider returns a vector with one more dimension */
  let longer: RegExp | null = null;
  const notes = new Map<string, string>();

  beforeAll(async () => {
    models = await startModelServer();
    core = await openCore(engine);
    const registry = providerRegistry(
      core.platform,
      { EMBEDDING_API_URL: models.url, EMBEDDING_MODEL: 'meaning' },
      { wait: () => Promise.resolve() },
    );
    core.services.ai.embedding = (companyId) => registry.embedding(companyId);
    models.setScript((request) =>
      isFailing || [request.body.input ?? []].flat().some((text) => refused?.test(text))
        ? { status: 400 }
        : {
            contentType: 'application/json',
            raw: JSON.stringify({
              data: [request.body.input ?? []].flat().map((text, index) => ({
                index,
                embedding: isEmpty ? [] : longer?.test(text) ? [...vectorOf(text), 0] : vectorOf(text),
              })),
            }),
          },
    );
    [ann, ben, zoe] = core.people('ann', 'ben', 'zoe');
    projectId = (await ann.call(projectCalls.create, { title: 'House' })).id;
    const write = async (person: Person, of: string, title: string, content: string): Promise<void> => {
      notes.set(title, (await person.call(noteCalls.save, { projectId: of, title, content })).id);
    };
    await write(ann, projectId, 'Flat', '# Flat\n\nThe lease is 420 pounds.\n\n# Garden\n\nThe ladder is blue.');
    await write(ann, projectId, 'Copy', '# Flat\n\nThe lease is 420 pounds.');
    const foreign = await zoe.call(projectCalls.create, { title: 'Elsewhere' });
    await write(zoe, foreign.id, 'Foreign', 'The rent of the other company is 9000.');
    follower = new VectorFollower(core.services);
    retrieval = new PassageRetrieval(core.platform, core.services.pieces, new VectorSearch(core.services));
    for (const companyId of ['c1', 'c2']) await new SearchFollower(core.platform).follow(companyId, never);
  });
  afterAll(async () => {
    await core.close();
    await models.close();
  });

  const follow = async () => {
    models.requests.length = 0;
    for (const companyId of ['c1', 'c2']) await follower.follow(companyId, never);
  };
  const sent = () => models.requests.flatMap(({ body }) => [body.input ?? []].flat());
  const find = async (person: Person, question: string, context: object[] = []) => {
    const request = { language: 'en', context: context as never, limit: 12, signal: never };
    const { passages } = await retrieval.find({ actor: person.actor, question, ...request });
    return passages.map(({ text }) => text);
  };

  it('are requested once for each passage text, and after a change only for changed passages', async () => {
    await follow();
    expect(sent().sort()).toEqual([
      'Flat\nThe lease is 420 pounds.',
      'Garden\nThe ladder is blue.',
      'The rent of the other company is 9000.',
    ]);
    await follow();
    expect(sent()).toEqual([]);
    const id = notes.get('Flat')!;
    await ann.call(noteCalls.save, {
      noteId: id,
      projectId,
      title: 'Flat',
      content: '# Flat\n\nThe lease is 420 pounds.\n\n# Outing\n\nA picnic by the lake.',
    });
    await new SearchFollower(core.platform).follow('c1', never);
    await follow();
    expect(sent()).toEqual(['Outing\nA picnic by the lake.']);
  });

  it('find passages in other words and another language, within the access and scope of the question', async () => {
    expect(await find(ann, '家賃はいくらですか')).toContain('Flat\nThe lease is 420 pounds.');
    expect((await find(ann, '家賃はいくらですか')).join()).not.toContain('9000');
    expect(await find(ben, '家賃はいくらですか')).toEqual([]);
    expect(await find(ann, '家賃はいくらですか', [{ kind: 'projects', id: 'p-other', title: '' }])).toEqual([]);
    const copy = [{ kind: 'notes', id: notes.get('Copy')!, title: '' }];
    expect(await find(ann, '家賃はいくらですか', copy)).toEqual(['Flat\nThe lease is 420 pounds.']);
    await ann.call(projectCalls.setContributors, { projectId, userIds: ['ben'], departmentIds: [] });
    expect(await find(ben, '家賃はいくらですか')).not.toEqual([]);
    await ann.call(projectCalls.setContributors, { projectId, userIds: [], departmentIds: [] });
    expect(await find(ben, '家賃はいくらですか')).toEqual([]);
  });

  it('are optional: if the provider fails, words find passages, and the job continues later', async () => {
    isFailing = true;
    expect(await find(ann, 'How much is the lease?')).toContain('Flat\nThe lease is 420 pounds.');
    await ann.call(noteCalls.save, { projectId, title: 'Later', content: 'The ladder is green.' });
    await core.services.platform.jobs.enqueue(VECTOR_JOB, { companyId: 'c1' });
    await core.runJobs();
    isFailing = false;
    await follow();
    expect(sent()).toEqual(['The ladder is green.']);
  });

  const write = async (title: string, content: string): Promise<string> =>
    (await ann.call(noteCalls.save, { projectId, title, content })).id;
  const stored = async (id: string): Promise<number> =>
    (
      await core.platform.query<{ n: number }>({
        text: 'select count(*)::int as n from vector_source s join passage_vector p on p.source_no = s.no where s.id = $1',
        values: [id],
      })
    ).rows[0]!.n;
  const lengths = async (): Promise<number[]> =>
    (
      await core.platform.query<{ length: number }>({
        text: `select distinct octet_length(p.vector) as length
          from vector_source s join passage_vector p on p.source_no = s.no where s.company_id = 'c1'`,
      })
    ).rows.map(({ length }) => length);

  it('have one length: a document with vectors of another length is retried later, others are stored', async () => {
    longer = /violin/u;
    const strange = await write('Strange', 'The violin is on the ladder.');
    const sound = await write('Sound', 'The ladder is in the hall.');
    await follow();
    expect([await stored(strange), await stored(sound), await lengths()]).toEqual([0, 1, [4]]);
    await follow();
    expect([sent(), await follower.behind()]).toEqual([[], []]);
    longer = null;
    core.parts.pass(61 * 60_000);
    expect(await follower.behind()).toEqual(['c1']);
    await follow();
    expect([sent(), await stored(strange)]).toEqual([['The violin is on the ladder.'], 1]);
    expect(await follower.behind()).toEqual([]);
  });

  it('are made of other documents if many in a row get none, while a probe text gets a vector', async () => {
    longer = /violin/u;
    for (let i = 0; i < 7; i += 1) await write(`Violin ${i}`, `The violin number ${i}.`);
    refused = /trumpet/u;
    const loud = await write('Loud', 'The trumpet is loud.');
    const sound = await write('After the violins', 'The ladder is in the garden.');
    await follow();
    expect([await stored(loud), await stored(sound)]).toEqual([0, 1]);
    [longer, refused] = [null, null];
    core.parts.pass(61 * 60_000);
    await follow();
    expect([await stored(loud), await follower.behind()]).toEqual([1, []]);
  });

  it('are made again if the provider changes their length under the same model name', async () => {
    const ids: string[] = [];
    for (const [length, pattern] of [
      [5, /./u],
      [4, null],
    ] as const) {
      longer = pattern;
      for (let i = 0; i < 7; i += 1) ids.push(await write(`Seven ${length}.${i}`, `The ladder number ${length}.${i}.`));
      const before = await lengths();
      await expect(follow()).rejects.toMatchObject({ code: 'PROVIDER_ANSWER_INVALID' });
      // five documents, and the probe text to learn the new length
      expect(sent()).toHaveLength(6);
      expect(before).not.toEqual([length]);
      await follow();
      expect([await lengths(), await follower.behind()]).toEqual([[length], []]);
      for (const id of ids) expect(await stored(id)).toBe(1);
    }
    expect(await find(ann, 'How much is the lease?')).toContain('Flat\nThe lease is 420 pounds.');
  });

  it('are kept while the provider returns unusable vectors', async () => {
    isEmpty = true;
    const ids: string[] = [];
    for (let i = 0; i < 7; i += 1) ids.push(await write(`Eight ${i}`, `The ladder is number ${i}.`));
    await expect(follow()).rejects.toMatchObject({ code: 'PROVIDER_ANSWER_INVALID' });
    expect(await lengths()).toEqual([4]);
    isEmpty = false;
    sent();
    await follow();
    expect(sent()).toHaveLength(7);
    for (const id of ids) expect(await stored(id)).toBe(1);
  });

  it('have the length that the holder of the lease stored first; an expired lease cannot set it', async () => {
    const { platform } = core;
    const claim = async (model = 'm') => (await claimVectors(platform, 'c3', model))!;
    const late = await claim();
    expect(await claimVectors(platform, 'c3', 'm')).toBeNull();
    core.parts.pass(11 * 60_000);
    const first = await claim();
    expect(await storeDimensions(platform, { ...late, dimensions: 8 })).toBe(false);
    expect(await storeDimensions(platform, { ...first, dimensions: 4 })).toBe(true);
    expect(await storeDimensions(platform, { ...first, dimensions: 8 })).toBe(false);
    core.parts.pass(11 * 60_000);
    expect((await claim()).dimensions).toBe(4);
    core.parts.pass(11 * 60_000);
    expect((await claim('another')).dimensions).toBeNull();
  });

  it('are deleted in the transaction that deletes their document', async () => {
    const id = notes.get('Flat')!;
    expect(await stored(id)).toBe(2);
    await ann.call(noteCalls.remove, { id });
    expect(await stored(id)).toBe(0);
    core.parts.pass(31 * 24 * 60 * 60_000);
    await createTrash(core.services).cleanUp();
    await follow();
    expect(await find(ann, 'Where is the picnic?')).not.toContain('Outing\nA picnic by the lake.');
  });

  it('are made again by another model with other dimensions, and deleted without a provider', async () => {
    longer = /./u;
    const embedding = core.services.ai.embedding;
    core.services.ai.embedding = async (companyId) => {
      const provider = await embedding(companyId);
      return provider && { ...provider, model: 'other' };
    };
    await follow();
    expect(sent().length).toBeGreaterThan(0);
    await follower.cleanUp();
    expect(await lengths()).toEqual([5]);
    expect(await find(ann, '家賃はいくらですか')).toContain('Flat\nThe lease is 420 pounds.');
    core.services.ai.embedding = () => Promise.resolve(null);
    await follower.cleanUp();
    const { rows } = await core.platform.query({ text: 'select 1 from vector_source' });
    expect(rows).toEqual([]);
    core.services.ai.embedding = embedding;
  });
});
