/** The search index of a company: how it follows documents, is taken over, and forgets. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spaceOf } from '../../../sync/model/ids';
import { threadFields } from '../../../tests/support/chats';
import { code, openCore, type Core, type Person } from '../../../tests/support/core';
import { describeOnEngines } from '../../../tests/support/database';
import { fileFields, writeFile } from '../../../tests/support/searched-files';
import { meetingCalls } from '../meetings/contract';
import { projectCalls } from '../projects/contract';
import { cleanUpIndex } from './clean-up';
import { searchCalls } from './contract';
import { SearchFollower } from './follower';

const never = new AbortController().signal;

describeOnEngines('the search index', (engine) => {
  let core: Core;
  let ann: Person;
  let follower: SearchFollower;
  let project: string;
  beforeAll(async () => {
    core = await openCore(engine);
    ann = core.person('ann');
    follower = new SearchFollower(core.platform);
    project = (await ann.call(projectCalls.create, { title: 'Harbour' })).id;
  });
  afterAll(() => core.close());

  const write = (id: string, title: string, parts: string[], projectId = project): Promise<void> =>
    core.sync.store.write('c1', (tx) => writeFile(tx, { id, projectId, title, parts }));
  const found = async (keyword: string): Promise<string[]> =>
    (await ann.call(searchCalls.all, { keyword })).list.map(({ id }) => id);
  const count = async (sql: string): Promise<number> =>
    (await core.parts.database.query<{ n: number }>({ text: `select count(*) as n from ${sql}` })).rows[0]!.n;

  it('finds a sentence of a file at its part and place, and a page of a website as a result of its own', async () => {
    await write('f1', 'contract.pdf', ['first page', 'The warranty ends after two years']);
    await core.sync.store.write('c1', async (tx) => {
      const page = fileFields({ projectId: project, title: 'Warranty terms', parts: [] });
      const space = spaceOf('project', project);
      await tx.put('projectItems', 'w1', { space, ...page, itemType: 'website', title: 'Supplier' });
      await tx.put('projectItems', 'w2', {
        space,
        ...page,
        itemType: 'websiteUrl',
        parentId: 'w1',
        url: 'https://a.example/terms',
      });
      await tx.put('projectItems', 'n1', { space, ...page, itemType: 'note', itemId: 'x', title: 'Warranty note' });
    });
    await follower.follow('c1', never);
    const { list, closest } = await ann.call(searchCalls.ofProject, { projectId: project, keyword: 'warranty' });
    expect(closest).toBe(false);
    expect(list.map(({ id, itemType }) => [id, itemType]).sort()).toEqual([
      ['f1', 'file'],
      ['w2', 'websiteUrl'],
    ]);
    expect(list.find(({ id }) => id === 'f1')).toMatchObject({
      collection: 'projectItems',
      projectId: project,
      passages: [
        {
          field: 'content',
          segmentId: 'p2',
          place: { page: 2 },
          text: 'The warranty ends after two years',
          ranges: [[4, 12]],
        },
      ],
    });
    expect(await found('https a.example')).toEqual(['w2']);
  });

  it('finds a meeting by a line typed while recording, for those who may see the meeting', async () => {
    const { id, space } = await ann.call(meetingCalls.create, { title: 'Weekly' });
    const line = {
      id: 'm1',
      recordingId: 'r1',
      at: 5,
      kind: 'note' as const,
      text: 'Zephyr ships in April',
      userId: 'ann',
    };
    await core.sync.store.write('c1', (tx) => tx.put('meetings', id, { space, moments: [line] }));
    await follower.follow('c1', never);
    const { list } = await ann.call(searchCalls.all, { keyword: 'zephyr' });
    expect(list).toMatchObject([{ id, passages: [{ field: 'moments', segmentId: 'm1', text: line.text }] }]);
    expect((await core.person('ben').call(searchCalls.all, { keyword: 'zephyr' })).list).toEqual([]);
  });

  it('searches one project only, if asked, and gives the closest matches of a question without answer', async () => {
    const other = await ann.call(projectCalls.create, { title: 'Other' });
    await write('f2', 'Other warranty', ['nothing'], other.id);
    await follower.follow('c1', never);
    const of = async (projectId: string, keyword: string) =>
      (await ann.call(searchCalls.ofProject, { projectId, keyword })).list.map(({ id }) => id);
    expect(await of(other.id, 'warranty')).toEqual(['f2']);
    expect(await of(project, 'warranty')).not.toContain('f2');
    expect(await ann.call(searchCalls.all, { keyword: 'warranty zzyzx' })).toMatchObject({ closest: true });
    expect((await ann.call(searchCalls.all, { keyword: 'zzyzx' })).list).toEqual([]);
  });

  it('finds the chats of a project by their titles, those that the person may see, beside its files', async () => {
    const [ben] = core.people('ben');
    const { id: projectId } = await ann.call(projectCalls.create, { title: 'Kiln' });
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'customize', userIds: ['ben'] });
    const chat = async (title: string, more: object = {}): Promise<string> => {
      const { space, ...thread } = threadFields(ann, core.now(), { title, projectId, ...more });
      return (await core.sync.store.write('c1', (tx) => tx.put('threads', thread.id, { space, ...thread }))).id;
    };
    const shared = { space: spaceOf('project', projectId), shareRange: 'project' };
    const open = await chat('How hot does the glazing kiln get?', shared);
    const own = await chat('釉薬の温度について', { kind: 'search' });
    await chat('Glazing, as a research', { kind: 'research' });
    await chat('Glazing elsewhere', { projectId: '' });
    await write('f4', 'glazing.pdf', ['Glazing takes a fortnight.'], projectId);
    await follower.follow('c1', never);
    const of = async (person: Person, keyword: string, recordLimit?: number) =>
      person.call(searchCalls.ofProject, { projectId, keyword, recordLimit });
    const both = await of(ben, 'glazing');
    expect(both.closest).toBe(false);
    expect(both.list.map(({ id }) => id).sort()).toEqual([open, 'f4'].sort());
    expect(both.list.find(({ id }) => id === open)).toMatchObject({
      ...{ collection: 'threads', title: 'How hot does the glazing kiln get?', titleRanges: [[17, 24]] },
      ...{ projectId, itemType: '', passages: [] },
    });
    expect((await of(ben, 'glazing', 1)).list).toHaveLength(1);
    expect((await of(ann, '温度')).list.map(({ id }) => id)).toEqual([own]);
    expect((await of(ben, '温度')).list).toEqual([]);
    expect((await of(ann, '')).list).toEqual([]);
    // full matches come without close ones; close ones are marked as such
    expect((await of(ann, 'glazing fortnight')).list.map(({ id }) => id)).toEqual(['f4']);
    expect(await of(ann, 'glazing of zzyzx')).toMatchObject({ closest: true, list: [{}, {}] });
    expect(await code(core.person('zoe').refusal(searchCalls.ofProject, { projectId, keyword: 'glazing' }))).toBe(
      'PROJECT_NOT_FOUND',
    );
  });

  it('does not find a deleted document, and deletes its words at the clean-up', async () => {
    await write('f3', 'Quixotic', ['the quixotic plan']);
    await follower.follow('c1', never);
    expect(await found('quixotic')).toEqual(['f3']);
    await core.sync.store.write('c1', async (tx) => {
      await tx.remove('projectItems', 'f3');
      await tx.remove('itemTexts', 'f3');
    });
    expect(await count(`search_source where id = 'f3'`)).toBe(0);
    expect(await count('search_text t where not exists (select 1 from search_source s where s.no = t.source_no)')).toBe(
      0,
    );
    expect(await count(`search_word where word = 'quixotic'`)).toBe(1);
    await follower.follow('c1', never);
    await cleanUpIndex(core.platform, 10);
    expect(await count(`search_word where word = 'quixotic'`)).toBe(0);
    expect(await count(`search_word where word = 'warranty'`)).toBe(1);
    expect(await found('warranty')).toContain('f1');
  });

  it('moves a document with its space, before the index follows', async () => {
    const [from, to] = ['p-from', 'p-to'];
    await core.sync.store.write('c1', async (tx) => {
      await tx.createSpace(spaceOf('project', from), { members: [{ userId: 'ann', role: 'viewer' }] });
      await tx.createSpace(spaceOf('project', to), { members: [{ userId: 'ben', role: 'viewer' }] });
    });
    await write('f4', 'Wandering', ['wandering text'], from);
    await follower.follow('c1', never);
    expect(await found('wandering')).toEqual(['f4']);
    await core.sync.store.write('c1', async (tx) => {
      const place = { projectId: to, space: spaceOf('project', to) };
      await tx.put('projectItems', 'f4', place);
      await tx.put('itemTexts', 'f4', place);
    });
    expect(await found('wandering')).toEqual([]);
    const ben = await core.person('ben').call(searchCalls.all, { keyword: 'wandering' });
    expect(ben.list.map(({ id, projectId }) => [id, projectId])).toEqual([['f4', to]]);
  });

  it('is written by one process at a time, and taken over from one that died', async () => {
    const holds = new Map<string, () => void>();
    const platform = Object.create(core.platform, {
      query: {
        // stops in the middle of a document's words, as a killed process does
        value: (statement: { name?: string }) =>
          statement.name === 'search_put_words'
            ? new Promise((_, reject) => holds.set('words', () => reject(new Error('killed'))))
            : core.platform.query(statement as never),
      },
    }) as Core['platform'];
    await write('f5', 'Halfway', ['halfway there']);
    const dying = new SearchFollower(platform).follow('c1', never);
    await expect.poll(() => holds.has('words'), { interval: 5 }).toBe(true);
    expect(await follower.follow('c1', never)).toBe(false);
    expect(await found('halfway')).toEqual([]);
    expect(await count('search_source where not is_live')).toBeGreaterThan(0);
    core.parts.pass(120_000);
    expect(await follower.follow('c1', never)).toBe(true);
    expect(await found('halfway')).toEqual(['f5']);
    holds.get('words')!();
    await expect(dying).rejects.toThrow('killed');
    expect(await count('search_source where not is_live')).toBe(0);
    expect(await follower.behind()).not.toContain('c1');
  });

  it('indexes a text of 20,000 parts while other requests are answered', async () => {
    const parts = Array.from({ length: 20_000 }, (_, i) => `row ${i} of ledger${i % 7_000} 売上${i % 900}`);
    await write('f6', 'Ledger', parts);
    let turns = 0;
    let isRunning = true;
    const turn = (): void => {
      turns += 1;
      if (isRunning) setImmediate(turn);
    };
    turn();
    await follower.follow('c1', never);
    isRunning = false;
    expect(turns).toBeGreaterThan(20);
    const { list } = await ann.call(searchCalls.all, { keyword: 'ledger6999' });
    expect(list[0]).toMatchObject({ id: 'f6', passages: [{ segmentId: 'p7000', place: { page: 7_000 } }, {}] });
  });

  it('follows after the announcement of a change, by a job', async () => {
    await write('f7', 'Announced', ['announced']);
    await expect
      .poll(() => core.waitingJobs({ withIndex: true }).some(({ name }) => name === 'search-follow'), { interval: 20 })
      .toBe(true);
    await core.runJobs();
    expect(await found('announced')).toEqual(['f7']);
  });
});
