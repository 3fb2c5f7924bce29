/**
 * Parts of the server that features need, for tests without HTTP: a real database, events and blobs in memory, a manual
 * clock. Jobs are only declared.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { readConfig } from '../../server/platform/config';
import type { Platform } from '../../server/platform/context';
import type { EventBus, EventTopics } from '../../server/platform/events';
import { Metrics } from '../../server/platform/metrics';
import type { JobKind } from '../../server/platform/jobs/queue';
import type { BlobStore } from '../../server/platform/storage/blob-store';
import { CallError } from '../../sync/protocol/errors';
import { openTestDatabase, type Engine, type TestDatabase } from './database';

export interface Parts {
  platform: Platform;
  database: TestDatabase;
  /** advances the clock, in milliseconds */
  pass(ms: number): void;
  /** published events */
  published: { topic: keyof EventTopics; payload: unknown }[];
  blobs: Map<string, Buffer>;
  /** enqueued jobs, in order */
  enqueued: { name: string; data: object }[];
  /** Runs a declared kind of job now. */
  run(job: string): Promise<void>;
  /** Runs a job with its data; `signal` simulates the end of the process. */
  runWith(job: string, data: object, signal: AbortSignal): Promise<void>;
  /** Runs the enqueued jobs of a kind in order, and removes them. */
  work(job: string): Promise<void>;
  close(): Promise<void>;
}

/** An empty, migrated database and the parts around it. */
export async function createParts(engine: Engine, env: Record<string, string> = {}): Promise<Parts> {
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-parts-'));
  const log = pino({ level: 'silent' });
  const database = await openTestDatabase(engine);
  let now = Date.now();
  const published: Parts['published'] = [];
  const blobs = new Map<string, Buffer>();
  const kinds = new Map<string, JobKind<never>>();
  const enqueued: Parts['enqueued'] = [];
  const platform: Platform = {
    config: readConfig({ DATA_DIR: dataDir, SATCHEL_SECRET: 'a secret for tests, long enough to be one', ...env }),
    log,
    clock: { now: () => (now += 1) },
    db: database.db,
    query: (statement) => database.query(statement),
    transaction: (work) => database.transaction(work),
    session: (work) => database.session(work),
    afterCommit: (work) => database.afterCommit(work),
    events: memoryEvents(published),
    jobs: {
      define: (kind) => void kinds.set(kind.name, kind as JobKind<never>),
      enqueue: (name, data) => {
        enqueued.push({ name, data });
        return Promise.resolve(null);
      },
      schedule: () => undefined,
      start: () => Promise.resolve(),
      stop: () => Promise.resolve(),
    },
    blobs: memoryBlobs(blobs),
    mail: { send: () => Promise.resolve() },
    metrics: new Metrics(),
  };
  return {
    platform,
    database,
    published,
    blobs,
    enqueued,
    pass: (ms) => {
      now += ms;
    },
    run: (job) => kinds.get(job)!.handle({} as never, { id: job, attempt: 1, signal: new AbortController().signal }),
    runWith: (job, data, signal) => kinds.get(job)!.handle(data as never, { id: job, attempt: 1, signal }),
    async work(job) {
      for (
        let at = enqueued.findIndex((j) => j.name === job);
        at >= 0;
        at = enqueued.findIndex((j) => j.name === job)
      ) {
        const [{ data }] = enqueued.splice(at, 1) as [Parts['enqueued'][number]];
        await kinds.get(job)!.handle(data as never, { id: job, attempt: 1, signal: new AbortController().signal });
      }
    },
    async close() {
      await database.dispose();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function memoryEvents(published: Parts['published']): EventBus {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  return {
    publish(topic, payload) {
      published.push({ topic, payload });
      for (const listener of listeners.get(topic) ?? []) listener(payload as never);
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener as (payload: never) => void));
      return () => set.delete(listener as (payload: never) => void);
    },
    close: () => Promise.resolve(),
  };
}

function memoryBlobs(blobs: Map<string, Buffer>): BlobStore {
  return {
    async put(key, body) {
      blobs.set(key, Buffer.isBuffer(body) ? body : await buffer(body));
    },
    get(key, range) {
      const found = blobs.get(key);
      if (!found) return Promise.reject(new CallError('NO_DATA'));
      return Promise.resolve(
        Readable.from([found.subarray(range?.start ?? 0, range?.end === undefined ? undefined : range.end + 1)]),
      );
    },
    size: (key) => Promise.resolve(blobs.get(key)?.length ?? null),
    delete(key) {
      blobs.delete(key);
      return Promise.resolve();
    },
    tus() {
      throw new Error('no uploads in this test');
    },
  };
}
