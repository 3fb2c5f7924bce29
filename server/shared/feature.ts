/**
 * The manifest of a feature (`server/<service>/<feature>/feature.ts`), and the assembly of manifests into a running
 * service. `server/features.ts` lists them. Every part is either given or `none('because …')`, so that no part is
 * forgotten; `server/features.test.ts` checks all manifests.
 */
import { kindsWithin, type KindName } from '../../sync/model/kinds';
import type { Demo } from './demo';
import type { Platform } from '../platform/context';
import type { Authenticator } from '../platform/http/authenticator';
import type { BoundCall } from '../platform/http/feature';
import type { RawHandler } from '../platform/http/host';
import type { JobKind } from '../platform/jobs/queue';
import type { CallGroup } from '../platform/openapi/group';
import type { SyncTransaction } from '../sync/store';
import type { AnyPushPolicy } from '../sync/sync';
import type { PieceReader, Passages, PieceReaders } from './passages';
import type { DocumentCount, RetentionRule } from './retention';
import type { Restorers } from './trash';

/** A part that a feature does not have, with the reason. */
export interface None {
  readonly none: string;
}
export const none = (reason: `because ${string}`): None => ({ none: reason });

export const isNone = (part: unknown): part is None =>
  typeof part === 'object' && part !== null && 'none' in part && typeof part.none === 'string';

/** The part; null if the feature has none. */
export const given = <T>(part: T | None): T | null => (isNone(part) ? null : part);

export interface FeatureJob {
  kind: JobKind<never>;
  /** runs on this schedule (cron, UTC) */
  cron?: string;
  /** Called after the job queue has started. */
  started?(): Promise<void>;
  /** Ends subscriptions that enqueue this job. */
  close?(): void;
}

/** Types a job by its data. */
export const job = <T extends object>(kind: JobKind<T>, rest: Omit<FeatureJob, 'kind'> = {}): FeatureJob => ({
  kind: kind as JobKind<never>,
  ...rest,
});

export interface Leaver {
  userId: string;
  name: string;
  /** false for a person whose invitation was never accepted */
  wasActive: boolean;
}

/**
 * Transfers a person's documents when they leave the company, in the transaction that removes them. `heirId` is the
 * company's owner. Returns numbers by kind. Features run in the order of their list.
 */
export type OwnershipTransfer<S> = (
  services: S,
  tx: SyncTransaction,
  leaver: Leaver,
  heirId: string,
) => Promise<object>;

export interface FeatureRetention<S> {
  /** documents that an organization's retention deletes */
  rules?: readonly (Omit<RetentionRule, 'keepers'> & { countedAs: DocumentCount })[];
  /** kinds whose changes keep the document that they are in, by the rule of that document's kind */
  keepers?: readonly KindName[];
  /** Deletes expired rows of the feature's own tables; runs nightly. */
  cleanUp?(services: S): Promise<unknown>;
}

/** @typeParam S the services that the feature depends on */
export interface Feature<S> {
  /** `<service>/<folder>` below `server/` */
  name: string;
  /** declared calls; `who` of each names its permitted callers */
  calls: readonly CallGroup[] | None;
  /** handlers bound to the calls */
  handlers: ((services: S) => BoundCall[]) | None;
  /** handlers of requests that are not calls: uploads, playback, OAuth endpoints */
  rawHandlers?: (services: S, authenticator: Authenticator) => RawHandler[];
  /** addresses of pages that the feature renders without the app, by `rawHandlers`: `/note-html/:noteId` */
  pages?: readonly string[];
  /** rules for pushes into the collections that the feature owns */
  policies: ((platform: Platform) => AnyPushPolicy[]) | None;
  jobs: ((services: S) => FeatureJob[]) | None;
  /** kinds of notifications that the feature creates; each is a key of the `notification` texts */
  notifications: readonly string[] | None;
  ownership: OwnershipTransfer<S> | None;
  retention: FeatureRetention<S> | None;
  /** for each kind of the feature whose documents are in the trash: how one is restored */
  trash?: Restorers;
  /** Bytes that the feature stores for a company; they count towards its limit. */
  storage: ((platform: Pick<Platform, 'db'>, companyId: string) => Promise<number>) | None;
  /** actions that the feature records in the audit trail; each is a key of the `audit` texts */
  audit: readonly string[] | None;
  /** for each kind of the feature that search reads: how its texts are read as passages */
  passages: Passages | None;
  /** writes the feature's part of the demo company */
  demo: Demo | None;
}

