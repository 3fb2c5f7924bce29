import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HeldShares, HOLD_MS, MOST_HELD } from './held-shares';

const form = (title: string) => ({ title, text: '', url: '', files: [] });
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('shared forms are given once, in their order, and the worker is let go', async () => {
  const shares = new HeldShares();
  const held = ['first', 'second'].map((title) => shares.hold(form(title)));
  expect(shares.take().map(({ title }) => title)).toEqual(['first', 'second']);
  await Promise.all(held);
  expect(shares.take()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a form that no page takes is forgotten', async () => {
  const shares = new HeldShares();
  const held = shares.hold(form('nobody comes'));
  await vi.advanceTimersByTimeAsync(HOLD_MS);
  await held;
  expect(shares.take()).toEqual([]);
});

test('of too many, the oldest are forgotten', async () => {
  const shares = new HeldShares();
  const held = Array.from({ length: MOST_HELD + 2 }, (_, i) => shares.hold(form(String(i))));
  await Promise.all(held.slice(0, 2));
  expect(shares.take().map(({ title }) => title)).toEqual(Array.from({ length: MOST_HELD }, (_, i) => String(i + 2)));
});
