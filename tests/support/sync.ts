/** Replication on a database of a test: a company with people and spaces, people who push, and replicas that pull. */
import { BLANK_ITEM } from '../../server/core/projects/new-item';
import { createSync, type AnyPushPolicy, type Sync } from '../../server/sync/sync';
import type { Actor, Platform } from '../../server/platform/context';
import type { EventBus, EventTopics } from '../../server/platform/events';
import type { KindName } from '../../sync/model/kinds';
import { nextRev } from '../../sync/model/rev';
import { CallError } from '../../sync/protocol/errors';
import type { Checkpoint, PushRow, WireDoc } from '../../sync/protocol/messages';
import { openTestDatabase, type Engine, type TestDatabase } from './database';

export interface ServerFixture {
  database: TestDatabase;
  sync: Sync;
  events: EventBus;
  /** the clock, milliseconds since the epoch; tests may set it */
  time: { now: number };
  /** jobs enqueued by pushes */
  jobs: { name: string; data: object }[];
  dispose(): Promise<void>;
}

export async function openServerFixture(
  engine: Engine,
  policies: readonly AnyPushPolicy[] = [],
): Promise<ServerFixture> {
  const database = await openTestDatabase(engine);
  const events = localEvents();
  const time = { now: Date.UTC(2026, 0, 5) };
  const jobs: ServerFixture['jobs'] = [];
  const failLoudly = (...args: unknown[]): void => console.error(...args);
  const platform = {
    db: database.db,
    query: database.query,
    transaction: database.transaction,
    afterCommit: database.afterCommit,
    clock: { now: () => time.now },
    events,
    log: { info: () => undefined, warn: failLoudly, error: failLoudly },
    jobs: {
      define: () => undefined,
      schedule: () => undefined,
      enqueue: (name: string, data: object) => {
        jobs.push({ name, data });
        return Promise.resolve(null);
      },
    },
  } as unknown as Platform;
  const sync = createSync(platform, policies);
  return {
    database,
    sync,
    events,
    time,
    jobs,
    dispose: async () => {
      sync.close();
      await database.dispose();
    },
  };
}

function localEvents(): EventBus {
  const listeners = new Map<keyof EventTopics, Set<(payload: never) => void>>();
  return {
    publish: (topic, payload) => {
      for (const listener of listeners.get(topic) ?? []) listener(payload as never);
    },
    subscribe: (topic, listener) => {
      const of = listeners.get(topic) ?? new Set();
      listeners.set(topic, of.add(listener as (payload: never) => void));
      return () => void of.delete(listener as (payload: never) => void);
    },
    close: () => Promise.resolve(),
  };
}

export const actorOf = (userId: string, companyId = 'c1'): Actor => ({
  userId,
  companyId,
  sessionId: `session-${userId}`,
  role: 'member',
  lang: 'en',
});

/** Makes people active members of a company. */
export async function join(fixture: ServerFixture, companyId: string, ...userIds: string[]): Promise<void> {
  await fixture.sync.store.write(companyId, async (tx) => {
    for (const userId of userIds) await fixture.sync.setCompanyMember(tx, userId, true);
  });
}

type KeptDoc = Exclude<WireDoc, { _deleted: true }>;

/** A device's copy of one collection: it applies pages in order, and restarts if the server requires it. */
export class Replica {
  readonly docs = new Map<string, KeptDoc>();
  checkpoint: Checkpoint | null = null;
  /** ids of deletions in order of arrival */
  readonly deletions: string[] = [];
  restarts = 0;

  constructor(
    private readonly fixture: ServerFixture,
    readonly actor: Actor,
    readonly collection: KindName,
  ) {}

  /** Pulls one page; returns true if there may be more. */
  async page(limit: number): Promise<boolean> {
    try {
      const answer = await this.fixture.sync.pull(this.actor, this.collection, this.checkpoint, limit);
      for (const doc of answer.documents) {
        if (doc._deleted) {
          this.docs.delete(doc.id);
          this.deletions.push(doc.id);
        } else this.docs.set(doc.id, doc);
      }
      this.checkpoint = answer.checkpoint;
      return answer.more;
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'CHECKPOINT_TOO_OLD') throw error;
      this.docs.clear();
      this.checkpoint = null;
      this.restarts += 1;
      return true;
    }
  }

  async pull(limit = 200): Promise<this> {
    while (await this.page(limit));
    return this;
  }

  ids(): string[] {
    return [...this.docs.keys()].sort();
  }
}

/** A complete document of projectItems: abilities depend on the person's role in its space. */
export const item = (space: string, fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...BLANK_ITEM,
  space,
  projectId: 'p',
  itemType: 'file',
  itemId: '',
  title: 'A file',
  url: '',
  size: 1,
  mimeType: 'text/plain',
  parseStatus: 'parsed',
  addedBy: 'ann',
  createdAt: 1,
  updatedAt: 1,
  recency: -1,
  ...fields,
});

/** A row of a push. `from` null: a create; a revision: a change of that revision. */
export const row = (
  id: string,
  from: string | null,
  fields: Record<string, unknown> & { rev?: string } = {},
): PushRow => ({
  assumedMasterState: from === null ? null : { rev: from },
  newDocumentState: { id, rev: nextRev(from), ...fields } as PushRow['newDocumentState'],
});

/** A policy that lets owners and contributors write projectItems, and records the applied writes. */
export function openItems(applied: (id: string, seq: number, rev: string) => void = () => undefined): AnyPushPolicy {
  return {
    collection: 'projectItems',
    async check({ role }) {
      if (role !== 'owner' && role !== 'contributor') throw new CallError('NO_PERMISSION');
    },
    async apply({ tx, before, after }) {
      applied((after ?? before)!.id, tx.seq, (after ?? before)!.rev);
    },
  };
}
