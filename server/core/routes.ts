/**
 * The core service put together: rules for pushes, calls, raw handlers and jobs. `main.ts` wires it:
 *
 *   sync = createSync(platform, corePolicies(platform))
 *   coreRoutes(platform, sync.store)          the calls
 *   coreHandlers(platform, sync.store, authenticator)   /uploads and playback, raw, before Hono
 *   jobs = defineCoreJobs(platform, sync.store)   before platform.jobs.start(); jobs.started() after it; jobs.close() at the end
 */
import { diarized } from '../ai/transcription/diarized';
import { openAiCompatible } from '../ai/transcription/openai-compatible';
import type { TranscriptionProvider } from '../ai/transcription/provider';
import type { Platform } from '../platform/context';
import type { Authenticator } from '../platform/http/authenticator';
import type { BoundCall } from '../platform/http/feature';
import type { RawHandler } from '../platform/http/host';
import { templatePolicy, termPolicy, threadPolicy } from './collection-policies';
import { dashboardRoutes } from './dashboard/routes';
import { fileRoutes } from './files/routes';
import { summaryPolicy, transcriptPolicy } from './meetings/content-policies';
import { meetingPolicy } from './meetings/policy';
import { meetingRoutes } from './meetings/routes';
import { createTranscription } from './meetings/transcription-job';
import { livePageRoutes } from './livepages/routes';
import { messageRoutes } from './notifications/routes';
import { noteContentPolicy, notePolicy } from './notes/policy';
import { noteRoutes } from './notes/routes';
import { projectItemPolicy } from './projects/item-policy';
import { projectPolicy } from './projects/policy';
import { projectRoutes } from './projects/routes';
import { pageViewRoutes } from './page-views/routes';
import type { SyncStore } from '../sync/store';
import type { AnyPushPolicy } from '../sync/sync';
import { createPlaybackHandler, PLAYBACK_PATH } from './uploads/playback';
import { uploadRoutes } from './uploads/routes';
import { createStoredRecordings } from './uploads/stored-recordings';
import { createUploads, standRecordings } from './uploads/service';
import { createUploadHandler, UPLOADS_PATH } from './uploads/tus-handler';

const meetingRules = (platform: Platform) =>
  meetingPolicy((companyId, meeting) => standRecordings(platform, companyId, meeting));

/** What clients may push into the core collections. */
export const corePolicies = (platform: Platform): AnyPushPolicy[] => [
  projectPolicy,
  projectItemPolicy,
  notePolicy,
  noteContentPolicy,
  meetingRules(platform),
  transcriptPolicy,
  summaryPolicy,
  templatePolicy,
  termPolicy,
  threadPolicy,
];

/** The calls of the core service, replication aside. */
export const coreRoutes = (platform: Platform, sync: SyncStore): BoundCall[] => [
  ...projectRoutes(platform, sync),
  ...noteRoutes(platform, sync),
  ...meetingRoutes(platform, sync, meetingRules(platform)),
  ...uploadRoutes(createUploads(platform, sync), createStoredRecordings(platform, sync, createUploads(platform, sync))),
  ...fileRoutes(),
  ...messageRoutes(platform, sync),
  ...dashboardRoutes(platform),
  ...pageViewRoutes(platform),
  ...livePageRoutes(platform),
];

/** Raw handlers: everything below /uploads, and playback of recordings. */
export function coreHandlers(platform: Platform, sync: SyncStore, authenticator: Authenticator): RawHandler[] {
  const uploads = createUploads(platform, sync);
  return [
    {
      matches: (pathname) => pathname.startsWith(`${UPLOADS_PATH}/`) || pathname === UPLOADS_PATH,
      handle: createUploadHandler(platform, authenticator, uploads),
    },
    {
      matches: (pathname) => PLAYBACK_PATH.test(pathname),
      handle: createPlaybackHandler(platform, authenticator, sync, uploads),
    },
  ];
}

/** The transcription provider of the server's configuration, null for none. */
export function configuredProvider(
  config: Pick<Platform['config'], 'transcription' | 'diarizationUrl'>,
): TranscriptionProvider | null {
  if (!config.transcription) return null;
  const apiKey = config.transcription.apiKey ?? '';
  const texts = openAiCompatible({ url: config.transcription.url, apiKey, model: config.transcription.model });
  // The key belongs to the address it was given for: the second one gets none.
  return config.diarizationUrl
    ? diarized(
        texts,
        openAiCompatible(
          { url: config.diarizationUrl, apiKey: '', model: config.transcription.model },
          { keepEmpty: true },
        ),
      )
    : texts;
}

const UPLOAD_PURGE_JOB = 'uploads-purge';
const RESUME_JOB = 'transcription-resume';
/** milliseconds without progress after which another process takes a transcription up */
const STALLED_MS = 20 * 60_000;

export interface CoreJobs {
  /** After the queue has started: takes up what waited for a provider or lost its process. */
  started(): Promise<void>;
  close(): void;
}

/** Defines the core's jobs; before the queue starts. `provider` is read anew for each job. */
export function defineCoreJobs(
  platform: Platform,
  sync: SyncStore,
  provider: () => TranscriptionProvider | null = () => configuredProvider(platform.config),
): CoreJobs {
  const transcription = createTranscription(platform, sync, provider);
  const uploads = createUploads(platform, sync);
  platform.jobs.define(transcription.kind);
  platform.jobs.define({
    name: UPLOAD_PURGE_JOB,
    concurrency: 1,
    handle: async () => {
      await uploads.purge();
    },
  });
  platform.jobs.schedule(UPLOAD_PURGE_JOB, '17 3 * * *');
  platform.jobs.define({
    name: RESUME_JOB,
    concurrency: 1,
    retryLimit: 0,
    handle: async () => {
      await transcription.resume({ stalledFor: STALLED_MS });
    },
  });
  platform.jobs.schedule(RESUME_JOB, '*/5 * * * *');
  const unsubscribe = platform.events.subscribe('provider', ({ companyId }) => {
    transcription
      .resume({ companyId, stalledFor: STALLED_MS })
      .catch((error: unknown) => platform.log.error({ err: error }, 'waiting transcriptions could not be resumed'));
  });
  return {
    // An embedded database has one process: what is said to run there after a start does not run.
    started: async () => {
      await transcription.resume({ stalledFor: platform.config.databaseUrl ? STALLED_MS : 0 });
    },
    close: unsubscribe,
  };
}
