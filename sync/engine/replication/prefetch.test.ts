import { describe, expect, it } from 'vitest';
import { syncCalls, type ChangesInput } from '../../protocol/messages';
import type { CallLines } from '../../protocol/lines';
import { Prefetch } from './prefetch';

const input = (near: string[] = []): ChangesInput => ({
  collections: [{ name: 'notes', checkpoint: null }],
  total: true,
  near,
});

/** Answers each request with its number and a second line; records the requests and the aborted ones. */
function server() {
  const asked: unknown[] = [];
  const aborted: number[] = [];
  const lines: CallLines = async function* (_call, request, options) {
    const number = asked.push(request);
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

describe('a prefetched request', () => {
  it('is sent immediately, and answers the same request once', async () => {
    const { asked, aborted, prefetch } = server();
    prefetch.request(syncCalls.changes, input());
    expect(asked).toHaveLength(1);
    expect(await read(prefetch.lines(syncCalls.changes, input()))).toEqual([{ answer: 1 }, { end: 1 }]);
    expect(await read(prefetch.lines(syncCalls.changes, input()))).toEqual([{ answer: 2 }, { end: 2 }]);
    expect(aborted).toEqual([]);
  });

  it('is aborted for a different request, as when a list has opened meanwhile', async () => {
    const { asked, aborted, prefetch } = server();
    prefetch.request(syncCalls.changes, input());
    expect(await read(prefetch.lines(syncCalls.changes, input(['project:a'])))).toEqual([{ answer: 2 }, { end: 2 }]);
    expect(asked).toEqual([input(), input(['project:a'])]);
    expect(aborted).toEqual([1]);
  });

  it('is aborted by the signal of its reader', async () => {
    const { aborted, prefetch } = server();
    prefetch.request(syncCalls.changes, input());
    const reader = new AbortController();
    const lines = prefetch.lines(syncCalls.changes, input(), { signal: reader.signal });
    expect((await lines.next()).value).toEqual({ answer: 1 });
    reader.abort(new Error('left'));
    await expect(lines.next()).rejects.toThrow('left');
    expect(aborted).toEqual([1]);
  });

  it('is aborted by end(), after which no request is prefetched', async () => {
    const { asked, aborted, prefetch } = server();
    prefetch.request(syncCalls.changes, input());
    prefetch.end();
    prefetch.request(syncCalls.changes, input());
    expect(asked).toHaveLength(1);
    expect(aborted).toEqual([1]);
  });

  it('throws its failure to the reader', async () => {
    const prefetch = new Prefetch(async function* () {
      throw new Error('cut');
    });
    prefetch.request(syncCalls.changes, input());
    await Promise.resolve();
    await expect(prefetch.lines(syncCalls.changes, input()).next()).rejects.toThrow('cut');
  });
});
