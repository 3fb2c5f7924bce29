/**
 * The index of an in-memory replica: updated by edits and deletions, continued after a crash, and not rebuilt without
 * need.
 */
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, test } from 'vitest';
import { toBase64 } from '../../merge/yjs';
import { stateFromMarkdown } from '../../merge/note-text';
import { meetingNoteId, newId } from '../../model/ids';
import type { KindName } from '../../model/kinds';
import { CorrectedClock } from '../storage/clock';
import { leanStorage } from '../storage/lean-storage';
import { openReplica, type Replica } from '../storage/replica-database';
import { Documents } from '../storage/documents';
import { SearchDatabase } from './index-database';
import { TOKENISER_VERSION } from '../../text/tokenise';
import { newDataKey, Vault } from '../storage/sealing/vault';
import { Search } from './search';
import { fileFields, textFields } from '../../../tests/support/searched-files';

const NAMES: KindName[] = ['projects', 'notes', 'meetings', 'noteContents', 'transcripts', 'projectItems', 'itemTexts'];
let names = 0;

/** The disk of one device; `start` opens a tab. */
class Device {
  readonly indexedDB = new IDBFactory();
  readonly errors: unknown[] = [];
  replica!: Replica;
  documents!: Documents;
  search!: Search;
  private ending = new AbortController();
  private indexing: Promise<void> = Promise.resolve();
  busy = false;
  /** resolved when the first rows are indexed; indexing then pauses */
  private pauseAfterFirst: { disk: SearchDatabase; tell: () => void } | null = null;
  now = Date.now;
  private constructor(
    readonly name: string,
    readonly vault: Vault,
  ) {}

  static async open(): Promise<Device> {
    const device = new Device(`search${(names += 1)}`, new Vault(await newDataKey()));
    await device.start();
    return device;
  }

  async start(): Promise<void> {
    const { indexedDB } = this;
    this.replica = await openReplica({
      name: this.name,
      storage: leanStorage({ indexedDB, IDBKeyRange }),
      vault: this.vault,
      multiInstance: false,
      names: NAMES,
    });
    this.documents = new Documents(this.replica, new CorrectedClock());
    this.search = new Search({
      name: `${this.name}-index`,
      replica: this.replica,
      documents: this.documents,
      vault: this.vault,
      dexie: { indexedDB, IDBKeyRange },
    });
    this.ending = new AbortController();
    this.indexing = this.search.keepUpToDate(this.ending.signal, {
      idle: async () => {
        if (this.pauseAfterFirst && (await this.pauseAfterFirst.disk.entries.count()) > 0) {
          this.busy = true;
          this.pauseAfterFirst.tell();
          this.pauseAfterFirst = null;
        }
        while (this.busy && !this.ending.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 2));
      },
      deviceNow: () => this.now(),
      report: (error) => this.errors.push(error),
      gatherMs: 1,
    });
  }

  /** Indexing has stopped when it resolves. */
  async endIndexing(): Promise<void> {
    this.ending.abort();
    await this.indexing;
  }

  async stop(): Promise<void> {
    await this.endIndexing();
    this.search.close();
    await this.replica.database.close();
  }

  async note(title: string, markdown: string, id = newId()): Promise<string> {
    await this.documents.create('notes', { id, space: 's', title, projectId: 'p1', snippet: '' } as never);
    await this.documents.create('noteContents', {
      id,
      space: 's',
      subject: 'note',
      subjectId: id,
      state: toBase64(stateFromMarkdown(markdown)),
    } as never);
    return id;
  }

  /** Waits until the search returns the wanted titles. */
  async finds(question: string, wanted: string[]): Promise<void> {
    await expect
      .poll(async () => (await this.search.search(question)).results.map((r) => r.title), { interval: 5 })
      .toEqual(wanted);
  }

  /** Waits until the index on disk has that many sources. */
  async holds(sources: number): Promise<void> {
    const disk = new SearchDatabase(`${this.name}-index`, this.vault, { indexedDB: this.indexedDB, IDBKeyRange });
    await expect.poll(() => disk.entries.count(), { interval: 5 }).toBe(sources);
    disk.close();
  }

  /** Writes notes titled `Title <i> common`, and closes the tab when only some are indexed. */
  async fillPartly(notes: number): Promise<void> {
    this.busy = true;
    const ids = Array.from({ length: notes }, (_, i) => `n${String(i).padStart(5, '0')}`);
    await this.documents.write('notes', ids, (_, id) => ({
      version: {
        id,
        rev: '1-aaaaaa',
        space: 's',
        title: `Title ${Number(id.slice(1))} common`,
        projectId: 'p1',
        updatedAt: 1,
        recency: -1,
        abilities: [],
      } as never,
      pending: null,
    }));
    const disk = new SearchDatabase(`${this.name}-index`, this.vault, { indexedDB: this.indexedDB, IDBKeyRange });
    const begun = new Promise<void>((tell) => {
      this.pauseAfterFirst = { disk, tell };
    });
    this.busy = false;
    await begun;
    await this.stop();
    disk.close();
  }

  async settled(): Promise<void> {
    await expect.poll(async () => (await this.search.search('x')).complete, { interval: 5 }).toBe(true);
  }
}

