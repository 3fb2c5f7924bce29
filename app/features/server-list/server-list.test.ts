import { expect, test } from 'vitest';
import { NoAnswerError } from '../../../sync/protocol/client';
import { CallError } from '../../../sync/protocol/errors';
import { PAGE_SIZE_MAX } from '../../../sync/protocol/paging';
import { ServerList, storeNewest, type Answer, type ListSource } from './server-list';

const rows = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

interface Script {
  total: number;
  error: Error | null;
  stored: { answer: Answer<number>; at: number } | null;
  storeFails: boolean;
  asked: { currentPage: number; pageSize: number }[];
}

function scripted(name = 'numbers', script: Partial<Script> = {}): { source: ListSource<number>; script: Script } {
  const all: Script = { total: 3, error: null, stored: null, storeFails: false, asked: [], ...script };
  return {
    script: all,
    source: {
      name,
      pageSize: 200,
      page: async (asked) => {
        if (all.error) throw all.error;
        // the server refuses a longer page
        if (asked.pageSize > PAGE_SIZE_MAX) throw new CallError('PARAM_ERROR');
        all.asked.push(asked);
        const from = (asked.currentPage - 1) * asked.pageSize;
        return { list: rows(all.total).slice(from, from + asked.pageSize), total: all.total };
      },
      stored: async () => all.stored,
      store: async (answer, at) => {
        if (all.storeFails) throw new CallError('DEVICE_STORAGE_FULL');
        all.stored = { answer, at };
      },
    },
  };
}

test('an answer that cannot be stored is shown as an answer', async () => {
  const list = new ServerList<number>();
  await list.open(scripted('numbers', { storeFails: true }).source);
  expect(list.get()).toMatchObject({ answer: { list: [0, 1, 2] }, failure: null, isCurrent: true });
});

test('without an answer the stored rows are shown, with their time', async () => {
  const list = new ServerList<number>();
  const stored = { answer: { list: [7], total: 1 }, at: 5 };
  await list.open(scripted('numbers', { stored, error: new NoAnswerError('network') }).source);
  expect(list.get()).toEqual({ ...stored, failure: 'offline', isCurrent: false });
});

test('a refusal is not taken for a missing connection', async () => {
  const error = new CallError('NO_PERMISSION');
  const list = new ServerList<number>();
  await list.open(scripted('numbers', { error }).source);
  expect(list.get()).toEqual({ answer: undefined, at: 0, failure: { error }, isCurrent: false });
});

test('the newest page is stored without a screen', async () => {
  const { source, script } = scripted('numbers', { total: 500 });
  await storeNewest(source);
  expect(script.stored?.answer.list).toHaveLength(200);
  expect(script.asked).toEqual([{ currentPage: 1, pageSize: 200 }]);
  script.error = new NoAnswerError('network');
  await expect(storeNewest(source)).rejects.toThrow();
  expect(script.stored?.answer.list).toHaveLength(200);
});

test('a failure leaves the rows that are shown, and the next answer ends it', async () => {
  const { source, script } = scripted();
  const list = new ServerList<number>();
  await list.open(source);
  script.stored = { answer: { list: [], total: 0 }, at: 1 };
  script.error = new NoAnswerError('timeout');
  await list.refresh();
  expect(list.get()).toMatchObject({ answer: { list: [0, 1, 2] }, failure: 'offline' });
  Object.assign(script, { error: null, total: 4 });
  await list.refresh();
  expect(list.get()).toMatchObject({ answer: { list: [0, 1, 2, 3] }, failure: null });
});

test('more rows than the longest page are loaded page by page', async () => {
  const { source, script } = scripted('numbers', { total: 1_300 });
  const list = new ServerList<number>();
  await list.open(source);
  const lengths: number[] = [];
  for (const _ of rows(6)) {
    await list.more();
    lengths.push(list.get().answer!.list.length);
  }
  expect(lengths).toEqual([400, 600, 800, 1_000, 1_300, 1_300]);
  expect(script.asked.at(-1)).toEqual({ currentPage: 2, pageSize: PAGE_SIZE_MAX });
  expect(list.get()).toMatchObject({ failure: null });
  expect(list.get().answer?.list).toEqual(rows(1_300));
});

test('another list begins without the rows of the one before, a new search keeps them until its answer', async () => {
  const list = new ServerList<number>();
  await list.open(scripted('a', { total: 2 }).source);
  const { source, script } = scripted('a', { total: 1 });
  const searching = list.open(source);
  expect(list.get()).toMatchObject({ answer: { list: [0, 1] }, isCurrent: false });
  await searching;
  expect(list.get()).toMatchObject({ answer: { list: [0] }, isCurrent: true });
  const changing = list.open(scripted('b', { ...script, total: 4 }).source);
  expect(list.get().answer).toBeUndefined();
  await changing;
  expect(list.get().answer?.list).toHaveLength(4);
});

test('an answer that arrives after a later one is dropped', async () => {
  const answers: ((answer: Answer<string>) => void)[] = [];
  const list = new ServerList<string>();
  const page = (): Promise<Answer<string>> => new Promise((resolve) => answers.push(resolve));
  const opened = list.open({ name: 'slow', pageSize: 1, page, stored: async () => null });
  const refreshed = list.refresh();
  answers[1]!({ list: ['late question'], total: 1 });
  await refreshed;
  answers[0]!({ list: ['early question'], total: 1 });
  await opened;
  expect(list.get().answer?.list).toEqual(['late question']);
});
