import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Actor } from '../platform/context';
import type { EventTopics } from '../platform/events';
import { createStream, type SyncStream } from './stream';

/** A response whose client takes nothing while `full`. */
class Response extends EventEmitter {
  full = false;
  sent = '';
  ended = false;
  destroyed = false;
  writeHead(): this {
    return this;
  }
  write(text: string): boolean {
    this.sent += text;
    return !this.full;
  }
  end(): void {
    this.ended = true;
  }
  destroy(): void {
    this.destroyed = true;
  }
  letters(): unknown[] {
    return [...this.sent.matchAll(/event: letters\ndata: (.*)\n/g)].map((m) => JSON.parse(m[1]!) as unknown);
  }
  pokes(): { seq: number; collections: string[] }[] {
    return [...this.sent.matchAll(/event: poke\nid: \d+\ndata: (.*)\n/g)].map(
      (m) => JSON.parse(m[1]!) as { seq: number; collections: string[] },
    );
  }
}

const actor: Actor = { userId: 'ann', sessionId: 's', companyId: 'c', role: 'member', lang: 'en' };
let publish: (change: Partial<EventTopics['sync']>) => void;
let letters: (from: Partial<EventTopics['letters']>) => void;
let watch: (texts: string[], of?: Partial<EventTopics['watching']>) => void;
let spaces: () => Promise<Set<string>>;
let gap: () => void;
let stream: SyncStream;

beforeEach(() => {
  vi.useFakeTimers();
  const listeners = new Map<string, (payload: never) => void>();
  const tell = <T extends keyof EventTopics>(topic: T, payload: EventTopics[T]): void =>
    listeners.get(topic)?.(payload as never);
  const events = {
    publish: () => undefined,
    close: () => Promise.resolve(),
    onGap: (on: () => void) => {
      gap = on;
      return () => undefined;
    },
    subscribe: (topic: string, on: never) => {
      listeners.set(topic, on);
      return () => undefined;
    },
  };
  publish = (change) => tell('sync', { companyId: 'c', seq: 1, spaces: {}, users: [], ...change });
  letters = (from) =>
    tell('letters', {
      companyId: 'c',
      sessionId: 'other',
      space: 'project:p',
      contentId: 'n1',
      update: 'AAA=',
      ...from,
    });
  watch = (texts, of) => tell('watching', { companyId: 'c', userId: 'ann', sessionId: 's', texts, ...of });
  spaces = () => Promise.resolve(new Set(['project:p']));
  stream = createStream(
    { events, log: console as never },
    { visibleSpaces: () => spaces(), clock: () => Promise.resolve(1) },
  );
});
afterEach(() => {
  stream.close();
  vi.useRealTimers();
});

async function connect(as: Partial<Actor> = {}): Promise<Response> {
  const res = new Response();
  stream.handle(new EventEmitter() as IncomingMessage, res as unknown as ServerResponse, { ...actor, ...as });
  await vi.advanceTimersByTimeAsync(1);
  return res;
}

it('keeps one poke for a client that takes no more, and sends it when it does again', async () => {
  const res = await connect();
  res.full = true;
  publish({ seq: 2, spaces: { 'project:p': ['notes'] } });
  await vi.advanceTimersByTimeAsync(20);
  for (let seq = 3; seq < 500; seq += 1) publish({ seq, spaces: { 'project:p': [seq % 2 ? 'terms' : 'notes'] } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(res.pokes().map((p) => p.seq)).toEqual([1, 2]);
  res.full = false;
  res.emit('drain');
  expect(res.pokes().slice(2)).toEqual([{ seq: 499, collections: ['terms', 'notes'] }]);
});

it('drops a client that takes nothing for a minute', async () => {
  const res = await connect();
  res.full = true;
  publish({ seq: 2, spaces: { 'project:p': ['notes'] } });
  await vi.advanceTimersByTimeAsync(61_000);
  expect([res.ended, res.destroyed, stream.size()]).toEqual([true, true, 0]);
});

it('sends a heartbeat every twenty seconds, and ends after a quarter of an hour', async () => {
  const res = await connect();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(res.sent.split('\n\n').filter((part) => part === ':')).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  expect(res.ended).toBe(true);
});

it('pokes of nothing in spaces the person does not see', async () => {
  const res = await connect();
  publish({ seq: 2, spaces: { 'project:other': ['notes'] } });
  publish({ seq: 3, companyId: 'other', spaces: { 'project:p': ['notes'] }, users: ['ann'] });
  await vi.advanceTimersByTimeAsync(1000);
  expect(res.pokes().map((p) => p.seq)).toEqual([1]);
});

it('pokes of everything after announcements were lost', async () => {
  const res = await connect();
  gap();
  await vi.advanceTimersByTimeAsync(100);
  expect(res.pokes().at(-1)?.collections).toHaveLength(13);
});

it('carries letters of texts that are open there and that the person sees, of other sessions', async () => {
  const res = await connect();
  letters({});
  watch(['n1'], { sessionId: 'another' });
  watch(['n1'], { userId: 'ben' });
  watch(['n1'], { companyId: 'c2' });
  letters({});
  expect([res.letters(), stream.watched('c', 'n1', 'other')]).toEqual([[], false]);
  watch(['n1', 'n2']);
  expect([
    stream.watched('c', 'n1', 'other'),
    stream.watched('c', 'n1', 's'),
    stream.watched('c2', 'n1', 'other'),
  ]).toEqual([true, false, false]);
  letters({ sessionId: 's' });
  letters({ space: 'project:q' });
  letters({ contentId: 'n3' });
  letters({ companyId: 'c2' });
  expect(res.letters()).toEqual([]);
  letters({});
  letters({ contentId: 'n2', update: 'AAAA' });
  expect(res.letters()).toEqual([
    { contentId: 'n1', update: 'AAA=' },
    { contentId: 'n2', update: 'AAAA' },
  ]);
  watch([]);
  letters({});
  expect(res.letters()).toHaveLength(2);
});

it('carries no letters while it is not sure what the person sees, none of what was lost', async () => {
  const res = await connect();
  watch(['n1']);
  let read = (_: Set<string>): void => undefined;
  spaces = () =>
    new Promise((resolve) => {
      read = resolve;
    });
  publish({ users: ['ann'] });
  letters({});
  read(new Set());
  await vi.advanceTimersByTimeAsync(1);
  letters({});
  expect(res.letters()).toEqual([]);
});

it('spares a client letters that takes no more', async () => {
  const res = await connect();
  watch(['n1']);
  res.full = true;
  for (let i = 0; i < 100; i += 1) letters({});
  expect(res.letters()).toHaveLength(1);
  res.full = false;
  res.emit('drain');
  letters({});
  expect(res.letters()).toHaveLength(2);
});

it('refuses more streams than a session or a person may have, and takes one again when one has ended', async () => {
  const open: Response[] = [];
  for (let i = 0; i < 20; i += 1) open.push(await connect());
  await expect(connect()).rejects.toMatchObject({ code: 'OPERATE_TOO_FAST' });
  for (let session = 1; session <= 4; session += 1)
    for (let i = 0; i < 20; i += 1) await connect({ sessionId: `s${session}`, companyId: `c${session % 2}` });
  await expect(connect({ sessionId: 'another' })).rejects.toMatchObject({ code: 'OPERATE_TOO_FAST' });
  await connect({ userId: 'ben' });
  open[0]!.emit('close');
  await connect();
  expect(stream.size()).toBe(101);
});