let open: Device[] = [];
const device = async (): Promise<Device> => {
  const made = await Device.open();
  open.push(made);
  return made;
};
afterEach(async () => {
  for (const each of open) await each.stop();
  expect(open.flatMap((each) => each.errors)).toEqual([]);
  open = [];
});

test('a note is found by its title and by its text, with passages whose ranges cover the words', async () => {
  const d = await device();
  await d.note('週次レビュー', '# 議題\n\n- 來週的會議紀要由小林整理\n- サーバー移行');
  await d.note('Budget', 'The café downstairs raised its prices. Ask for the new price list.');
  await d.finds('会议纪要', ['週次レビュー']);
  await d.finds('レビュ', ['週次レビュー']);
  await d.finds('cafe pri', ['Budget']);
  const [found] = (await d.search.search('cafe pri')).results;
  const [passage] = found!.passages;
  expect(passage!.ranges.map(([a, b]) => passage!.text.slice(a, b))).toEqual(['café', 'pri', 'pri']);
  // Titles and texts are indexed separately: the text may be indexed before the title.
  await d.finds('budg', ['Budget']);
  expect((await d.search.search('budg')).results[0]).toMatchObject({
    collection: 'notes',
    projectId: 'p1',
    titleRanges: [[0, 4]],
    passages: [],
  });
  expect((await d.search.search('cafe', { collections: ['projects'] })).results).toEqual([]);
  expect((await d.search.search('  🎉 ')).results).toEqual([]);
});

test.each([
  ['map', 'The roadmap', ['map']],
  ['oad', 'The roadmap', ['oad']],
  ['ng rel', 'Spring release', ['ng', 'rel']],
  ['shelves', 'One shelf', ['shelf']],
  ['email', 'By e-mail', ['e-mail']],
  ['e-mail', 'The email list', ['email']],
  ['サーバ', 'サーバー移行', ['サーバー']],
  ['サーバー', 'サーバ移行', ['サーバ']],
  ['佐藤美咲', '佐藤 美咲', ['佐藤', '美咲']],
  ['주간회의', '주간 회의', ['주간', '회의']],
  ['３ヶ月', '3か月の予定', ['3か月']],
])('%s finds the title "%s" and marks %j', async (question, title, marked) => {
  const d = await device();
  await d.note(title, '');
  await d.note('別の話', 'Something else');
  await d.finds(question, [title]);
  const [found] = (await d.search.search(question)).results;
  expect(found!.titleRanges.map(([a, b]) => title.slice(a, b))).toEqual(marked);
});

test('a search inside words matches titles only', async () => {
  const d = await device();
  await d.note('Plan', 'The roadmap');
  await d.finds('roadmap', ['Plan']);
  await d.finds('map', []);
});