/** The parts of a manifest that are required, as a value or as `none`. */
export const FEATURE_PARTS = [
  'calls',
  'handlers',
  'policies',
  'jobs',
  'notifications',
  'ownership',
  'retention',
  'storage',
  'audit',
  'passages',
  'demo',
] as const satisfies readonly (keyof Feature<unknown>)[];

type Nothing<T extends never> = T;
/** Parts of the manifest that are missing in FEATURE_PARTS, and so in the test: compiles only if there are none. */
export type UnlistedPart = Nothing<
  Exclude<keyof Feature<unknown>, 'name' | 'rawHandlers' | 'pages' | 'trash' | (typeof FEATURE_PARTS)[number]>
>;

/** Infers the type of the manifest's services. */
export const defineFeature = <S>(feature: Feature<S>): Feature<S> => feature;

type Features<S> = readonly Feature<S>[];

export const boundCalls = <S>(features: Features<S>, services: S): BoundCall[] =>
  features.flatMap((feature) => given(feature.handlers)?.(services) ?? []);

export const rawHandlers = <S>(features: Features<S>, services: S, authenticator: Authenticator): RawHandler[] =>
  features.flatMap((feature) => feature.rawHandlers?.(services, authenticator) ?? []);

export const pushPolicies = (features: Features<never>, platform: Platform): AnyPushPolicy[] =>
  features.flatMap((feature) => given(feature.policies)?.(platform) ?? []);

export interface RunningJobs {
  /** Called after the job queue has started. */
  started(): Promise<void>;
  close(): void;
}

/** Declares and schedules the features' jobs; call before the job queue starts. */
export function defineJobs<S>(features: Features<S>, services: S, queue: Platform['jobs']): RunningJobs {
  const jobs = features.flatMap((feature) => given(feature.jobs)?.(services) ?? []);
  for (const { kind, cron } of jobs) {
    queue.define(kind);
    if (cron) queue.schedule(kind.name, cron);
  }
  return {
    started: async () => {
      for (const each of jobs) await each.started?.();
    },
    close: () => {
      for (const each of jobs) each.close?.();
    },
  };
}

/** Runs the ownership transfers of all features in order. Returns numbers by kind. */
export async function transferOwnership<S>(
  features: Features<S>,
  services: S,
  ...[tx, leaver, heirId]: [SyncTransaction, Leaver, string]
): Promise<object> {
  const transferred = {};
  for (const feature of features)
    Object.assign(transferred, await given(feature.ownership)?.(services, tx, leaver, heirId));
  return transferred;
}

/** Bytes that all features store for a company. */
export async function storedBytes(
  features: Features<never>,
  platform: Pick<Platform, 'db'>,
  companyId: string,
): Promise<number> {
  let bytes = 0;
  for (const feature of features) bytes += (await given(feature.storage)?.(platform, companyId)) ?? 0;
  return bytes;
}

export function retentionRules(features: Features<never>): RetentionRule[] {
  const retentions = features.flatMap((feature) => given(feature.retention) ?? []);
  const keepers = retentions.flatMap((retention) => retention.keepers ?? []);
  return retentions
    .flatMap((retention) => retention.rules ?? [])
    .map((rule) => {
      const within = kindsWithin(rule.collection);
      return { ...rule, keepers: keepers.filter((kind) => within.includes(kind)) };
    });
}

export const restorersOf = (features: Features<never>): Restorers =>
  Object.assign({}, ...features.map(({ trash }) => trash)) as Restorers;

export function pieceReadersOf(features: Features<never>): PieceReaders {
  const passages = Object.assign({}, ...features.map((feature) => given(feature.passages))) as Passages;
  return new Map(
    (Object.keys(passages) as KindName[]).flatMap((kind): [KindName, PieceReader][] => {
      const reader = passages[kind];
      return reader ? [[kind, reader]] : [];
    }),
  );
}

export async function cleanUpFeatures<S>(features: Features<S>, services: S): Promise<void> {
  for (const feature of features) await given(feature.retention)?.cleanUp?.(services);
}
