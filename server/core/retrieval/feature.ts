/** Vectors of passages, of the organizations that have an embedding provider. */
import { ProviderFailure } from '../../ai/failure';
import { CallError } from '../../../sync/protocol/errors';
import { defineFeature, job, none, type FeatureJob } from '../../shared/feature';
import type { CoreServices } from '../context';
import { VectorFollower } from './vector-follower';

export const VECTOR_JOB = 'passage-vectors';
const CATCH_UP_JOB = 'passage-vectors-catch-up';
/** milliseconds: a text that is being typed is embedded now and then, not with each change */
const GATHER_MS = 30_000;
/** seconds until the next attempt while another process follows */
const HELD_SECONDS = 60;

function vectorJobs(core: CoreServices): FeatureJob[] {
  const { platform } = core;
  const follower = new VectorFollower(core);
  const gathering = new Map<string, NodeJS.Timeout>();
  const enqueue = (companyId: string, startAfterSeconds = 0): Promise<unknown> =>
    platform.jobs.enqueue(VECTOR_JOB, { companyId }, { singletonKey: companyId, startAfterSeconds });
  const changed = async (companyId: string): Promise<void> => {
    gathering.delete(companyId);
    if (await core.ai.embedding(companyId)) await enqueue(companyId);
  };
  const unsubscribe = platform.events.subscribe('sync', ({ companyId }) => {
    if (gathering.has(companyId)) return;
    const timer = setTimeout(() => {
      changed(companyId).catch((error: unknown) =>
        platform.log.error({ err: error, companyId }, 'the vectors of passages do not follow'),
      );
    }, GATHER_MS);
    gathering.set(companyId, timer.unref());
  });
  const catchUp = async (): Promise<void> => {
    for (const companyId of await follower.behind()) await enqueue(companyId);
  };
  return [
    job<{ companyId: string }>(
      {
        name: VECTOR_JOB,
        concurrency: 1,
        expireInSeconds: 3_600,
        handle: async ({ companyId }, { signal }) => {
          try {
            if (!(await follower.follow(companyId, signal))) await enqueue(companyId, HELD_SECONDS);
          } catch (error) {
            if (!(error instanceof ProviderFailure) && !(error instanceof CallError)) throw error;
            // people find by words meanwhile; the next look goes on
            platform.log.warn({ err: error, companyId }, 'the vectors of passages wait for their provider');
          }
        },
      },
      {
        started: catchUp,
        close: () => {
          unsubscribe();
          for (const timer of gathering.values()) clearTimeout(timer);
          gathering.clear();
        },
      },
    ),
    job({ name: CATCH_UP_JOB, concurrency: 1, retryLimit: 0, handle: catchUp }, { cron: '*/10 * * * *' }),
  ];
}

export const retrievalFeature = defineFeature<CoreServices>({
  name: 'core/retrieval',
  calls: none('because chats ask it for passages'),
  handlers: none('because it has no calls'),
  policies: none('because vectors are no documents'),
  jobs: vectorJobs,
  notifications: none('because it sends none'),
  ownership: none('because vectors belong to their document'),
  retention: { cleanUp: (core) => new VectorFollower(core).cleanUp() },
  storage: none('because vectors can be made again'),
  audit: none('because it changes no document'),
  passages: none('because it reads the passages that others have'),
  demo: none('because the demo has no embedding provider'),
});
