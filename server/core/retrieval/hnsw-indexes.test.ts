/** Which HNSW indexes of vectors are built and dropped, and by which process. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { SessionConnection } from '../../platform/context';
import { HnswIndexes, planOf } from './hnsw-indexes';

const LIMITS = { rows: 100, indexes: 3 };
const plan = (rows: Record<number, number>, existing: Record<number, boolean> = {}) => {
  const map = <T>(record: Record<number, T>) => new Map(Object.entries(record).map(([key, value]) => [+key, value]));
  return planOf(map(rows), map(existing), LIMITS);
};

it('builds an index from enough vectors on, and of dimensions that an index can have', () => {
  expect(plan({ 4: 99, 8: 100, 16: 5_000, 4_000: 300, 4_001: 9_000 })).toEqual({ drop: [], build: [16, 4_000, 8] });
});

it('keeps an index while there are vectors, and drops it without them', () => {
  expect(plan({ 4: 1 }, { 4: true, 8: true })).toEqual({ drop: [8], build: [] });
});

it('drops an unfinished index, and builds it again where it is needed', () => {
  expect(plan({ 4: 100, 8: 99 }, { 4: false, 8: false })).toEqual({ drop: [4, 8], build: [4] });
});

it('has few indexes at most, of the dimensions that most vectors have', () => {
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [i + 1, 1_000 + i]));
  expect(plan(many)).toEqual({ drop: [], build: [3_000, 2_999, 2_998] });
});

it('replaces an index only by one of twice as many vectors', () => {
  const existing = { 4: true, 8: true, 16: true };
  expect(plan({ 4: 500, 8: 200, 16: 300, 32: 399 }, existing)).toEqual({ drop: [], build: [] });
  expect(plan({ 4: 500, 8: 200, 16: 300, 32: 401 }, existing)).toEqual({ drop: [8], build: [32] });
});

/** A database with 5,000 vectors; a statement that matches `hanging` ends with the connection. */
function database({ isHeld = true, hanging = /^$/ } = {}) {
  const statements: string[] = [];
  let interrupt = (): void => undefined;
  const connection: SessionConnection = {
    query: (text) => {
      statements.push(text);
      if (hanging.test(text)) return new Promise((_, reject) => (interrupt = () => reject(new Error('ended'))));
      const rows: object[] = text.includes('isHeld')
        ? [{ isHeld }]
        : text.includes('count(*)')
          ? [{ dimensions: 4, n: 5_000 }]
          : [];
      return Promise.resolve({ rows: rows as never[] });
    },
    end: () => Promise.resolve(interrupt()),
  };
  const platform = { session: <T>(work: (given: SessionConnection) => Promise<T>) => work(connection), log: LOG };
  return { indexes: new HnswIndexes(platform, { hasHnsw: () => Promise.resolve(true) }), statements };
}
const LOG = pino({ level: 'silent' });
const CREATE = /create index/;

it('builds without a limit of time, and gives the connection back as it was', async () => {
  const { indexes, statements } = database();
  await indexes.keep(new AbortController().signal);
  const built = statements.findIndex((text) => CREATE.test(text));
  expect(statements.slice(0, built)).toEqual(
    expect.arrayContaining(['set lock_timeout = 0', 'set statement_timeout = 0']),
  );
  expect(statements.slice(built + 1)).toEqual([
    expect.stringContaining('pg_advisory_unlock'),
    'reset lock_timeout',
    'reset statement_timeout',
  ]);
});

it('leaves the work to the process that does it', async () => {
  const { indexes, statements } = database({ isHeld: false });
  await indexes.keep(new AbortController().signal);
  expect(statements).toHaveLength(1);
});

it('does not hold up the end of the process by a build', async () => {
  const { indexes, statements } = database({ hanging: CREATE });
  const ending = new AbortController();
  const kept = indexes.keep(ending.signal);
  await expect.poll(() => statements.some((text) => CREATE.test(text))).toBe(true);
  ending.abort();
  await kept;
  expect(statements.at(-1)).toMatch(CREATE);
});
