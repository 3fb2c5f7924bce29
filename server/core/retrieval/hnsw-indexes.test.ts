/** Planning, building and dropping HNSW indexes of vectors. */
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { SessionConnection } from '../../platform/context';
import { HnswIndexes, planOf } from './hnsw-indexes';

const LIMITS = { rows: 100, indexes: 3 };
const plan = (rows: Record<number, number>, existing: Record<number, boolean> = {}) => {
  const map = <T>(record: Record<number, T>) => new Map(Object.entries(record).map(([key, value]) => [+key, value]));
  return planOf(map(rows), map(existing), LIMITS);
};

it('builds an index for dimensions with enough vectors, up to the maximum of an HNSW index', () => {
  expect(plan({ 4: 99, 8: 100, 16: 5_000, 4_000: 300, 4_001: 9_000 })).toEqual({ drop: [], build: [16, 4_000, 8] });
});

it('keeps an index while vectors of its dimensions exist, and drops it without them', () => {
  expect(plan({ 4: 1 }, { 4: true, 8: true })).toEqual({ drop: [8], build: [] });
});

it('drops an invalid index, and rebuilds it if it is needed', () => {
  expect(plan({ 4: 100, 8: 99 }, { 4: false, 8: false })).toEqual({ drop: [4, 8], build: [4] });
});

it('builds a limited number of indexes, for the dimensions with most vectors', () => {
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [i + 1, 1_000 + i]));
  expect(plan(many)).toEqual({ drop: [], build: [3_000, 2_999, 2_998] });
});

it('replaces an index only by one with more than twice as many vectors', () => {
  const existing = { 4: true, 8: true, 16: true };
  expect(plan({ 4: 500, 8: 200, 16: 300, 32: 399 }, existing)).toEqual({ drop: [], build: [] });
  expect(plan({ 4: 500, 8: 200, 16: 300, 32: 401 }, existing)).toEqual({ drop: [8], build: [32] });
});

/** A fake database with 5,000 vectors; a statement that matches `hanging` runs until the connection is closed. */
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

it('builds without timeouts, and resets the settings of the connection', async () => {
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

it('does nothing while another process holds the lock', async () => {
  const { indexes, statements } = database({ isHeld: false });
  await indexes.keep(new AbortController().signal);
  expect(statements).toHaveLength(1);
});

it('does not delay shutdown during a build', async () => {
  const { indexes, statements } = database({ hanging: CREATE });
  const ending = new AbortController();
  const kept = indexes.keep(ending.signal);
  await expect.poll(() => statements.some((text) => CREATE.test(text))).toBe(true);
  ending.abort();
  await kept;
  expect(statements.at(-1)).toMatch(CREATE);
});