test('an edit replaces the indexed words, and a document that is deleted or inaccessible is not found', async () => {
  const d = await device();
  const id = await d.note('First', 'about elephants');
  await d.finds('elephants', ['First']);
  await d.documents.change('notes', id, () => ({ title: 'Second' }));
  await d.documents.change('noteContents', id, () => ({ state: toBase64(stateFromMarkdown('about giraffes')) }));
  await d.finds('giraffes', ['Second']);
  await d.finds('elephants', []);
  await d.finds('first', []);
  // Access lost: the server removes the row first and the text later.
  await d.documents.write('notes', [id], () => ({ version: { id, _deleted: true }, pending: null }));
  await d.finds('giraffes', []);
  await d.documents.write('noteContents', [id], () => ({ version: { id, _deleted: true }, pending: null }));
  const disk = new SearchDatabase(`${d.name}-index`, d.vault, { indexedDB: d.indexedDB, IDBKeyRange });
  await expect.poll(() => disk.entries.count()).toBe(0);
  disk.close();
});

test('a meeting is found by its title, participants, lines, note and transcript; the passage names the element', async () => {
  const d = await device();
  const id = newId();
  await d.documents.create('meetings', {
    id,
    space: 's',
    title: '주간회의',
    projectId: '',
    participants: [{ id: 'a', name: '김민준' }],
    moments: [
      { id: 'm1', recordingId: 'r', at: 0, kind: 'bookmark', text: '', userId: 'u' },
      { id: 'm2', recordingId: 'r', at: 9, kind: 'note', text: '출시일은 사월', userId: 'u' },
    ],
  } as never);
  await d.documents.create('noteContents', {
    id: meetingNoteId(id),
    space: 's',
    subject: 'meeting',
    subjectId: id,
    state: toBase64(stateFromMarkdown('예산을 확인')),
  } as never);
  await d.documents.create('transcripts', {
    id,
    space: 's',
    meetingId: id,
    segments: [
      { id: 's1', text: '안녕하세요' },
      { id: 's2', text: '회의록에서 확인하세요' },
    ],
  } as never);
  for (const question of ['주간회의', '김민준', '예산', '회의록을', '출시일']) await d.finds(question, ['주간회의']);
  const [found] = (await d.search.search('회의록을')).results;
  expect(found!.passages).toMatchObject([{ field: 'transcript', segmentId: 's2', ranges: [[0, 3]] }]);
  const [byLine] = (await d.search.search('출시일')).results;
  expect(byLine!.passages).toMatchObject([{ field: 'moments', segmentId: 'm2', text: '출시일은 사월' }]);
});

test('a result with all words ranks before one with some; a title counts more than a mention', async () => {
  const d = await device();
  await d.note('Other', 'The roadmap was mentioned once in this rather long text about something else altogether.');
  await d.note('Roadmap', 'Plans.');
  await d.note('Both', 'The roadmap names the budget.');
  await d.finds('roadmap', ['Roadmap', 'Both', 'Other']);
  expect((await d.search.search('roadmap budget')).results[0]!.title).toBe('Both');
});

test('after a restart only changed documents are indexed', async () => {
  const d = await device();
  for (let i = 0; i < 20; i += 1) await d.note(`Note ${i}`, `text number${i}`);
  await d.finds('number19', ['Note 19']);
  await d.holds(40);
  await d.stop();
  await d.start();
  await d.finds('number7', ['Note 7']);
  await d.note('Late', 'afterwards');
  await d.finds('afterwards', ['Late']);
  await d.finds('late', ['Late']);
  await d.holds(42);
  expect(d.search.indexed).toBe(2);
  await d.stop();
  // The device's clock is set back by a day: all rows are compared, none is indexed again.
  d.now = () => Date.now() - 86_400_000;
  await d.start();
  await d.finds('number7', ['Note 7']);
  await d.note('Yet later', 'tomorrow');
  await d.finds('tomorrow', ['Yet later']);
  await d.finds('yet later', ['Yet later']);
  await d.holds(44);
  expect(d.search.indexed).toBe(2);
});

