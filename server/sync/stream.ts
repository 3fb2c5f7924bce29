/**
 * The stream of pokes: raw server-sent events that say "look", to people who see a touched space. And letters, to those of them who
 * have the text open.
 *
 *   event bus ─► company ─► person (spaces known here) ─┬► each connection: gather 20 ms ─► `poke` {seq, collections}
 *                              ▲                        └► each that watches the text ─► `letters` {contentId, update}, at once
 *                              └ access changed, or announcements were lost: spaces are read again, everything counts as touched
 *
 * A connection that cannot take more keeps gathering pokes and is spared letters, nothing piles up. Each ends after a quarter of an hour at most: the client comes
 * back with a fresh token, so that a revocation whose announcement was lost holds nevertheless.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { KIND_NAMES } from '../../sync/model/kinds';
import { CallError } from '../../sync/protocol/errors';
import type { LiveUpdate, Poke } from '../../sync/protocol/messages';
import type { Actor, Platform } from '../platform/context';
import type { EventTopics } from '../platform/events';
import { ALL } from './announcer';

const GATHER_MS = 20;
/** Above this many connections each waits a little longer at random, so that not all pull in the same moment: up to 0.1 ms per connection. */
const JITTER_ABOVE = 200;
const JITTER_A_CONNECTION_MS = 0.1;
const JITTER_MAX_MS = 500;
const HEARTBEAT_MS = 20_000;
const LIFETIME_MS = 15 * 60_000;
/** A client that takes nothing for this long is gone. */
const STUCK_MS = 60_000;

/** How many streams may be open at once, in one process. A browser has one; what has many is broken or hostile. */
export interface StreamLimits {
  perSession: number;
  perPerson: number;
}
const LIMITS: StreamLimits = { perSession: 20, perPerson: 100 };
/** seconds after which a refused client may come back: those that left are noticed by then */
const RETRY_SECONDS = 60;

export interface SyncStream {
  /** Throws OPERATE_TOO_FAST above the limits. Answers GET /api/core/sync/stream of an authenticated person and keeps the response open. */
  handle(req: IncomingMessage, res: ServerResponse, actor: Actor): void;
  /** Whether this process has a connection that watches the text, of another session than this one. */
  watched(companyId: string, contentId: string, sessionId: string): boolean;
  /** open connections */
  size(): number;
  close(): void;
}

interface Reads {
  /** null: no active member of the company */
  visibleSpaces(companyId: string, userId: string): Promise<Set<string> | null>;
  clock(companyId: string): Promise<number>;
}

/** A person with at least one connection. */
interface Watcher {
  companyId: string;
  userId: string;
  connections: Set<Connection>;
  /** null while they were never read */
  spaces: Set<string> | null;
  reading: boolean;
  /** access changed since the reading began */
  again: boolean;
}

