/**
 * Live channels: ephemeral events of documents over the event streams of the people who may see them.
 *
 *   publish(topic, event) ─► event bus ─► each process: recent events ─┬► subscribed connections of people who see the
 *                                                                      │  document's space
 *                                                                      └► a session that subscribes, or whose access
 *                                                                         was read again
 *
 * Best effort: an event that is lost, or too large for the bus between processes, affects freshness only. The result of
 * any work is a replicated document.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { topicKey, topicOf, type LiveEvent, type LiveTopic } from '../../sync/protocol/live';
import type { Actor, Platform } from '../platform/context';
import type { LiveAuthor } from '../platform/events';
import type { LiveSubscriber, SyncStream } from '../sync/stream';
import '../sync/tables';
import { RecentEvents } from './recent-events';

export interface LiveChannels {
  /**
   * Sends an event to the subscribers of a document, in the order of the calls.
   * @param origin the space of the document, if known; the author, whose session does not receive the event
   */
  publish(
    topic: LiveTopic & { companyId: string },
    event: LiveEvent,
    origin?: { space?: string; author?: LiveAuthor },
  ): Promise<void>;
  /** Replaces the topics of a session, whichever process holds its streams. */
  subscribe(actor: Pick<Actor, 'companyId' | 'userId' | 'sessionId'>, topics: readonly LiveTopic[]): void;
  /** Whether another session may be subscribed. False is certain; other processes are not asked. */
  mayBeSubscribed(companyId: string, topic: LiveTopic, sessionId: string): boolean;
  /**
   * Whether a screen of a person shows a document: a browser that is subscribed to it says so in time. An open
   * connection alone proves nothing, as its browser may have been closed, or lost its network, a moment ago.
   */
  isWatching(companyId: string, topic: LiveTopic, userId: string): Promise<boolean>;
  /** The answer of a browser to the event `watching`. */
  confirm(actor: Pick<Actor, 'companyId' | 'userId'>, askId: string): void;
  close(): void;
}

/** milliseconds for other processes to say that they have asked a browser */
const ASKING_MS = 300;
/** milliseconds for a browser to answer */
const WATCHING_MS = 3_000;

/** Whether the author of recent text updates has lost the right to write the text: such updates are not sent again. */
export type IsRevoked = (companyId: string, topic: LiveTopic, author: LiveAuthor) => Promise<boolean>;

const authorKey = ({ userId, role }: LiveAuthor): string => `${userId} ${role}`;

