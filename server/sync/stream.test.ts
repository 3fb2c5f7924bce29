import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { topicOf, type LiveMessage } from '../../sync/protocol/live';
import type { Actor } from '../platform/context';
import type { EventTopics } from '../platform/events';
import { createStream, type SyncStream } from './stream';
import { KIND_NAMES } from '../../sync/model/kinds';

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
  live(): unknown[] {
    return [...this.sent.matchAll(/event: live\ndata: (.*)\n/g)].map((m) => JSON.parse(m[1]!) as unknown);
  }
  pokes(): { seq: number; collections: string[] }[] {
    return [...this.sent.matchAll(/event: poke\nid: \d+\ndata: (.*)\n/g)].map(
      (m) => JSON.parse(m[1]!) as { seq: number; collections: string[] },
    );
  }
}

const [NOTE, OTHER] = ['noteContents/n1', 'noteContents/n2'];
const message = (topic: string): LiveMessage => ({
  topic: topicOf(topic)!,
  event: { type: 'progress', progress: 0.5 },
});

const actor: Actor = { userId: 'ann', sessionId: 's', companyId: 'c', role: 'member', lang: 'en' };
let publish: (change: Partial<EventTopics['sync']>) => void;
let deliver: (from?: { companyId?: string; sessionId?: string; space?: string }, topic?: string) => void;
let subscribe: (topics: string[], of?: { companyId?: string; userId?: string; sessionId?: string }) => void;
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
  deliver = (from, topic = NOTE) =>
    stream.live.deliver({ companyId: 'c', sessionId: 'other', space: 'project:p', ...from }, topic, message(topic));
  subscribe = (topics, of) => stream.live.setTopics({ companyId: 'c', userId: 'ann', sessionId: 's', ...of }, topics);
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
  expect(res.pokes().at(-1)?.collections).toEqual(KIND_NAMES);
});

it('sends live events of subscribed topics that the person sees, except to the session that caused them', async () => {
  const res = await connect();
  deliver();
  subscribe([NOTE], { sessionId: 'another' });
  subscribe([NOTE], { userId: 'ben' });
  subscribe([NOTE], { companyId: 'c2' });
  deliver();
  expect([res.live(), stream.live.isSubscribed('c', NOTE, 'other')]).toEqual([[], false]);
  subscribe([NOTE, OTHER]);
  expect([
    stream.live.isSubscribed('c', NOTE, 'other'),
    stream.live.isSubscribed('c', NOTE, 's'),
    stream.live.isSubscribed('c2', NOTE, 'other'),
  ]).toEqual([true, false, false]);
  deliver({ sessionId: 's' });
  deliver({ space: 'project:q' });
  deliver({}, 'noteContents/n3');
  deliver({ companyId: 'c2' });
  expect(res.live()).toEqual([]);
  deliver();
  deliver({}, OTHER);
  expect(res.live()).toEqual([message(NOTE), message(OTHER)]);
  subscribe([]);
  deliver();
  expect(res.live()).toHaveLength(2);
});

it('sends no live event while the person’s access is being read', async () => {
  const res = await connect();
  subscribe([NOTE]);
  let read = (_: Set<string>): void => undefined;
  spaces = () =>
    new Promise((resolve) => {
      read = resolve;
    });
  publish({ users: ['ann'] });
  deliver();
  read(new Set());
  await vi.advanceTimersByTimeAsync(1);
  deliver();
  expect(res.live()).toEqual([]);
});

it('announces topics when their events can be sent: after a subscription, and after access was read again', async () => {
  const announced: unknown[] = [];
  stream.live.onSubscribed((subscriber, topics) => announced.push([subscriber.sees('project:p'), ...topics]));
  await connect();
  subscribe([NOTE]);
  subscribe([NOTE, OTHER]);
  subscribe([NOTE, OTHER]);
  expect(announced).toEqual([
    [true, NOTE],
    [true, OTHER],
  ]);
  spaces = () => Promise.resolve(new Set());
  publish({ users: ['ann'] });
  await vi.advanceTimersByTimeAsync(1);
  expect(announced.slice(2)).toEqual([[false, NOTE, OTHER]]);
});

it('drops live events of a client under backpressure', async () => {
  const res = await connect();
  subscribe([NOTE]);
  res.full = true;
  for (let i = 0; i < 100; i += 1) deliver();
  expect(res.live()).toHaveLength(1);
  res.full = false;
  res.emit('drain');
  deliver();
  expect(res.live()).toHaveLength(2);
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
