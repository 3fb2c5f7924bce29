/**
 * Search on the device over the demo company, replicated from a real server: queries in five languages find the
 * intended documents, and every result of the server's own searches is also found on the device, for the same person.
 *
 * The device finds more: words of texts and transcripts, other widths, accents, numbers and characters. It does not
 * find punctuation alone (「…」, emoji), which the server's titles do.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ACCOUNTS } from '../../server/demo/accounts';
import { identityCalls } from '../../server/organization/identity/contract';
import { meetingCalls } from '../../server/core/meetings/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { searchCalls } from '../../server/core/search/contract';
import type { ReplicaApi } from '../../sync/engine/host/api';
import type { KindName } from '../../sync/model/kinds';
import { createClient, type Call } from '../../sync/protocol/client';
import { cookieFetch } from '../support/cookie-fetch';
import { engineDevice, eventually, synced, type EngineDevice } from '../support/engine-device';
import { startServerProcess, type ServerProcess } from '../support/server-process';

const SEARCHED: KindName[] = [
  'projects',
  'notes',
  'meetings',
  'noteContents',
  'transcripts',
  'projectItems',
  'itemTexts',
  'summaries',
];
const EVERYTHING = { pageSize: 1_000 };

let server: ServerProcess;
const folder = mkdtempSync(join(tmpdir(), 'satchel-search-'));
beforeAll(async () => {
  server = await startServerProcess({ DATA_DIR: folder, SATCHEL_SECRET: 'a secret for tests, long enough to be one' });
});
afterAll(async () => {
  await server.end();
  rmSync(folder, { recursive: true, force: true });
});

interface Person {
  call: Call;
  device: EngineDevice;
  /** all documents that this person sees, by `<collection>/<id>` */
  titles: Map<string, string>;
}

/** The results of the server's searches by title for one person: `<collection>/<id>` and title. */
async function serverFinds(call: Call, titleLike: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const add = (collection: string, list: { id: string; title: string }[]): void => {
    for (const { id, title } of list) found.set(`${collection}/${id}`, title);
  };
  add('projects', (await call(projectCalls.search, { titleLike, ...EVERYTHING })).list);
  add('meetings', (await call(meetingCalls.myPage, { titleLike, ...EVERYTHING })).list);
  for (const { id: projectId } of (await call(projectCalls.search, EVERYTHING)).list) {
    add('notes', (await call(projectCalls.searchNotes, { projectId, titleLike, ...EVERYTHING })).list);
    add('meetings', (await call(meetingCalls.projectPage, { projectId, titleLike, ...EVERYTHING })).list);
  }
  return found;
}

/** Files and links of the projects that a person sees, as the server lists them: by `projectItems/<id>`. */
async function serverItems(call: Call): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { id: projectId } of (await call(projectCalls.search, EVERYTHING)).list)
    for (const { id, title } of (await call(projectCalls.searchItems, { projectId, ...EVERYTHING })).list)
      found.set(`projectItems/${id}`, title);
  return found;
}

async function deviceFinds(api: ReplicaApi, question: string): Promise<Map<string, string>> {
  const { results } = await api.search(question, { limit: 100 });
  return new Map(results.map(({ collection, id, title }) => [`${collection}/${id}`, title]));
}

/** Signs in on a device and waits until all documents are in its index. */
async function signIn(key: string): Promise<Person> {
  const account = DEMO_ACCOUNTS.find((each) => each.key === key)!;
  const fetch = cookieFetch(server.url);
  const call = createClient({ origin: server.url, fetch });
  await call(identityCalls.login, { email: account.email, password: account.password });
  const device = engineDevice({ fetch, origin: server.url, collections: SEARCHED, searchGatherMs: 1 });
  await device.api.open({ refresh: true });
  await synced(device.api);
  const titles = await serverFinds(call, '');
  await eventually(async () => {
    const held = await Promise.all(
      [...titles].map(async ([name, title]) => (await deviceFinds(device.api, title)).has(name)),
    );
    return held.every(Boolean) && (await device.api.search('x')).complete;
  }, `everything ${key} sees is in the index`);
  return { call, device, titles };
}

/** Substrings of titles: at least one letter or digit, no space at the ends. */
function* pieces(titles: string[], seed: number, count: number): Generator<string> {
  let state = seed;
  const below = (n: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % n;
  };
  for (let made = 0; made < count;) {
    const points = [...titles[below(titles.length)]!];
    const from = below(points.length);
    const piece = points
      .slice(from, from + 1 + below(7))
      .join('')
      .trim();
    if (!/[\p{L}\p{N}]/u.test(piece)) continue;
    made += 1;
    yield piece;
  }
}