test('interrupted indexing continues, and each source is found once', async () => {
  const d = await device();
  await d.fillPartly(1_300);
  const disk = new SearchDatabase(`${d.name}-index`, d.vault, { indexedDB: d.indexedDB, IDBKeyRange });
  const before = await disk.entries.count();
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(1_300);
  d.busy = false;
  await d.start();
  await d.settled();
  await expect.poll(() => disk.entries.count()).toBe(1_300);
  expect(d.search.indexed).toBe(1_300 - before);
  const found = (await d.search.search('common', { limit: 100 })).results;
  expect(new Set(found.map((r) => r.id)).size).toBe(100);
  expect((await d.search.search('Title 1299 ')).results[0]!.title).toBe('Title 1299 common');
  disk.close();
});

test('blocks of a batch that a crash left unnamed are deleted, and its sources are indexed again', async () => {
  const d = await device();
  await d.fillPartly(1_300);
  const disk = new SearchDatabase(`${d.name}-index`, d.vault, { indexedDB: d.indexedDB, IDBKeyRange });
  const { nextSegment } = await disk.manifest(TOKENISER_VERSION);
  expect(await disk.entries.get('notes/n01299')).toBeUndefined();
  await disk.entries.put({ key: 'notes/n01299', rev: '1-aaaaaa', segment: nextSegment, ordinal: 0 });
  await disk.blocks.bulkPut([0, 900].map((block) => ({ segment: nextSegment, block, sealed: new Uint8Array(40) })));
  d.busy = false;
  await d.start();
  await d.settled();
  expect((await d.search.search('Title 1299 ')).results.map(({ title }) => title)[0]).toBe('Title 1299 common');
  expect(await disk.blocks.get([nextSegment, 900])).toBeUndefined();
  disk.close();
});

test('the first build creates few segments without merging', async () => {
  const d = await device();
  await d.fillPartly(2_400);
  d.busy = false;
  await d.start();
  await d.settled();
  const disk = new SearchDatabase(`${d.name}-index`, d.vault, { indexedDB: d.indexedDB, IDBKeyRange });
  // 512, and after the restart 512 and the rest.
  expect(await disk.segments.toCollection().primaryKeys()).toEqual([1, 2, 3]);
  expect(await disk.entries.count()).toBe(2_400);
  disk.close();
});

test('a deleted result is replaced by the next best, with its passages', async () => {
  const d = await device();
  const ids: string[] = [];
  for (let i = 0; i < 4; i += 1) ids.push(await d.note(`Note ${i}`, `tunnel ${'and more words '.repeat(i * 4)}`));
  await d.finds('tunnel', ['Note 0', 'Note 1', 'Note 2', 'Note 3']);
  d.busy = true;
  // The index does not contain the deletion yet.
  await d.documents.write('notes', [ids[0]!], () => ({ version: { id: ids[0]!, _deleted: true }, pending: null }));
  const { results } = await d.search.search('tunnel', { limit: 2 });
  expect(results.map(({ title, passages }) => [title, passages.length])).toEqual([
    ['Note 1', 1],
    ['Note 2', 1],
  ]);
});

test('an empty question tells whether the index is complete', async () => {
  const d = await device();
  await expect.poll(async () => (await d.search.search('')).complete, { interval: 5 }).toBe(true);
});

test('many small edits leave few segments, and everything is found after merging', async () => {
  const d = await device();
  const disk = new SearchDatabase(`${d.name}-index`, d.vault, { indexedDB: d.indexedDB, IDBKeyRange });
  for (let i = 0; i < 24; i += 1) {
    await d.note(`Edit ${i}`, `shared word${i}`);
    await d.finds(`word${i} `, [`Edit ${i}`]);
  }
  await expect.poll(() => disk.segments.count()).toBeLessThan(10);
  for (let i = 0; i < 24; i += 1) await d.finds(`word${i} `, [`Edit ${i}`]);
  expect((await d.search.search('shared', { limit: 100 })).results).toHaveLength(24);
  // A running merge writes its blocks before their segment: let it end first.
  await d.endIndexing();
  const segments = new Set(await disk.segments.toCollection().primaryKeys());
  for (const [segment] of await disk.blocks.toCollection().primaryKeys()) expect(segments.has(segment)).toBe(true);
  disk.close();
});

