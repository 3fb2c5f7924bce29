import { describe, expect, it } from 'vitest';
import { syncCalls, type ChangesInput } from '../../protocol/messages';
import type { CallLines } from '../../protocol/lines';
import { Prefetch } from './prefetch';

const input = (near: string[] = []): ChangesInput => ({
  collections: [{ name: 'notes', checkpoint: null }],
  total: true,
  near,
});

/** Answers each question with its number and a second line; notes what was asked and what was given up. */
function server() {
  const asked: unknown[] = [];
  const aborted: number[] = [];
  const lines: CallLines = async function* (_call, question, options) {
    const number = asked.push(question);
    options?.signal?.addEventListener('abort', () => aborted.push(number), { once: true });
    yield { answer: number };
    options?.signal?.throwIfAborted();
    yield { end: number };
  };
  return { asked, aborted, prefetch: new Prefetch(lines) };
}
const read = async (lines: AsyncGenerator<unknown>): Promise<unknown[]> => {
  const all: unknown[] = [];
  for await (const line of lines) all.push(line);
  return all;
};

describe('a question asked ahead', () => {
  it('is under way at once, and answers the same question once', async () => {
    const { asked, aborted, prefetch } = server();
    prefetch.ask(syncCalls.changes, input());
    expect(asked).toHaveLength(1);
    expect(await read(prefetch.lines(syncCalls.changes, input()))).toEqual([{ answer: 1 }, { end: 1 }]);
    expect(await read(prefetch.lines(syncCalls.changes, input()))).toEqual([{ answer: 2 }, { end: 2 }]);
    expect(aborted).toEqual([]);
  });

  it('is given up for another one, as when a list has come onto the screen meanwhile', async () => {
    const { asked, aborted, prefetch } = server();
    prefetch.ask(syncCalls.changes, input());
    expect(await read(prefetch.lines(syncCalls.changes, input(['project:a'])))).toEqual([{ answer: 2 }, { end: 2 }]);
    expect(asked).toEqual([input(), input(['project:a'])]);
    expect(aborted).toEqual([1]);
  });

  it('ends with the signal of its reader', async () => {
    const { aborted, prefetch } = server();
    prefetch.ask(syncCalls.changes, input());
    const reader = new AbortController();
    const lines = prefetch.lines(syncCalls.changes, input(), { signal: reader.signal });
    expect((await lines.next()).value).toEqual({ answer: 1 });
    reader.abort(new Error('left'));
    await expect(lines.next()).rejects.toThrow('left');
    expect(aborted).toEqual([1]);
  });

  it('is not asked any more once nobody wants it', async () => {
    const { asked, aborted, prefetch } = server();
    prefetch.ask(syncCalls.changes, input());
    prefetch.end();
    prefetch.ask(syncCalls.changes, input());
    expect(asked).toHaveLength(1);
    expect(aborted).toEqual([1]);
  });

  it('keeps its failure for whoever reads it', async () => {
    const prefetch = new Prefetch(async function* () {
      throw new Error('cut');
    });
    prefetch.ask(syncCalls.changes, input());
    await Promise.resolve();
    await expect(prefetch.lines(syncCalls.changes, input()).next()).rejects.toThrow('cut');
  });
});
