/** Vectors of passages, for organizations that have an embedding provider. */
import { ProviderFailure } from '../../ai/failure';
import { CallError } from '../../../sync/protocol/errors';
import { defineFeature, job, none, type FeatureJob } from '../../shared/feature';
import type { CoreServices } from '../context';
import { followJobs } from '../follow-jobs';
import { HnswIndexes } from './hnsw-indexes';
import { VectorFollower } from './vector-follower';

export const VECTOR_JOB = 'passage-vectors';
const HNSW_JOB = 'vector-indexes';

function vectorJobs(core: CoreServices): FeatureJob[] {
  const { platform } = core;
  const follower = new VectorFollower(core);
  const indexes = new HnswIndexes(platform, core.vectorIndex);
  const following = followJobs(platform, {
    name: VECTOR_JOB,
    catchUpName: 'passage-vectors-catch-up',
    // so that a text that is being typed is not embedded after each change
    gatherMs: 30_000,
    heldSeconds: 60,
    failure: 'the vectors of passages do not follow',
    isFollowed: async (companyId) => (await core.ai.embedding(companyId)) !== null,
    follow: async (companyId, signal) => {
      try {
        return await follower.follow(companyId, signal);
      } catch (error) {
        if (!(error instanceof ProviderFailure) && !(error instanceof CallError)) throw error;
        // retrieval uses words only meanwhile; the next run of the job continues
        platform.log.warn(
          { err: error, companyId },
          'the vectors of passages could not be computed; they are retried when the provider answers',
        );
        return true;
      }
    },
    behind: () => follower.behind(),
  });
  const indexing = job(
    {
      name: HNSW_JOB,
      concurrency: 1,
      retryLimit: 0,
      expireInSeconds: 6 * 3_600,
      handle: (_, { signal }) => indexes.keep(signal),
    },
    { cron: '17 * * * *' },
  );
  return [...following, indexing];
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