test('a damaged text does not block the others', async () => {
  const d = await device();
  await d.documents.create('noteContents', {
    id: 'bad',
    space: 's',
    subject: 'note',
    subjectId: 'bad',
    state: '/////w==',
  } as never);
  await d.note('Good', 'healthy');
  await d.finds('healthy', ['Good']);
});

test('another tab finds documents that the leader indexed', async () => {
  const d = await device();
  await d.note('Shared', 'between tabs');
  await d.finds('tabs', ['Shared']);
  const follower = new Search({
    name: `${d.name}-index`,
    replica: d.replica,
    documents: d.documents,
    vault: d.vault,
    dexie: { indexedDB: d.indexedDB, IDBKeyRange },
  });
  expect((await follower.search('tabs')).results.map((r) => r.title)).toEqual(['Shared']);
  await d.note('Newer', 'seen by other tabs');
  await d.finds('seen', ['Newer']);
  expect((await follower.search('seen')).results.map((r) => r.title)).toEqual(['Newer']);
  follower.close();
});

async function writeItem(
  device: Device,
  id: string,
  fields: Parameters<typeof fileFields>[0],
  more: object = {},
): Promise<void> {
  const base = { id, rev: '1-aaaaaa', space: 's', updatedAt: 1, recency: -1, abilities: [] };
  const put = (kind: KindName, row: object): Promise<unknown> =>
    device.documents.write(kind, [id], () => ({ version: { ...base, ...row } as never, pending: null }));
  await put('projectItems', { ...fileFields(fields), ...more });
  await put('itemTexts', textFields(fields));
}

test('an extracted text is found under its file or page, at its part and place; a reference is no result', async () => {
  const device = await Device.open();
  const file = { projectId: 'p1', title: 'Contract.pdf', parts: ['first page', 'The warranty ends after two years'] };
  await writeItem(device, 'f1', file);
  await writeItem(
    device,
    'w1',
    { ...file, title: 'Warranty page', parts: [] },
    { itemType: 'websiteUrl', url: 'https://a.example/' },
  );
  await writeItem(device, 'n1', { ...file, title: 'Warranty note', parts: [] }, { itemType: 'note', itemId: 'x' });
  await device.finds('warranty', ['Warranty page', 'Contract.pdf']);
  const { results } = await device.search.search('warranty');
  expect(results.map(({ id, itemType, projectId }) => [id, itemType, projectId])).toEqual([
    ['w1', 'websiteUrl', 'p1'],
    ['f1', 'file', 'p1'],
  ]);
  expect(results[1]!.passages).toEqual([
    {
      field: 'content',
      segmentId: 'p2',
      place: { page: 2 },
      text: 'The warranty ends after two years',
      start: 0,
      ranges: [[4, 12]],
    },
  ]);
  await device.stop();
  expect(device.errors).toEqual([]);
});

test('a text of 20,000 parts is indexed and searched in slices', async () => {
  const device = await Device.open();
  const parts = Array.from({ length: 20_000 }, (_, i) => `row ${i} of ledger${i % 7_000} 売上${i % 900}`);
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    if (turns > 0) setImmediate(turn);
  };
  turn();
  await writeItem(device, 'f1', { projectId: 'p1', title: 'Ledger', parts });
  const before = turns;
  await device.finds('ledger6999', ['Ledger']);
  expect(turns - before).toBeGreaterThan(20);
  turns = -Infinity;
  const { results } = await device.search.search('ledger6999');
  expect(results[0]!.passages.map(({ segmentId }) => segmentId)).toEqual(['p7000', 'p14000']);
  await device.stop();
  expect(device.errors).toEqual([]);
});
