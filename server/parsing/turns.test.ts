import { expect, test } from 'vitest';
import { Turns } from './turns';

/** Work that ends when it is told to. */
function work(turns: Turns, log: string[], company: string, name: string, signal = new AbortController().signal) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const done = turns.take(company, signal, async () => {
    log.push(name);
    await ended;
  });
  done.catch(() => undefined);
  return { end, done };
}
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('Works of one company run one after another', async () => {
  const [turns, log] = [new Turns(2), [] as string[]];
  const first = work(turns, log, 'a', 'a1');
  work(turns, log, 'a', 'a2');
  await settle();
  expect(log).toEqual(['a1']);
  first.end();
  await settle();
  expect(log).toEqual(['a1', 'a2']);
});

test('Several companies run side by side, up to the limit', async () => {
  const [turns, log] = [new Turns(2), [] as string[]];
  const a = work(turns, log, 'a', 'a');
  work(turns, log, 'b', 'b');
  work(turns, log, 'c', 'c');
  await settle();
  expect(log).toEqual(['a', 'b']);
  a.end();
  await settle();
  expect(log).toEqual(['a', 'b', 'c']);
});

test('A company with many works does not keep others waiting', async () => {
  const [turns, log] = [new Turns(1), [] as string[]];
  const works = ['a1', 'a2', 'a3'].map((name) => work(turns, log, 'a', name));
  works.push(work(turns, log, 'b', 'b1'));
  for (const { end } of works) end();
  await Promise.all(works.map(({ done }) => done));
  expect(log).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('A failed work gives its turn to the next', async () => {
  const turns = new Turns(1);
  const signal = new AbortController().signal;
  await expect(turns.take('a', signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.take('a', signal, () => Promise.resolve(1))).toBe(1);
});

test('A work that is aborted while it waits never runs', async () => {
  const [turns, log, leaving] = [new Turns(1), [] as string[], new AbortController()];
  const first = work(turns, log, 'a', 'a1');
  const second = work(turns, log, 'a', 'a2', leaving.signal);
  leaving.abort(new Error('left'));
  await expect(second.done).rejects.toThrow('left');
  first.end();
  await settle();
  expect(log).toEqual(['a1']);
});
