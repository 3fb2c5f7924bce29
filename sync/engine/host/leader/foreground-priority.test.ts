import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ForegroundPriority, TYPING_MS } from './foreground-priority';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const { signal } = new AbortController();

/** Milliseconds for which the background pauses from now on; `every` runs after each 10 of them. */
async function rested(priority: ForegroundPriority, every: () => void = () => {}): Promise<number> {
  let isOver = false;
  void (priority.rest(signal) ?? Promise.resolve()).then(() => {
    isOver = true;
  });
  for (let passed = 0; ; passed += 10) {
    await vi.advanceTimersByTimeAsync(0);
    if (isOver) return passed;
    every();
    await vi.advanceTimersByTimeAsync(10);
  }
}

test('the background pauses from a request until 100 ms after the last', async () => {
  const priority = new ForegroundPriority();
  expect(priority.rest(signal)).toBeUndefined();
  priority.touch();
  expect(await rested(priority)).toBe(100);
  expect(priority.rest(signal)).toBeUndefined();
  let more = 3;
  priority.touch();
  expect(
    await rested(priority, () => {
      if ((more -= 1) >= 0) priority.touch();
    }),
  ).toBe(120);
});

test('continuous requests leave the background a turn each second', async () => {
  const priority = new ForegroundPriority();
  const ask = (): void => priority.touch();
  ask();
  expect(await rested(priority, ask)).toBe(1_000);
  expect(priority.rest(signal)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(20);
  ask();
  expect(await rested(priority, ask)).toBe(1_000);
});

test('the background pauses between keystrokes', async () => {
  const priority = new ForegroundPriority();
  priority.touch(TYPING_MS);
  priority.touch();
  expect(await rested(priority)).toBe(TYPING_MS);
});

test('an aborted signal ends the pause', async () => {
  const priority = new ForegroundPriority();
  priority.touch();
  const ending = new AbortController();
  const rest = priority.rest(ending.signal);
  ending.abort();
  await rest;
});
