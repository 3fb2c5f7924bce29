import { EventEmitter } from 'node:events';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import type { LiveTopic } from '../../sync/protocol/live';
import type { EventBus, EventTopics } from '../platform/events';
import type { LiveStreams } from '../sync/stream';
import { createLiveChannels, type LiveChannels } from './channels';

const TOPIC: LiveTopic = { collection: 'turns', id: 'question' };
const opened: LiveChannels[] = [];
afterEach(() => {
  for (const channels of opened.splice(0)) channels.close();
  vi.useRealTimers();
});

type Person = Parameters<LiveStreams['send']>[0];

/** How the test’s browser answers the question whether it shows the topic. */
type Browser = (answer: () => void) => void;
const shows: Browser = (answer) => answer();
const isGone: Browser = () => undefined;

/** A process of several: its channels, with a bus that all share, and the subscribed browsers of people there. */
function processWith(
  shared: EventEmitter,
  browsers: Record<string, Browser>,
  { alone = false, db }: { alone?: boolean; db?: Kysely<unknown> } = {},
): LiveChannels {
  const events: EventBus = {
    alone,
    publish: (topic, payload) => void setImmediate(() => shared.emit(topic, payload)),
    subscribe: (topic, listener) => {
      shared.on(topic, listener);
      return () => void shared.off(topic, listener);
    },
    close: () => Promise.resolve(),
  };
  const live = {
    send: (person: Person, _topic, { event }) => {
      const browser = browsers[person.userId];
      if (browser && event.type === 'watching') browser(() => channels.confirm(person, event.askId));
      return browser !== undefined;
    },
    deliver: () => undefined,
    onSubscribed: () => () => undefined,
  } as Partial<LiveStreams> as LiveStreams;
  const channels = createLiveChannels({ events, db } as never, { live }, () => Promise.resolve(false));
  opened.push(channels);
  return channels;
}

it('knows who watches a document, in this process and in others', async () => {
  const shared = new EventEmitter();
  const here = processWith(shared, { ann: shows });
  processWith(shared, { ben: shows });
  const isWatching = (userId: string) => here.isWatching('c1', TOPIC, userId);
  expect(await Promise.all(['ann', 'ben', 'cho'].map(isWatching))).toEqual([true, true, false]);
});

it('does not count a person as watching whose browser does not answer, though its connection is open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const shared = new EventEmitter();
  const asked = new Promise<void>((resolve) => shared.once('liveAsking', () => resolve()));
  const answer = processWith(shared, { ann: isGone }, { alone: true }).isWatching('c1', TOPIC, 'ann');
  await asked;
  vi.runAllTimers();
  expect(await answer).toBe(false);
});

it('ignores the answer of another person', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const shared = new EventEmitter();
  const here = processWith(shared, { ann: isGone }, { alone: true });
  const confirmed = new Promise<void>((resolve) => {
    shared.once('liveAsked', ({ askId }: { askId: string }) => here.confirm({ companyId: 'c1', userId: 'ben' }, askId));
    shared.once('liveWatched', () => resolve());
  });
  const answer = here.isWatching('c1', TOPIC, 'ann');
  await confirmed;
  vi.runAllTimers();
  expect(await answer).toBe(false);
});

it('answers without waiting when it is the only process and no session is subscribed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(await processWith(new EventEmitter(), {}, { alone: true }).isWatching('c1', TOPIC, 'ann')).toBe(false);
});

/** A database that answers each query with these rows when the test says so. */
function answering(rows: object[]): { db: Kysely<unknown>; answers: (() => void)[] } {
  const answers: (() => void)[] = [];
  const executeQuery = () => new Promise((resolve) => answers.push(() => resolve({ rows })));
  class Driver extends DummyDriver {
    override acquireConnection = () => Promise.resolve({ executeQuery } as never);
  }
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, answers };
}

it('sends the events of a document in the order of the calls, whichever space is read first', async () => {
  const shared = new EventEmitter();
  const sent: number[] = [];
  shared.on('live', ({ event }: EventTopics['live']) => event.type === 'progress' && sent.push(event.progress));
  const { db, answers } = answering([{ ...TOPIC, space: 'user:ann' }]);
  const channels = processWith(shared, {}, { db });
  const publish = (progress: number, space?: string): Promise<void> =>
    channels.publish({ companyId: 'c1', ...TOPIC }, { type: 'progress', progress }, space ? { space } : {});
  const published = [publish(0.1), publish(0.5), publish(0.9, 'user:ann')];
  await expect.poll(() => answers.length === 2).toBe(true);
  answers[1]!();
  await new Promise(setImmediate);
  answers[0]!();
  await Promise.all(published);
  await expect.poll(() => sent.length === 3).toBe(true);
  expect(sent).toEqual([0.1, 0.5, 0.9]);
});
