import { EventEmitter } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import type { LiveTopic } from '../../sync/protocol/live';
import type { EventBus } from '../platform/events';
import type { LiveStreams } from '../sync/stream';
import { createLiveChannels, type LiveChannels } from './channels';

const TOPIC: LiveTopic = { collection: 'turns', id: 'question' };
const opened: LiveChannels[] = [];
afterEach(() => {
  for (const channels of opened.splice(0)) channels.close();
});

/** A process of several: its channels, with a bus that all share, and the people who watch the topic there. */
function processWith(shared: EventEmitter, watching: readonly string[], alone = false): LiveChannels {
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
    isWatching: (_companyId, _topic, userId) => watching.includes(userId),
    onSubscribed: () => () => undefined,
  } as Partial<LiveStreams> as LiveStreams;
  const channels = createLiveChannels({ events } as never, { live }, () => Promise.resolve(false));
  opened.push(channels);
  return channels;
}

it('knows who watches a document in this process and in others', async () => {
  const shared = new EventEmitter();
  const here = processWith(shared, ['ann']);
  processWith(shared, ['ben']);
  const isWatching = (userId: string) => here.isWatching('c1', TOPIC, userId);
  expect(await Promise.all(['ann', 'ben', 'cho'].map(isWatching))).toEqual([true, true, false]);
});

it('asks nobody where it is the only process', async () => {
  const shared = new EventEmitter();
  shared.on('liveAsked', () => expect.unreachable());
  expect(await processWith(shared, [], true).isWatching('c1', TOPIC, 'ann')).toBe(false);
});