export function createStream(
  platform: Pick<Platform, 'events' | 'log'>,
  reads: Reads,
  limits: StreamLimits = LIMITS,
): SyncStream {
  const companies = new Map<string, Map<string, Watcher>>();
  let size = 0;

  const read = async (watcher: Watcher): Promise<void> => {
    watcher.again = true;
    if (watcher.reading) return;
    watcher.reading = true;
    try {
      while (watcher.again && watcher.connections.size > 0) {
        watcher.again = false;
        watcher.spaces = await reads.visibleSpaces(watcher.companyId, watcher.userId);
        if (watcher.spaces === null) for (const c of [...watcher.connections]) c.end();
      }
    } catch (error) {
      platform.log.error({ err: error }, 'the spaces of a person with an open stream could not be read');
      for (const c of [...watcher.connections]) c.end();
    } finally {
      watcher.reading = false;
    }
  };

  const onSync = (change: EventTopics['sync']): void => {
    const touched = Object.entries(change.spaces);
    for (const watcher of companies.get(change.companyId)?.values() ?? []) {
      const accessChanged = change.users.includes(watcher.userId) || change.users.includes(ALL);
      if (accessChanged) void read(watcher);
      // While the spaces are being read nobody knows what the person sees: one poke too many costs one empty pull.
      const unsure = accessChanged || watcher.reading || watcher.spaces === null;
      const names = accessChanged
        ? KIND_NAMES
        : touched.flatMap(([space, collections]) =>
            unsure || space === ALL || watcher.spaces?.has(space) ? collections : [],
          );
      if (names.length > 0) for (const c of watcher.connections) c.poke(change.seq, names, delay(size));
    }
  };

  const onSession = (ended: EventTopics['session']): void => {
    for (const people of companies.values()) {
      for (const c of [...(people.get(ended.userId)?.connections ?? [])])
        if (c.sessionId === ended.sessionId) c.revoke(ended);
    }
  };

  const others = (watcher: Watcher, contentId: string, sessionId: string): Connection[] =>
    [...watcher.connections].filter((c) => c.sessionId !== sessionId && c.texts.has(contentId));

  const onLetters = ({ companyId, sessionId, space, contentId, update }: EventTopics['letters']): void => {
    for (const watcher of companies.get(companyId)?.values() ?? []) {
      // words are not told on a guess: while the spaces are being read they come by replication
      if (watcher.reading || !watcher.spaces?.has(space)) continue;
      for (const c of others(watcher, contentId, sessionId)) c.letters({ contentId, update });
    }
  };

  const onWatching = ({ companyId, userId, sessionId, texts }: EventTopics['watching']): void => {
    for (const c of companies.get(companyId)?.get(userId)?.connections ?? [])
      if (c.sessionId === sessionId) c.texts = new Set(texts);
  };

  /** What other processes announced may be lost: everybody looks at everything. Tick 0, as nobody knows it. */
  const onGap = (): void => {
    for (const people of companies.values()) {
      for (const watcher of people.values()) {
        void read(watcher);
        for (const c of watcher.connections) c.poke(0, KIND_NAMES, delay(size));
      }
    }
  };

  const subscriptions = [
    platform.events.subscribe('sync', onSync),
    platform.events.subscribe('session', onSession),
    platform.events.subscribe('letters', onLetters),
    platform.events.subscribe('watching', onWatching),
    platform.events.onGap?.(onGap),
  ];

  const watcherOf = (actor: Actor): Watcher => {
    const people = companies.get(actor.companyId) ?? new Map<string, Watcher>();
    companies.set(actor.companyId, people);
    const watcher = people.get(actor.userId) ?? {
      companyId: actor.companyId,
      userId: actor.userId,
      connections: new Set(),
      spaces: null,
      reading: false,
      again: false,
    };
    people.set(actor.userId, watcher);
    return watcher;
  };

  /** Streams of a person in all of their organizations. */
  const openOf = (userId: string): Connection[] =>
    [...companies.values()].flatMap((people) => [...(people.get(userId)?.connections ?? [])]);

  const forget = (watcher: Watcher, connection: Connection): void => {
    if (!watcher.connections.delete(connection)) return;
    size -= 1;
    if (watcher.connections.size > 0) return;
    const people = companies.get(watcher.companyId);
    if (people?.get(watcher.userId) === watcher) people.delete(watcher.userId);
    if (people?.size === 0) companies.delete(watcher.companyId);
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
      const watcher = watcherOf(actor);
      const connection = new Connection(res, actor.sessionId, () => forget(watcher, connection));
      // Joined before anything is read: what is committed from here on is announced to it.
      watcher.connections.add(connection);
      size += 1;
      req.on('close', () => connection.end());
      void read(watcher);
      reads.clock(actor.companyId).then(
        (seq) => connection.poke(seq, [], 0),
        (error: unknown) => {
          platform.log.error({ err: error }, 'the clock of a company could not be read for a stream');
          connection.end();
        },
      );
    },
    watched: (companyId, contentId, sessionId) =>
      [...(companies.get(companyId)?.values() ?? [])].some(
        (watcher) => others(watcher, contentId, sessionId).length > 0,
      ),
    size: () => size,
    close() {
      for (const end of subscriptions) end?.();
      for (const people of [...companies.values()])
        for (const watcher of [...people.values()]) for (const c of [...watcher.connections]) c.end();
    },
  };
}

const delay = (connections: number): number =>
  GATHER_MS +
  (connections > JITTER_ABOVE ? Math.random() * Math.min(connections * JITTER_A_CONNECTION_MS, JITTER_MAX_MS) : 0);

/** One open response. */
class Connection {
  /** ids of texts that are open at the other end */
  texts: ReadonlySet<string> = new Set();
  private waiting: { seq: number; collections: Set<string> } | null = null;
  private timer: NodeJS.Timeout | null = null;
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
    this.waiting ??= { seq, collections: new Set() };
    this.waiting.seq = Math.max(this.waiting.seq, seq);
    for (const name of collections) this.waiting.collections.add(name);
    this.timer ??= setTimeout(() => this.flush(), afterMs);
  }

  letters(letters: LiveUpdate): void {
    this.write(`event: letters\ndata: ${JSON.stringify(letters)}\n\n`);
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
    if (this.ended || this.stuck || !this.waiting) return;
    const poke: Poke = { seq: this.waiting.seq, collections: [...this.waiting.collections] };
    this.waiting = null;
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
