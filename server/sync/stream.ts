/**
 * The event stream: server-sent events. A poke names changed collections to people who see a touched space; live events
 * (server/live) go to the connections that are subscribed to their topic.
 *
 *   event bus ─► company ─► person (spaces in memory) ─┬► each connection: gather 20 ms ─► `poke` {seq, collections}
 *                              ▲                       └► each one subscribed to the topic ─► `live` {topic, event}
 *                              └ access changed, or announcements were lost: the spaces are read again, and all
 *                                collections count as touched
 *
 * A connection under backpressure gathers pokes and drops live events, so that no queue grows. A connection ends after
 * 15 minutes at most: the client reconnects with a fresh token, so that a revocation whose announcement was lost takes
 * effect.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { KIND_NAMES } from '../../sync/model/kinds';
import { CallError } from '../../sync/protocol/errors';
import type { LiveData, LiveMessage } from '../../sync/protocol/live';
import type { Poke } from '../../sync/protocol/messages';
import type { Actor, Platform } from '../platform/context';
import type { EventTopics } from '../platform/events';
import { ALL } from './announcer';

const GATHER_MS = 20;
/** Above this many connections, pokes are delayed at random, so that clients do not pull all at once. */
const JITTER_ABOVE = 200;
/** largest delay, per open connection */
const JITTER_A_CONNECTION_MS = 0.1;
const JITTER_MAX_MS = 500;
const HEARTBEAT_MS = 20_000;
const LIFETIME_MS = 15 * 60_000;
/** milliseconds of backpressure after which a connection is destroyed */
const STUCK_MS = 60_000;

/** Most open streams in one process. A browser opens one; a client with many is broken or hostile. */
export interface StreamLimits {
  perSession: number;
  perPerson: number;
}
const LIMITS: StreamLimits = { perSession: 20, perPerson: 100 };
/** seconds after which a refused client may retry: by then closed connections are detected */
const RETRY_SECONDS = 60;

export interface SyncStream {
  /** Throws OPERATE_TOO_FAST above the limits. Answers GET /api/core/sync/stream of an authenticated person and keeps the response open. */
  handle(req: IncomingMessage, res: ServerResponse, actor: Actor): void;
  live: LiveStreams;
  /** open connections */
  size(): number;
  close(): void;
}

/** A person with a connection that is subscribed to topics. */
export interface LiveSubscriber {
  companyId: string;
  sees(space: string): boolean;
  /** Sends to those of the person's connections that are subscribed. */
  send(topic: string, message: LiveMessage): void;
}

/** The connections of this process as live channels use them; topics by their key. */
export interface LiveStreams {
  setTopics(session: { companyId: string; userId: string; sessionId: string }, topics: readonly string[]): void;
  /** Whether a connection of another session than this one is subscribed. */
  isSubscribed(companyId: string, topic: string, sessionId: string): boolean;
  /** Sends to the subscribed connections of a person. Returns whether there are any. */
  send(person: { companyId: string; userId: string }, topic: string, message: LiveData): boolean;
  /** Sends to subscribed connections, other than this session's, of people who see the space. */
  deliver(from: { companyId: string; sessionId: string; space: string }, topic: string, message: LiveMessage): void;
  /**
   * Calls back after a subscription, and after a person's access was read again, as events in between were not
   * delivered. Returns the function that ends it.
   */
  onSubscribed(listener: (subscriber: LiveSubscriber, topics: readonly string[]) => void): () => void;
}

interface Reads {
  /** null: no active member of the company */
  visibleSpaces(companyId: string, userId: string): Promise<Set<string> | null>;
  clock(companyId: string): Promise<number>;
}

/** A person with at least one connection. */
interface ConnectedPerson {
  companyId: string;
  userId: string;
  connections: Set<Connection>;
  /** null until first read */
  spaces: Set<string> | null;
  /** the read of the spaces that is under way */
  reading: Promise<void> | null;
  /** access changed since the read began */
  isStale: boolean;
}