export function createLiveChannels(
  platform: Pick<Platform, 'db' | 'events' | 'log'>,
  stream: Pick<SyncStream, 'live'>,
  isRevoked: IsRevoked,
): LiveChannels {
  const recent = new RecentEvents();
  /** the last event of a document that waits for its space, by company and topic: events keep their order */
  const publishing = new Map<string, Promise<void>>();
  /** pending questions whether a browser of this person shows a topic, by id */
  const asked = new Map<string, { companyId: string; userId: string; asking(): void; end(isWatched: boolean): void }>();

  /** The spaces of documents by topic key; deleted ones are absent. */
  const spacesOf = async (companyId: string, topics: readonly LiveTopic[]): Promise<Map<string, string>> => {
    const { rows } = await sql<{ collection: LiveTopic['collection']; id: string; space: string }>`
      select d.collection, d.id, d.space_id as space from doc d
      join jsonb_to_recordset(${JSON.stringify(topics)}::jsonb) as t(collection text, id text)
        on d.collection = t.collection and d.id = t.id
      where d.company_id = ${companyId} and not d.deleted`.execute(platform.db);
    return new Map(rows.map(({ space, ...topic }) => [topicKey(topic), space]));
  };

  /** Which authors of text updates have lost the right to write. Each is checked once: there may be many events. */
  const revokedAuthors = async (companyId: string, topic: LiveTopic): Promise<Set<string>> => {
    const authors = new Map<string, LiveAuthor>();
    for (const { event, author } of recent.of(companyId, topicKey(topic)))
      if (event.type === 'update' && author) authors.set(authorKey(author), author);
    const checked = await Promise.all(
      [...authors].map(async ([key, author]) => ((await isRevoked(companyId, topic, author)) ? [key] : [])),
    );
    return new Set(checked.flat());
  };

  /** Checks access by the current space of each document: it may have moved since its events were published. */
  const sendRecent = async (subscriber: LiveSubscriber, keys: readonly string[]): Promise<void> => {
    const topics = keys
      .filter((key) => recent.of(subscriber.companyId, key).length > 0)
      .flatMap((key) => topicOf(key) ?? []);
    if (topics.length === 0) return;
    const spaces = await spacesOf(subscriber.companyId, topics);
    for (const topic of topics) {
      const key = topicKey(topic);
      const space = spaces.get(key);
      if (space === undefined || !subscriber.sees(space)) continue;
      const revoked = await revokedAuthors(subscriber.companyId, topic);
      if (!subscriber.sees(space)) continue;
      // Read after the checks: an event that was replaced meanwhile must not follow the one that replaced it.
      for (const { event, author } of recent.of(subscriber.companyId, key)) {
        const isSent = event.type !== 'update' || !author || !revoked.has(authorKey(author));
        if (isSent) subscriber.send(key, { topic, event });
      }
    }
  };

  const ends = [
    platform.events.subscribe('live', ({ companyId, space, topic, event, author }) => {
      recent.add(companyId, topicKey(topic), { event, author });
      stream.live.deliver({ companyId, sessionId: author?.sessionId ?? '', space }, topicKey(topic), { topic, event });
    }),
    platform.events.subscribe('liveAsked', ({ companyId, topic, userId, askId }) => {
      const question = { topic, event: { type: 'watching', askId } } as const;
      if (stream.live.send({ companyId, userId }, topicKey(topic), question))
        platform.events.publish('liveAsking', { askId });
      else if (platform.events.alone) asked.get(askId)?.end(false);
    }),
    platform.events.subscribe('liveAsking', ({ askId }) => asked.get(askId)?.asking()),
    platform.events.subscribe('liveWatched', ({ companyId, userId, askId }) => {
      const question = asked.get(askId);
      if (question?.companyId === companyId && question.userId === userId) question.end(true);
    }),
    platform.events.subscribe('liveTopics', ({ topics, ...session }) =>
      stream.live.setTopics(session, topics.map(topicKey)),
    ),
    stream.live.onSubscribed((subscriber, keys) => {
      sendRecent(subscriber, keys).catch((error: unknown) =>
        platform.log.error({ err: error }, 'recent live events could not be sent'),
      );
    }),
  ];

  return {
    async publish({ companyId, collection, id }, event, { space, author } = {}) {
      const topic = { collection, id };
      const announce = (current: string | undefined): void => {
        if (current !== undefined)
          platform.events.publish('live', { companyId, space: current, topic, event, author: author ?? null });
      };
      const key = `${companyId} ${topicKey(topic)}`;
      const before = publishing.get(key);
      if (space !== undefined && !before) return announce(space);
      const current = space ?? spacesOf(companyId, [topic]).then((spaces) => spaces.get(topicKey(topic)));
      const published = Promise.all([current, before]).then(([found]) => announce(found));
      const settled = published.catch(() => undefined);
      publishing.set(key, settled);
      await published.finally(() => {
        if (publishing.get(key) === settled) publishing.delete(key);
      });
    },
    subscribe({ companyId, userId, sessionId }, topics) {
      platform.events.publish('liveTopics', { companyId, userId, sessionId, topics: [...topics] });
    },
    mayBeSubscribed: (companyId, topic, sessionId) =>
      !platform.events.alone || stream.live.isSubscribed(companyId, topicKey(topic), sessionId),
    isWatching(companyId, topic, userId) {
      const askId = randomUUID();
      return new Promise((resolve) => {
        const end = (isWatched: boolean): void => {
          clearTimeout(timer);
          asked.delete(askId);
          resolve(isWatched);
        };
        const endAfter = (ms: number) => setTimeout(() => end(false), ms);
        let timer = endAfter(ASKING_MS);
        const asking = (): void => {
          clearTimeout(timer);
          timer = endAfter(WATCHING_MS);
        };
        asked.set(askId, { companyId, userId, asking, end });
        platform.events.publish('liveAsked', { companyId, topic, userId, askId });
      });
    },
    confirm: ({ companyId, userId }, askId) => platform.events.publish('liveWatched', { companyId, userId, askId }),
    close() {
      for (const end of ends) end();
      for (const question of asked.values()) question.end(false);
    },
  };
}
