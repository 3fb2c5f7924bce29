/**
 * Jobs that keep derived data, such as the search index, up to date with a company's documents.
 *
 *   change announced to every process ──gatherMs──► each enqueues the job; the queue keeps one per company
 *   every ten minutes, and at the start ──► jobs for companies whose announcement was lost (`behind`)
 */
import type { Platform } from '../platform/context';
import { job, type FeatureJob } from '../shared/feature';

export interface Following {
  /** names of the jobs */
  name: string;
  catchUpName: string;
  /** milliseconds in which changes are gathered */
  gatherMs: number;
  /** seconds until the next attempt while another process follows */
  heldSeconds: number;
  /** log message for a change that could not enqueue the job */
  failure: string;
  /** Processes all changes up to the present. Returns false if another process is doing so. */
  follow(companyId: string, signal: AbortSignal): Promise<boolean>;
  /** Companies whose documents have changed since they were followed. */
  behind(): Promise<string[]>;
  /** Whether changes of a company are followed; absent: all companies are. */
  isFollowed?(companyId: string): Promise<boolean>;
}

export function followJobs(
  { jobs, events, log }: Pick<Platform, 'jobs' | 'events' | 'log'>,
  following: Following,
): FeatureJob[] {
  const gathering = new Map<string, NodeJS.Timeout>();
  const enqueue = (companyId: string, startAfterSeconds = 0): Promise<unknown> =>
    jobs.enqueue(following.name, { companyId }, { singletonKey: companyId, startAfterSeconds });
  const changed = async (companyId: string): Promise<void> => {
    gathering.delete(companyId);
    if ((await following.isFollowed?.(companyId)) ?? true) await enqueue(companyId);
  };
  const unsubscribe = events.subscribe('sync', ({ companyId }) => {
    if (gathering.has(companyId)) return;
    const timer = setTimeout(() => {
      changed(companyId).catch((error: unknown) => log.error({ err: error, companyId }, following.failure));
    }, following.gatherMs);
    gathering.set(companyId, timer.unref());
  });
  const catchUp = async (): Promise<void> => {
    for (const companyId of await following.behind()) await enqueue(companyId);
  };
  return [
    job<{ companyId: string }>(
      {
        name: following.name,
        concurrency: 1,
        expireInSeconds: 3_600,
        handle: async ({ companyId }, { signal }) => {
          if (!(await following.follow(companyId, signal))) await enqueue(companyId, following.heldSeconds);
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
    job({ name: following.catchUpName, concurrency: 1, retryLimit: 0, handle: catchUp }, { cron: '*/10 * * * *' }),
  ];
}
