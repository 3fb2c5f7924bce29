import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import type { LiveTopic } from '../../sync/protocol/live';
import type { EventBus } from '../platform/events';
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
function processWith(shared: EventEmitter, browsers: Record<string, Browser>, alone = false): LiveChannels {
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
    onSubscribed: () => () => undefined,
  } as Partial<LiveStreams> as LiveStreams;
  const channels = createLiveChannels({ events } as never, { live }, () => Promise.resolve(false));
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
  const answer = processWith(shared, { ann: isGone }, true).isWatching('c1', TOPIC, 'ann');
  await asked;
  vi.runAllTimers();
  expect(await answer).toBe(false);
});

it('ignores the answer of another person', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const shared = new EventEmitter();
  const here = processWith(shared, { ann: isGone }, true);
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
  expect(await processWith(new EventEmitter(), {}, true).isWatching('c1', TOPIC, 'ann')).toBe(false);
});
