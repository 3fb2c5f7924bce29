/**
 * The services that run the features (server/features.ts).
 *
 *   manifests ─► policies ─► sync ─┬► organization services ─┐
 *                                  └► live ─► core services ─┴─► calls, raw handlers, jobs
 *
 * Organization and core import nothing of each other; the ports that they need of each other are joined here.
 */
import { extractiveAnswer } from './ai/extractive/answer';
import { ProviderRegistry } from './ai/registry';
import type { CoreServices } from './core/context';
import { refreshAccessForDepartments } from './core/department-access';
import { createWeb } from './core/links/web';
import { createDocumentExpiry } from './core/retention/retention';
import { PassageRetrieval } from './core/retrieval/service';
import { VectorIndex } from './core/retrieval/vector-index';
import { VectorSearch } from './core/retrieval/vector-search';
import { seedDemo } from './demo/seed';
import type { LiveChannels } from './live/channels';
import { createLive } from './live/live';
import { AuditTrail } from './organization/audit/audit';
import type { CompanySync } from './organization/people/company-sync';
import { createOrganizationServices, type OrganizationPorts, type OrganizationServices } from './organization/services';
import { createParsing } from './parsing/parsing';
import type { Platform } from './platform/context';
import type { Authenticator } from './platform/http/authenticator';
import type { BoundCall } from './platform/http/feature';
import type { RawHandler } from './platform/http/host';
import {
  boundCalls,
  cleanUpFeatures,
  defineJobs,
  pieceReadersOf,
  rawHandlers,
  restorersOf,
  retentionRules,
  storedBytes,
  transferOwnership,
  type RunningJobs,
} from './shared/feature';
import { Runs } from './runs/runs';
import { streamHandler } from './stream-handler';
import { SYNC_STREAM_PATH } from './sync/routes';
import type { SyncStore } from './sync/store';
import { createSync, type Sync } from './sync/sync';
import { readAmountLimits } from './usage/amount-limits';
import { Amounts } from './usage/amounts';
import { readServiceLimits } from './usage/limits';
import { Usage } from './usage/usage';
import { liveFeature } from './live/feature';
import { syncFeature } from './sync/feature';
import { allPolicies, coreFeatures, demos, features, organizationFeatures } from './features';

const CLEAN_UP_JOB = 'identity-clean-up';

export interface Organization extends OrganizationServices {
  routes: BoundCall[];
  /** the renewal of sessions, and OAuth's standard endpoints */
  raw: RawHandler[];
  jobs: RunningJobs;
  /** run every night */
  cleanUps: (() => Promise<void>)[];
}

/** Before the job queue starts: declares the organization's jobs. */
export function createOrganization(
  platform: Platform,
  sync: CompanySync,
  ports: Pick<OrganizationPorts, 'safeFetch'> = {},
): Organization {
  const services = createOrganizationServices(platform, sync, {
    storedBytes: (companyId) => storedBytes(features, platform, companyId),
    expiry: createDocumentExpiry(platform, sync.store, retentionRules(features)),
    ...ports,
  });
  services.service.onMemberRemoved((...leaving) => transferOwnership(organizationFeatures, services, ...leaving));
  const jobs = defineJobs(organizationFeatures, services, platform.jobs);
  const cleanUps = [() => cleanUpFeatures(organizationFeatures, services)];
  platform.jobs.define({
    name: CLEAN_UP_JOB,
    handle: async () => {
      for (const cleanUp of cleanUps) await cleanUp();
    },
  });
  platform.jobs.schedule(CLEAN_UP_JOB, '23 3 * * *');
  return {
    ...services,
    jobs,
    routes: boundCalls(organizationFeatures, services),
    raw: rawHandlers(organizationFeatures, services, services.authenticator),
    cleanUps,
  };
}

