/** The features, built on the platform and joined with each other. */
import { refreshAccessForDepartments } from './core/access';
import { passWorkOn } from './core/ownership-transfer';
import { coreHandlers, corePolicies, coreRoutes, defineCoreJobs } from './core/routes';
import { SYNC_STREAM_PATH, syncRoutes } from './sync/routes';
import { createSync } from './sync/sync';
import { seedDemo } from './demo/seed';
import { createOrganization } from './organization/routes';
import type { Platform } from './platform/context';
import type { Authenticator } from './platform/http/authenticator';
import type { BoundCall } from './platform/http/feature';
import type { RawHandler } from './platform/http/host';
import { streamHandler } from './stream-handler';

export interface Features {
  calls: BoundCall[];
  raw: RawHandler[];
  authenticator: Authenticator;
  /** open event streams */
  openStreams(): number;
  /** After the job queue has started. Says whether the demo company was made now or stands from before. */
  started(): Promise<'seeded' | 'present' | 'none'>;
  /** Ends the open streams; stops listening. */
  close(): void;
}

/** Before the job queue starts: the features declare their jobs here. */
export function createFeatures(platform: Platform): Features {
  const sync = createSync(platform, corePolicies(platform), platform.config.streams);
  const organization = createOrganization(platform, sync);
  const { authenticator } = organization;
  organization.departments.whenTheyChange(refreshAccessForDepartments);
  organization.service.whenMembersLeave(passWorkOn);
  const jobs = defineCoreJobs(platform, sync.store);
  return {
    calls: [...organization.routes, ...syncRoutes(sync), ...coreRoutes(platform, sync.store)],
    raw: [
      streamHandler(
        SYNC_STREAM_PATH,
        authenticator,
        (request, response, actor) => sync.stream.handle(request, response, actor),
        platform,
      ),
      ...coreHandlers(platform, sync.store, authenticator),
      ...organization.raw,
    ],
    authenticator,
    openStreams: () => sync.stream.size(),
    started: async () => {
      const demo = await seedDemo(platform, {
        organization: organization.service,
        departments: organization.departments,
        store: sync.store,
      });
      await jobs.started();
      return demo;
    },
    close: () => {
      jobs.close();
      sync.close();
    },
  };
}
