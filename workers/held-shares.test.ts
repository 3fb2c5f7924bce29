import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HeldShares, HOLD_MS, MAX_HELD } from './held-shares';

const form = (title: string) => ({ title, text: '', url: '', files: [] });
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('shared forms are returned once and in order, and the worker may stop', async () => {
  const shares = new HeldShares();
  const held = ['first', 'second'].map((title) => shares.hold(form(title)));
  expect(shares.take().map(({ title }) => title)).toEqual(['first', 'second']);
  await Promise.all(held);
  expect(shares.take()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a form that no page takes expires', async () => {
  const shares = new HeldShares();
  const held = shares.hold(form('nobody comes'));
  await vi.advanceTimersByTimeAsync(HOLD_MS);
  await held;
  expect(shares.take()).toEqual([]);
});

test('the oldest forms are dropped if there are too many', async () => {
  const shares = new HeldShares();
  const held = Array.from({ length: MAX_HELD + 2 }, (_, i) => shares.hold(form(String(i))));
  await Promise.all(held.slice(0, 2));
  expect(shares.take().map(({ title }) => title)).toEqual(Array.from({ length: MAX_HELD }, (_, i) => String(i + 2)));
});