/** @param ports replacements, for tests */
export const createCoreServices = (
  platform: Platform,
  sync: SyncStore,
  live: LiveChannels,
  ports: Partial<CoreServices> = {},
): CoreServices => {
  const ai = ports.ai ?? new ProviderRegistry(platform);
  const { tokenLimits: tokens, moneyLimits: money } = platform.config.providers;
  const pieces = pieceReadersOf(features);
  const vectorIndex = ports.vectorIndex ?? new VectorIndex(platform);
  const amounts = ports.amounts ?? new Amounts(platform, readAmountLimits({ tokens, money }));
  return {
    platform,
    sync,
    live,
    audit: new AuditTrail(platform),
    runs: new Runs(platform, (companyId, subject, progress) => {
      live
        .publish({ companyId, ...subject }, { type: 'progress', progress })
        .catch((error: unknown) =>
          platform.log.warn({ err: error, ...subject }, 'the progress of a run could not be published'),
        );
    }),
    usage: new Usage(platform, readServiceLimits(platform.config.serviceLimits)),
    amounts,
    restorers: restorersOf(features),
    parsing: createParsing({ log: platform.log }),
    web: createWeb(platform.config),
    storedBytes: (companyId) => storedBytes(features, platform, companyId),
    transcriptionProvider: (companyId) => ai.transcription(companyId),
    ai,
    pieces,
    vectorIndex,
    retrieval: new PassageRetrieval(platform, pieces, new VectorSearch({ platform, ai, amounts, pieces, vectorIndex })),
    extractive: extractiveAnswer,
    ...ports,
  };
};

export const coreRoutes = (core: CoreServices): BoundCall[] => boundCalls(coreFeatures, core);
export const coreHandlers = (core: CoreServices, authenticator: Authenticator): RawHandler[] =>
  rawHandlers(coreFeatures, core, authenticator);
export function defineCoreJobs(core: CoreServices): RunningJobs {
  const jobs = defineJobs(coreFeatures, core, core.platform.jobs);
  return {
    started: async () => {
      // an embedded database has one process
      await core.runs.started({ isAlone: !core.platform.config.databaseUrl });
      await jobs.started();
    },
    close: () => {
      jobs.close();
      core.runs.close();
      core.parsing.close();
    },
  };
}

/** Joins the core to the organization: access of changed departments, the work of members who leave, the nightly clean-up. */
export function joinCore(organization: Organization, core: CoreServices): void {
  organization.departments.onChange(refreshAccessForDepartments);
  organization.service.onMemberRemoved((...leaving) => transferOwnership(coreFeatures, core, ...leaving));
  organization.service.onMemberRemoved(async (tx, leaver, heirId) => {
    await core.runs.ownerLeft(tx.companyId, leaver.userId, heirId);
    return {};
  });
  organization.cleanUps.push(() => cleanUpFeatures(coreFeatures, core));
}

export interface Features {
  calls: BoundCall[];
  raw: RawHandler[];
  authenticator: Authenticator;
  /** open event streams */
  openStreams(): number;
  /** After the job queue has started. Tells whether this start seeded the demo company or an earlier one did. */
  started(): Promise<'seeded' | 'present' | 'none'>;
  /** Ends the open streams and subscriptions. */
  close(): void;
}

export interface WiredFeatures extends Omit<Features, 'openStreams' | 'started'> {
  sync: Sync;
  organization: Organization;
  /** After the job queue has started. */
  started(): Promise<void>;
}

/**
 * Before the job queue starts: connects the services of all features, which declare their jobs.
 * @param ports replacements, for benchmarks
 */
export function wireFeatures(platform: Platform, ports: Partial<CoreServices> = {}): WiredFeatures {
  const sync: Sync = createSync(platform, allPolicies(platform), platform.config.streams);
  const organization = createOrganization(platform, sync);
  const live = createLive(platform, sync);
  const core = createCoreServices(platform, sync.store, live.channels, ports);
  joinCore(organization, core);
  const jobs = defineCoreJobs(core);
  const { authenticator } = organization;
  return {
    sync,
    organization,
    calls: [
      ...organization.routes,
      ...boundCalls([syncFeature], sync),
      ...boundCalls([liveFeature], live),
      ...coreRoutes(core),
    ],
    raw: [
      streamHandler(
        SYNC_STREAM_PATH,
        authenticator,
        (request, response, actor) => sync.stream.handle(request, response, actor),
        platform,
      ),
      ...coreHandlers(core, authenticator),
      ...organization.raw,
    ],
    authenticator,
    started: async () => {
      await organization.jobs.started();
      await jobs.started();
    },
    close: () => {
      jobs.close();
      organization.jobs.close();
      live.close();
      sync.close();
    },
  };
}

/** The wired features of a server, with the demo company. */
export function createFeatures(platform: Platform): Features {
  const { sync, organization, started, ...features } = wireFeatures(platform);
  return {
    ...features,
    openStreams: () => sync.stream.size(),
    started: async () => {
      const demo = await seedDemo(platform, {
        organization: organization.service,
        departments: organization.departments,
        store: sync.store,
        demos,
      });
      await started();
      return demo;
    },
  };
}
