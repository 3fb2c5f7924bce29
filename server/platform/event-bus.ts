/**
 * Implementation of the announcements in events.ts.
 *
 *   publish ─► after the commit ─┬► listeners of this process, immediately
 *                                └► batched for 10 ms ─► one NOTIFY ─► other processes ─► their listeners
 *
 * Each NOTIFY carries its process's id, so that a process ignores its own. A broken LISTEN connection is reopened with
 * exponential backoff; announcements in between are lost to this process, which `onGap` reports.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Database } from './database/open';
import type { EventBus, EventTopics } from './events';

type Topic = keyof EventTopics;
interface Event {
  topic: Topic;
  payload: EventTopics[Topic];
}

const CHANNEL = 'satchel_events';
const GATHER_MS = 10;
/** The payload of NOTIFY must be shorter than 8,000 bytes. */
const PAYLOAD_MAX = 7_500;
const RECONNECT_MS = [100, 500, 2_000, 5_000, 15_000];
const HEARTBEAT_MS = 30_000;

class Listeners {
  private readonly byTopic = new Map<Topic, Set<(payload: never) => void>>();

  constructor(private readonly log: Pick<Logger, 'error'>) {}

  add<T extends Topic>(topic: T, listener: (payload: EventTopics[T]) => void): () => void {
    const set = this.byTopic.get(topic) ?? new Set();
    this.byTopic.set(topic, set.add(listener));
    return () => void set.delete(listener);
  }

  deliver(event: Event): void {
    for (const listener of [...(this.byTopic.get(event.topic) ?? [])]) {
      try {
        listener(event.payload as never);
      } catch (error) {
        this.log.error({ err: error, topic: event.topic }, 'An event listener failed.');
      }
    }
  }

  clear(): void {
    this.byTopic.clear();
  }
}

export interface ConnectedEventBus extends EventBus {
  onGap(listener: () => void): () => void;
  /** Resolves when this process receives announcements of others. */
  ready(): Promise<void>;
}

/** @param database with a server, announcements reach other processes */
export function createEventBus(
  database: Pick<Database, 'afterCommit' | 'query' | 'listener'>,
  log: Pick<Logger, 'error' | 'warn'>,
): ConnectedEventBus {
  const listeners = new Listeners(log);
  const remote = database.listener() ? new RemoteEvents(database, listeners, log) : null;
  return {
    publish: (topic, payload) =>
      database.afterCommit(() => {
        listeners.deliver({ topic, payload });
        remote?.send({ topic, payload });
      }),
    subscribe: (topic, listener) => listeners.add(topic, listener),
    alone: remote === null,
    onGap: (listener) => remote?.onGap(listener) ?? (() => undefined),
    ready: () => remote?.ready ?? Promise.resolve(),
    close: async () => {
      await remote?.close();
      listeners.clear();
    },
  };
}

class RemoteEvents {
  /** resolves when the first LISTEN is active */
  readonly ready: Promise<void>;
  private readonly processId = randomUUID().slice(0, 8);
  private pending: Event[] = [];
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<unknown> = Promise.resolve();
  private client: pg.Client | null = null;
  private pause: NodeJS.Timeout | null = null;
  private readonly heartbeat: NodeJS.Timeout;
  private readonly gapListeners = new Set<() => void>();
  private closed = false;

  constructor(
    private readonly database: Pick<Database, 'query' | 'listener'>,
    private readonly listeners: Listeners,
    private readonly log: Pick<Logger, 'error' | 'warn'>,
  ) {
    this.ready = this.connect(0);
    // A query detects a connection that was cut without a FIN.
    this.heartbeat = setInterval(
      () => void this.client?.query('select 1').catch(() => undefined),
      HEARTBEAT_MS,
    ).unref();
  }

  send(event: Event): void {
    if (this.closed) return;
    this.pending.push(event);
    this.timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  onGap(listener: () => void): () => void {
    this.gapListeners.add(listener);
    return () => void this.gapListeners.delete(listener);
  }

  async close(): Promise<void> {
    this.flush();
    this.closed = true;
    clearInterval(this.heartbeat);
    if (this.pause) clearTimeout(this.pause);
    await this.sending;
    await this.client?.end().catch(() => undefined);
  }

  private flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const events = this.pending.flatMap((event) => fitting(event) ?? []);
    this.pending = [];
    for (const batch of batches(this.processId, events)) {
      this.sending = this.sending
        .then(() => this.database.query({ text: 'select pg_notify($1, $2)', values: [CHANNEL, batch] }))
        .catch((error: unknown) => this.log.warn({ err: error }, 'An event could not be published.'));
    }
  }

  private async connect(attempt: number): Promise<void> {
    const client = this.database.listener();
    if (!client || this.closed) return;
    let retried = false;
    const retry = (error?: Error): void => {
      if (retried || this.closed) return;
      retried = true;
      if (this.client === client) this.client = null;
      void client.end().catch(() => undefined);
      this.log.warn({ err: error }, 'The connection for events was lost and is being reopened.');
      this.pause = setTimeout(
        () => void this.connect(attempt + 1),
        RECONNECT_MS[Math.min(attempt, RECONNECT_MS.length - 1)],
      );
    };
    client.on('error', retry);
    client.on('end', () => retry());
    client.on('notification', ({ payload }) => this.receive(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      retry(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.client = client;
    if (attempt > 0) this.gapListeners.forEach((listener) => listener());
    // The connection works: restart the backoff.
    attempt = 0;
  }

  private receive(payload: string): void {
    try {
      const { from, events } = JSON.parse(payload) as { from: string; events: Event[] };
      if (from !== this.processId) events.forEach((event) => this.listeners.deliver(event));
    } catch (error) {
      this.log.warn({ err: error }, 'An event could not be parsed.');
    }
  }
}

const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Shrinks a sync announcement that is too large to one that requests a full refresh. A live event that is too large
 * becomes null: live events are best effort.
 */
function fitting(event: Event): Event | null {
  if (size(event) <= PAYLOAD_MAX - 100) return event;
  if (event.topic === 'live') return null;
  if (event.topic !== 'sync') return event;
  const { companyId, seq, spaces, users } = event.payload as EventTopics['sync'];
  return {
    topic: 'sync',
    payload: {
      companyId,
      seq,
      spaces: { '*': [...new Set(Object.values(spaces).flat())] },
      users: users.length > 0 ? ['*'] : [],
    },
  };
}

/** Packs the events into as few notifications as possible. */
function batches(from: string, events: Event[]): string[] {
  const result: Event[][] = [];
  for (const event of events) {
    const last = result.at(-1);
    if (last && size({ from, events: [...last, event] }) <= PAYLOAD_MAX) last.push(event);
    else result.push([event]);
  }
  return result.map((batch) => JSON.stringify({ from, events: batch }));
}
