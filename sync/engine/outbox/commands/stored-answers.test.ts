/** Stored answers: reads wait for earlier writes, and answers are deleted with their subject. */
import { expect, test } from 'vitest';
import { MemoryLocks } from '../../../../tests/support/memory-locks';
import type { CommandContext } from './context';
import { storedAnswers } from './stored-answers';

/** A device in memory whose writes wait for `release`. */
function device() {
  const rows = new Map<string, unknown>();
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const meta = {
    get: (key: string) => Promise.resolve(rows.has(key) ? { key, value: rows.get(key) } : undefined),
    put: async ({ key, value }: { key: string; value: unknown }) => {
      await released;
      rows.set(key, value);
    },
    delete: (key: string) => Promise.resolve(rows.delete(key)),
  };
  return { context: { device: { meta }, locks: new MemoryLocks() } as unknown as CommandContext, rows, release };
}

test('a read waits for an answer that is being stored', async () => {
  const { context, release } = device();
  const answers = storedAnswers('history', 2);
  const stored = answers.store(context, 'p1', { at: 5, value: ['row'] });
  const last = answers.last(context, 'p1');
  release();
  expect(await last).toEqual({ at: 5, value: ['row'] });
  await stored;
});

test('the oldest answers beyond the maximum are deleted, and those whose subject is gone', async () => {
  const { context, rows, release } = device();
  release();
  let isThere = true;
  const answers = storedAnswers('history', 2, () => Promise.resolve(isThere));
  for (const key of ['p1', 'p2', 'p3']) await answers.store(context, key, { at: 1, value: [key] });
  expect(rows.size).toBe(3);
  expect(await answers.last(context, 'p1')).toBeNull();
  isThere = false;
  expect(await answers.last(context, 'p3')).toBeNull();
  await answers.store(context, 'p4', { at: 1, value: [] });
  isThere = true;
  expect(await answers.last(context, 'p3')).toBeNull();
  expect(await answers.last(context, 'p2')).toEqual({ at: 1, value: ['p2'] });
  expect(rows.size).toBe(2);
});
