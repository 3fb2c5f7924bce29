import { afterEach, expect, test, vi } from 'vitest';
import type { Session } from './session';
import { PokeStream } from './event-stream';

afterEach(() => {
  vi.useRealTimers();
});

/** Events of a stream whose bytes arrive in pieces of `size`. */
async function eventsOf(text: string, size: number): Promise<unknown[]> {
  const bytes = new TextEncoder().encode(text);
  const events: unknown[] = [];
  const ended = new AbortController();
  const session = {
    fetch: () => {
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          for (let at = 0; at < bytes.length; at += size) stream.enqueue(bytes.slice(at, at + size));
          stream.close();
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    },
  } as unknown as Session;
  const nothing = (): void => {};
  const stream = new PokeStream(session, 'http://satchel.test', {
    connecting: nothing,
    opened: nothing,
    poke: (collections) => events.push(['poke', collections]),
    live: (message) => events.push(['live', message]),
    revoked: (ending) => events.push(['revoked', ending]),
    closed: () => ended.abort(),
  });
  await stream.run(ended.signal, () => Promise.resolve());
  return events;
}

test.each(['\n', '\r\n'])(
  'events are parsed wherever the network splits them, with the line ending %j',
  async (end) => {
    const text = [
      ': alive',
      '',
      'event: poke',
      'data: {"seq":7,',
      'data: "collections":["notes"]}',
      '',
      'event: unknown',
      'data: {}',
      '',
      'event: revoked',
      'data: {"wipe":true}',
      '',
      '',
    ].join(end);
    for (let size = 1; size < text.length; size += 1)
      expect(await eventsOf(text, size), `cut into ${size}`).toEqual([
        ['poke', ['notes']],
        ['revoked', { wipe: true, handover: false }],
      ]);
  },
);

/** Milliseconds of backoff after each of several connections that all last `life` milliseconds. */
async function rests(life: number, lines: number, end: 'closed' | 'dropped' = 'closed'): Promise<number[]> {
  vi.useFakeTimers();
  const ended = new AbortController();
  const from: number[] = [];
  const to: number[] = [];
  const session = {
    fetch: () => {
      from.push(performance.now());
      let timer: ReturnType<typeof setTimeout>;
      const body = new ReadableStream({
        start: (line) => {
          timer = setTimeout(() => {
            to.push(performance.now());
            if (end === 'closed') line.close();
            else stream.drop();
          }, life);
        },
        cancel: () => clearTimeout(timer),
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

test('connections that are dropped are reopened at once, however often', async () => {
  const all = await rests(100, 12, 'dropped');
  expect(Math.max(...all)).toBe(0);
});