/** Query, title of the intended document, marked words in its passages and title. */
const QUESTIONS: [string, string, string[]][] = [
  ['light level', 'Project plan: spring release', ['Light', 'levels']],
  ['shelf', 'Project plan: spring release', ['shelves']],
  ['milestone', 'Project plan: spring release', ['Milestones']],
  ['CAFE seongsu', 'Text for the invitation', ['café', 'Seongsu']],
  ['2140', 'What the trial told us', ['2,140']],
  ['interview', 'Customer interview: Alder & Finch bookshop', ['interview']],
  ['調光カーブ', '調光カーブの比較メモ', ['調光カーブ']],
  ['きかくしょ', '', []],
  ['りょかん', '', []],
  ['ﾌｧｰﾑｳｪｱ', '「ほのか」週次定例', ['ファームウェア']],
  ['ふぁーむうぇあ', '「ほのか」週次定例', ['ファームウェア']],
  ['コード', '顧客インタビュー：旅館「山水荘」女将 藤井様', ['コード']],
  ['インタビュ', '顧客インタビュー：旅館「山水荘」女将 藤井様', ['インタビュー']],
  ['３００ルクス', '企画書：ベッドサイドランプ「ほのか」', ['300ルクス']],
  ['경쟁사', '', []],
  ['견적서를', '고객 인터뷰: 연남동 카페 사장님', ['견적서']],
  ['주간회의', '팝업 스토어 주간 회의', ['주간', '회의']],
  ['팝업스토어', '팝업 스토어 주간 회의', ['팝업', '스토어']],
  ['회의', '팝업 스토어 주간 회의', ['회의']],
  ['임대 계약', '팝업 스토어 기획안', ['임대', '계약']],
  ['經銷商', '经销商拓展周会', ['经销商']],
  ['样品间', '经销商拓展周会', ['样品间']],
  ['分享按钮', '客户访谈：苏州一家独立书店', ['分享按钮']],
  ['培训教材', '培訓教材的建議', ['培訓教材']],
  ['培訓教材', '培訓教材的建議', ['培訓教材']],
];

describe("on Misaki's device", () => {
  let person: Person;
  beforeAll(async () => {
    person = await signIn('misaki');
  });
  afterAll(async () => {
    await person.device.close();
    expect(person.device.errors).toEqual([]);
  });

  it.each(QUESTIONS)('%s finds "%s", marked at %j', async (question, title, marked) => {
    const { results } = await person.device.api.search(question);
    if (title === '') {
      expect(results.map((r) => r.title)).toEqual([]);
      return;
    }
    const found = results.find((r) => r.title === title);
    expect(results.map((r) => r.title)).toContain(title);
    const marks = [
      ...found!.titleRanges.map(([a, b]) => found!.title.slice(a, b)),
      ...found!.passages.flatMap(({ text, ranges }) => ranges.map(([a, b]) => text.slice(a, b))),
    ];
    for (const each of marked) expect(marks).toContain(each);
  });

  it('the server gives the same answers: documents, order, scores and passages', async () => {
    const round = <T extends { score: number }>(list: readonly T[]) =>
      list.map(({ score, ...rest }) => ({ ...rest, score: score.toFixed(5) }));
    for (const question of [...QUESTIONS.map(([text]) => text), 'zzyzx release', 'budget meeting warranty']) {
      const ask = async () => person.call(searchCalls.all, { keyword: question, recordLimit: 20 });
      const { results, closest } = await person.device.api.search(question, { limit: 20 });
      // the index of the server follows a moment after the documents
      await expect.poll(async () => (await ask()).list.length).toBe(results.length);
      const { list, closest: isClosest } = await ask();
      expect({ question, list: round(list), closest: isClosest }).toEqual({ question, list: round(results), closest });
    }
  });
});

describe.each([
  ['emma', 11],
  ['ming', 12],
  ['jihoon', 13],
])('each result of the server for %s', (key, seed) => {
  it('is found on the device, which shows only documents of the server', async () => {
    const { call, device, titles } = await signIn(key);
    const known = new Map([...titles, ...(await serverItems(call))]);
    try {
      let n = 0;
      for (const piece of pieces([...titles.values()], seed, 150)) {
        const query = `"${piece}" (seed ${seed})`;
        const wanted = [...titles]
          .filter(([, title]) => title.toLowerCase().includes(piece.toLowerCase()))
          .map(([name]) => name)
          .sort();
        // the server's rate limit (calls per minute) allows only some of the queries
        if ((n += 1) % 10 === 0) expect([...(await serverFinds(call, piece)).keys()].sort(), query).toEqual(wanted);
        const held = await deviceFinds(device.api, piece);
        expect([...held.keys()], query).toEqual(expect.arrayContaining(wanted));
        for (const [name, title] of held) expect(known.get(name), `${query} finds ${title}`).toBe(title);
      }
    } finally {
      await device.close();
    }
    expect(device.errors).toEqual([]);
  });
});
