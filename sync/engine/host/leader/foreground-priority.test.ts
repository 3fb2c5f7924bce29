import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ForegroundPriority, TYPING_MS } from './foreground-priority';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const { signal } = new AbortController();

/** Milliseconds for which the background rests from now on, while something is done every few of them. */
async function rested(people: ForegroundPriority, every: () => void = () => {}): Promise<number> {
  let over = false;
  void (people.rest(signal) ?? Promise.resolve()).then(() => {
    over = true;
  });
  for (let passed = 0; ; passed += 10) {
    await vi.advanceTimersByTimeAsync(0);
    if (over) return passed;
    every();
    await vi.advanceTimersByTimeAsync(10);
  }
}

test('the background rests from a question until a moment after the last', async () => {
  const people = new ForegroundPriority();
  expect(people.rest(signal)).toBeUndefined();
  people.touch();
  expect(await rested(people)).toBe(100);
  expect(people.rest(signal)).toBeUndefined();
  let more = 3;
  people.touch();
  expect(
    await rested(people, () => {
      if ((more -= 1) >= 0) people.touch();
    }),
  ).toBe(120);
});

test('questions without end leave it a turn a second', async () => {
  const people = new ForegroundPriority();
  const ask = (): void => people.touch();
  ask();
  expect(await rested(people, ask)).toBe(1_000);
  expect(people.rest(signal)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(20);
  ask();
  expect(await rested(people, ask)).toBe(1_000);
});

test('the background rests between the letters that somebody types', async () => {
  const people = new ForegroundPriority();
  people.touch(TYPING_MS);
  people.touch();
  expect(await rested(people)).toBe(TYPING_MS);
});

test('who is told to end does not wait', async () => {
  const people = new ForegroundPriority();
  people.touch();
  const ending = new AbortController();
  const rest = people.rest(ending.signal);
  ending.abort();
  await rest;
});
