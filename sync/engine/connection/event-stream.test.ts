import { afterEach, expect, test, vi } from 'vitest';
import type { Session } from './session';
import { EventParser, PokeStream } from './event-stream';

afterEach(() => {
  vi.useRealTimers();
});

test('events are parsed wherever the network splits them', () => {
  const text = ': alive\n\nevent: poke\ndata: {"seq":7,\ndata: "collections":["notes"]}\n\nevent: revoked\ndata:\n\n';
  for (let size = 1; size < text.length; size += 1) {
    const parser = new EventParser();
    const events = [];
    for (let at = 0; at < text.length; at += size) events.push(...parser.push(text.slice(at, at + size)));
    expect(events, `cut into ${size}`).toEqual([
      { event: 'poke', data: '{"seq":7,\n"collections":["notes"]}' },
      { event: 'revoked', data: '' },
    ]);
  }
});

test('all kinds of line endings are accepted', () => {
  expect(new EventParser().push('event: a\r\ndata: 1\r\n\r\n')).toEqual([{ event: 'a', data: '1' }]);
});

/** Milliseconds of backoff after each of several connections that all last `life` milliseconds. */
async function rests(life: number, lines: number): Promise<number[]> {
  vi.useFakeTimers();
  const ended = new AbortController();
  const from: number[] = [];
  const to: number[] = [];
  const session = {
    fetch: () => {
      from.push(performance.now());
      let end: ReturnType<typeof setTimeout>;
      const body = new ReadableStream({
        start: (line) => {
          end = setTimeout(() => {
            to.push(performance.now());
            line.close();
          }, life);
        },
        cancel: () => clearTimeout(end),
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    },
  } as unknown as Session;
  const nothing = (): void => {};
  const stream = new PokeStream(session, 'http://satchel.test', {
    connecting: nothing,
    opened: nothing,
    poke: nothing,
    live: nothing,
    revoked: nothing,
    closed: nothing,
  });
  const run = stream.run(ended.signal, () => Promise.resolve());
  while (from.length <= lines) await vi.advanceTimersByTimeAsync(50);
  ended.abort();
  await vi.advanceTimersByTimeAsync(life);
  await run;
  return from.slice(1).map((at, i) => at - to[i]!);
}

test('connections that last for seconds are reopened within a second, however often they end', async () => {
  const all = await rests(8_000, 12);
  expect(Math.max(...all)).toBeLessThanOrEqual(1_100);
});

test('connections that end immediately are reopened with growing backoff', async () => {
  const all = await rests(100, 8);
  expect(all[7]!).toBeGreaterThan(30_000);
});