export function createStream(
  platform: Pick<Platform, 'events' | 'log'>,
  reads: Reads,
  limits: StreamLimits = LIMITS,
): SyncStream {
  const companies = new Map<string, Map<string, ConnectedPerson>>();
  const subscribedListeners = new Set<Parameters<LiveStreams['onSubscribed']>[0]>();
  let size = 0;

  /** Reads the spaces of a person, again if the access changes meanwhile. */
  const read = (person: ConnectedPerson): Promise<void> => {
    person.isStale = true;
    // It begins after the assignment, which it undoes when it ends.
    return (person.reading ??= Promise.resolve().then(() => readSpaces(person)));
  };

  const readSpaces = async (person: ConnectedPerson): Promise<void> => {
    try {
      while (person.isStale && person.connections.size > 0) {
        person.isStale = false;
        person.spaces = await reads.visibleSpaces(person.companyId, person.userId);
        if (person.spaces === null) for (const c of [...person.connections]) c.end();
      }
    } catch (error) {
      platform.log.error({ err: error }, 'the spaces of a person with an open stream could not be read');
      for (const c of [...person.connections]) c.end();
    } finally {
      person.reading = null;
    }
    announceSubscribed(person, [...new Set([...person.connections].flatMap((c) => [...c.topics]))]);
  };

  const onSync = (change: EventTopics['sync']): void => {
    const touched = Object.entries(change.spaces);
    for (const person of companies.get(change.companyId)?.values() ?? []) {
      const accessChanged = change.users.includes(person.userId) || change.users.includes(ALL);
      if (accessChanged) void read(person);
      // The access is unknown while it is read; a superfluous poke costs one empty pull.
      const isUnknown = accessChanged || person.reading !== null || person.spaces === null;
      const names = accessChanged
        ? KIND_NAMES
        : touched.flatMap(([space, collections]) =>
            isUnknown || space === ALL || person.spaces?.has(space) ? collections : [],
          );
      if (names.length > 0) for (const c of person.connections) c.poke(change.seq, names, delay(size));
    }
  };

  const onSession = (ended: EventTopics['session']): void => {
    for (const people of companies.values()) {
      for (const c of [...(people.get(ended.userId)?.connections ?? [])])
        if (c.sessionId === ended.sessionId) c.revoke(ended);
    }
  };

  const subscribedIn = (person: ConnectedPerson, topic: string, exceptSessionId?: string): Connection[] =>
    [...person.connections].filter((c) => c.sessionId !== exceptSessionId && c.topics.has(topic));

  /** False while the access is read, as it is unknown then: live events are dropped. */
  const sees = (person: ConnectedPerson, space: string): boolean =>
    person.reading === null && person.spaces?.has(space) === true;

  const announceSubscribed = (person: ConnectedPerson, topics: readonly string[]): void => {
    if (person.reading !== null || person.spaces === null || topics.length === 0) return;
    const subscriber: LiveSubscriber = {
      companyId: person.companyId,
      sees: (space) => sees(person, space),
      send: (topic, message) => {
        for (const c of person.connections) if (c.topics.has(topic)) c.live(message);
      },
    };
    for (const listener of subscribedListeners) listener(subscriber, topics);
  };

  const live: LiveStreams = {
    setTopics({ companyId, userId, sessionId }, topics) {
      const person = companies.get(companyId)?.get(userId);
      if (!person) return;
      const added = new Set<string>();
      for (const c of person.connections) {
        if (c.sessionId !== sessionId) continue;
        for (const topic of topics) if (!c.topics.has(topic)) added.add(topic);
        c.topics = new Set(topics);
      }
      announceSubscribed(person, [...added]);
    },
    isSubscribed: (companyId, topic, sessionId) =>
      [...(companies.get(companyId)?.values() ?? [])].some(
        (person) => subscribedIn(person, topic, sessionId).length > 0,
      ),
    send({ companyId, userId }, topic, message) {
      const person = companies.get(companyId)?.get(userId);
      const subscribed = person ? subscribedIn(person, topic) : [];
      for (const c of subscribed) c.live(message);
      return subscribed.length > 0;
    },
    deliver({ companyId, sessionId, space }, topic, message) {
      for (const person of companies.get(companyId)?.values() ?? []) {
        if (!sees(person, space)) continue;
        for (const c of subscribedIn(person, topic, sessionId)) c.live(message);
      }
    },
    onSubscribed(listener) {
      subscribedListeners.add(listener);
      return () => void subscribedListeners.delete(listener);
    },
  };

  /** Announcements of other processes may be lost: every client pulls everything. Tick 0, as the current one is unknown. */
  const onGap = (): void => {
    for (const people of companies.values()) {
      for (const person of people.values()) {
        void read(person);
        for (const c of person.connections) c.poke(0, KIND_NAMES, delay(size));
      }
    }
  };

  const subscriptions = [
    platform.events.subscribe('sync', onSync),
    platform.events.subscribe('session', onSession),
    platform.events.onGap?.(onGap),
  ];

  const personOf = (actor: Actor): ConnectedPerson => {
    const people = companies.get(actor.companyId) ?? new Map<string, ConnectedPerson>();
    companies.set(actor.companyId, people);
    const person = people.get(actor.userId) ?? {
      companyId: actor.companyId,
      userId: actor.userId,
      connections: new Set(),
      spaces: null,
      reading: null,
      isStale: false,
    };
    people.set(actor.userId, person);
    return person;
  };

  /** Streams of a person in all of their organizations. */
  const openOf = (userId: string): Connection[] =>
    [...companies.values()].flatMap((people) => [...(people.get(userId)?.connections ?? [])]);

  const forget = (person: ConnectedPerson, connection: Connection): void => {
    if (!person.connections.delete(connection)) return;
    size -= 1;
    if (person.connections.size > 0) return;
    const people = companies.get(person.companyId);
    if (people?.get(person.userId) === person) people.delete(person.userId);
    if (people?.size === 0) companies.delete(person.companyId);
  };

  return {
    handle(req, res, actor) {
      const open = openOf(actor.userId);
      if (
        open.length >= limits.perPerson ||
        open.filter(({ sessionId }) => sessionId === actor.sessionId).length >= limits.perSession
      ) {
        throw new CallError('OPERATE_TOO_FAST', { params: { seconds: RETRY_SECONDS } });
      }
      const person = personOf(actor);
      const connection = new Connection(res, actor.sessionId, () => forget(person, connection));
      // Added before the read, so that every later commit is announced to the connection.
      person.connections.add(connection);
      size += 1;
      req.on('close', () => connection.end());
      // The first poke follows the read, so that a client that has it receives no poke for a space it does not see.
      Promise.all([reads.clock(actor.companyId), read(person)]).then(
        ([seq]) => connection.poke(seq, [], 0),
        (error: unknown) => {
          platform.log.error({ err: error }, 'the clock of a company could not be read for a stream');
          connection.end();
        },
      );
    },
    live,
    size: () => size,
    close() {
      for (const end of subscriptions) end?.();
      for (const people of [...companies.values()])
        for (const person of [...people.values()]) for (const c of [...person.connections]) c.end();
    },
  };
}

