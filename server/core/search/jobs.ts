/**
 * The job that follows a company's documents. A change is announced to every process; each enqueues the job a moment
 * later, and the queue takes it once.
 */
import { job, type FeatureJob } from '../../shared/feature';
import type { CoreServices } from '../context';
import { SearchFollower } from './follower';
import { LeaseLost } from './lease';

const FOLLOW_JOB = 'search-follow';
const CATCH_UP_JOB = 'search-catch-up';
/** milliseconds: changes in quick succession are indexed together, behind the pushes that make them */
const GATHER_MS = 1_000;
/** seconds until the next attempt while another process follows */
const HELD_SECONDS = 5;

export function searchJobs({ platform }: Pick<CoreServices, 'platform'>): FeatureJob[] {
  const follower = new SearchFollower(platform);
  const gathering = new Map<string, NodeJS.Timeout>();
  const enqueue = (companyId: string, startAfterSeconds = 0): Promise<unknown> =>
    platform.jobs.enqueue(FOLLOW_JOB, { companyId }, { singletonKey: companyId, startAfterSeconds });
  const unsubscribe = platform.events.subscribe('sync', ({ companyId }) => {
    if (gathering.has(companyId)) return;
    const timer = setTimeout(() => {
      gathering.delete(companyId);
      enqueue(companyId).catch((error: unknown) =>
        platform.log.error({ err: error, companyId }, 'the search index does not follow'),
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
        name: FOLLOW_JOB,
        concurrency: 1,
        expireInSeconds: 3_600,
        handle: async ({ companyId }, { signal }) => {
          try {
            if (!(await follower.follow(companyId, signal))) await enqueue(companyId, HELD_SECONDS);
          } catch (error) {
            // the other process follows to the present
            if (!(error instanceof LeaseLost)) throw error;
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
