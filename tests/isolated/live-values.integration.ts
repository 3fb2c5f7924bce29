/** Live values of the page while no workspace is open. Fake timers: a person takes longer than a value is kept. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveQuery } from '../../sync/engine/host/api';

const asked = vi.hoisted(() => new Map<string, (value: unknown) => void>());
vi.mock('../../app/replica/client', () => ({
  replica: () => undefined,
  observe: (query: LiveQuery, onValue: (value: unknown) => void) => {
    const key = JSON.stringify(query);
    asked.set(key, onValue);
    return () => asked.delete(key);
  },
}));
const { live } = await import('../../app/replica/live');

const QUERY: LiveQuery = { kind: 'one', collection: 'projects', id: 'p1' };
const answer = (value: unknown): void => asked.get(JSON.stringify(QUERY))?.(value);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('wait for their first value as long as the device is locked', async () => {
  const waiting = live(QUERY);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  answer({ id: 'p1' });
  expect((await waiting).get()).toEqual({ id: 'p1' });
});

it('are read no longer once nobody has shown them for a while', async () => {
  const waiting = live(QUERY);
  answer({ id: 'p1' });
  const leave = (await waiting).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(asked.size).toBe(1);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.size).toBe(0);
});

it('of work that its person watches are read no longer soon after they have left, so that its end is notified', async () => {
  for (const [query, isRead] of [
    [{ kind: 'research', id: 'r1' }, false],
    [QUERY, true],
  ] as const) {
    const waiting = live(query);
    asked.get(JSON.stringify(query))?.({});
    const leave = (await waiting).subscribe(() => undefined);
    leave();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked.has(JSON.stringify(query)), query.kind).toBe(isRead);
  }
});