const delay = (connections: number): number =>
  GATHER_MS +
  (connections > JITTER_ABOVE ? Math.random() * Math.min(connections * JITTER_A_CONNECTION_MS, JITTER_MAX_MS) : 0);

/** One open response. */
class Connection {
  /** keys of subscribed topics */
  topics: ReadonlySet<string> = new Set();
  private pending: { seq: number; collections: Set<string> } | null = null;
  private timer: NodeJS.Timeout | null = null;
  /** runs while the connection is under backpressure */
  private stuck: NodeJS.Timeout | null = null;
  private ended = false;
  private readonly heartbeat: NodeJS.Timeout;
  private readonly lifetime: NodeJS.Timeout;

  constructor(
    private readonly res: ServerResponse,
    readonly sessionId: string,
    private readonly onEnd: () => void,
  ) {
    res.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
    });
    res.on('close', () => this.end());
    res.on('error', () => this.end());
    res.on('drain', () => this.drained());
    this.heartbeat = setInterval(() => this.write(':\n\n'), HEARTBEAT_MS);
    this.lifetime = setTimeout(() => this.end(), LIFETIME_MS * (0.8 + 0.2 * Math.random()));
    this.write('retry: 2000\n\n');
  }

  poke(seq: number, collections: Iterable<string>, afterMs: number): void {
    if (this.ended) return;
    this.pending ??= { seq, collections: new Set() };
    this.pending.seq = Math.max(this.pending.seq, seq);
    for (const name of collections) this.pending.collections.add(name);
    this.timer ??= setTimeout(() => this.flush(), afterMs);
  }

  live(message: LiveData): void {
    this.write(`event: live\ndata: ${JSON.stringify(message)}\n\n`);
  }

  revoke({ wipe, handover }: EventTopics['session']): void {
    if (this.ended) return;
    this.res.write(`event: revoked\ndata: ${JSON.stringify({ wipe, handover })}\n\n`);
    this.end();
  }

  end(): void {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.heartbeat);
    clearTimeout(this.lifetime);
    for (const timer of [this.timer, this.stuck]) if (timer) clearTimeout(timer);
    this.onEnd();
    this.res.end();
  }

  private flush(): void {
    this.timer = null;
    if (this.ended || this.stuck || !this.pending) return;
    const poke: Poke = { seq: this.pending.seq, collections: [...this.pending.collections] };
    this.pending = null;
    this.write(`event: poke\nid: ${poke.seq}\ndata: ${JSON.stringify(poke)}\n\n`);
  }

  private write(text: string): void {
    if (this.ended || this.stuck) return;
    if (!this.res.write(text)) {
      this.stuck = setTimeout(() => {
        this.end();
        this.res.destroy();
      }, STUCK_MS);
    }
  }

  private drained(): void {
    if (this.stuck) clearTimeout(this.stuck);
    this.stuck = null;
    this.flush();
  }
}
