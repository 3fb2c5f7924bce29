/** Composition of the server's side of replication: the store, the calls of clients, the event stream and the purge. */
import { sql } from 'kysely';
import type * as v from 'valibot';
import type { KindName } from '../../sync/model/kinds';
import type {
  ChangesInput,
  ChangesLine,
  Checkpoint,
  PullAnswer,
  PushAnswer,
  PushRow,
} from '../../sync/protocol/messages';
import type { Actor, Platform } from '../platform/context';
import { visibleSpaces } from './access';
import { createAnnouncer } from './announcer';
import { changes } from './changes';
import { OWN_POLICIES } from './policies';
import { pull, type PullOptions } from './pull';
import { KEEP_DELETIONS_MS, PURGE_CRON, PURGE_JOB, purge } from './purge';
import { push, type CollectionPush, type Policies } from './push';
import type { PushPolicy, SyncStore, SyncTransaction } from './store';
import { createStream, type StreamLimits, type SyncStream } from './stream';
import { createSyncStore } from './sync-store';
import { readTexts, type ReadTexts, type RequestedText } from './texts';
import { Transaction } from './transaction';

export interface Sync {
  store: SyncStore;
  /** One page of the changes for this person after a checkpoint (null: the first sync). Throws CHECKPOINT_TOO_OLD. */
  pull(
    actor: Actor,
    collection: KindName,
    checkpoint: Checkpoint | null,
    limit: number,
    options?: PullOptions,
  ): Promise<PullAnswer>;
  /** Visible texts by id, each with the difference of its state to a state vector; about 1 MB at a time. */
  texts(actor: Actor, texts: readonly RequestedText[]): Promise<ReadTexts>;
  /** Pulls several collections as a stream of lines, read on demand. Ends when the person's session ends. */
  changes(actor: Actor, input: v.InferOutput<typeof ChangesInput>): AsyncGenerator<ChangesLine>;
  /** Takes writes in their order, each accepted or refused by itself, in one transaction. Throws DATA_LOCK_FAILED. */
  push(actor: Actor, collection: KindName, rows: readonly PushRow[]): Promise<PushAnswer>;
  /** The same for several collections, in one transaction: an answer for each. */
  pushAll(actor: Actor, pushes: readonly CollectionPush[]): Promise<PushAnswer[]>;
  stream: SyncStream;
  /** the rules of pushes by collection */
  policies: Policies;
  /**
   * Starts or ends a person's membership of the company; an inactive person sees nothing. The first start creates the
   * person's space (`person:<id>`) and the company's (`company:<id>`, in which everyone contributes).
   */
  setCompanyMember(tx: SyncTransaction, userId: string, active: boolean): Promise<void>;
  /** Removes documents that were deleted more than ninety days ago; runs daily. */
  purge(): Promise<number>;
  /** Ends the open streams and publishes pending announcements. */
  close(): void;
}

/**
 * @param policies by the features that own collections; a collection without one takes no pushes (COLLECTION_READ_ONLY)
 */
export function createSync(platform: Platform, policies: readonly AnyPushPolicy[], streams?: StreamLimits): Sync {
  const announcer = createAnnouncer(platform.events);
  const store = createSyncStore(platform, announcer);
  const byCollection = policiesByCollection([...OWN_POLICIES, ...policies]);
  const stream = createStream(
    platform,
    {
      visibleSpaces: (companyId, userId) => visibleSpaces(platform.db, companyId, userId),
      clock: async (companyId) =>
        (await sql<{ seq: number }>`select seq from company_clock where company_id = ${companyId}`.execute(platform.db))
          .rows[0]?.seq ?? 0,
    },
    streams,
  );
  const purgeOld = (signal?: AbortSignal): Promise<number> =>
    purge(platform, store, platform.clock.now() - KEEP_DELETIONS_MS, signal);

  platform.jobs.define({
    name: PURGE_JOB,
    concurrency: 1,
    expireInSeconds: 30 * 60,
    async handle(_data, context) {
      const rows = await purgeOld(context.signal);
      if (rows > 0) platform.log.info({ rows }, 'tombstones of old deletions were purged');
    },
  });
  platform.jobs.schedule(PURGE_JOB, PURGE_CRON);

  return {
    store,
    pull: (actor, collection, checkpoint, limit, options) =>
      pull(platform, actor, collection, checkpoint, limit, options),
    texts: (actor, texts) => readTexts(platform, actor, texts),
    changes: (actor, input) => changes(platform, actor, input),
    push: async (actor, collection, rows) =>
      (await push(store, platform, byCollection, actor, [{ collection, rows }]))[0]!,
    pushAll: (actor, pushes) => push(store, platform, byCollection, actor, pushes),
    stream,
    policies: byCollection,
    async setCompanyMember(tx, userId, active) {
      if (!(tx instanceof Transaction)) throw new TypeError('setCompanyMember needs a transaction of this store');
      await tx.setMember(userId, active);
    },
    purge: () => purgeOld(),
    close() {
      announcer.close();
      stream.close();
    },
  };
}

/** A policy of any one collection. */
export type AnyPushPolicy = { [N in KindName]: PushPolicy<N> }[KindName];

function policiesByCollection(policies: readonly AnyPushPolicy[]): Policies {
  const map = new Map<KindName, PushPolicy>();
  for (const policy of policies) {
    if (map.has(policy.collection)) throw new Error(`two push policies for ${policy.collection}`);
    map.set(policy.collection, policy as unknown as PushPolicy);
  }
  return map;
}
