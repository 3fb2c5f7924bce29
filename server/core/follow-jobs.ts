/**
 * Jobs that follow a company's documents, for what is derived from them. A change is announced to every process; each
 * enqueues the job a moment later, and the queue takes it once. What was missed is found every ten minutes.
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
  /** what the log says where a change could not enqueue the job */
  failure: string;
  /** Follows to the present. False: another process is about to. */
  follow(companyId: string, signal: AbortSignal): Promise<boolean>;
  /** Companies whose documents have changed since they were followed. */
  behind(): Promise<string[]>;
  /** whether changes of a company are followed; absent: of all */
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
