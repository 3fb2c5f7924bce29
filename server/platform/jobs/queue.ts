/** Background jobs. A job is enqueued inside the business transaction and runs only if that commits. */
export interface JobContext {
  id: string;
  attempt: number;
  /** fires at shutdown and when the job's time limit is reached */
  signal: AbortSignal;
}

export interface JobKind<T extends object> {
  name: string;
  /** default 5 */
  retryLimit?: number;
  /** seconds before the first retry; doubles after each */
  retryDelay?: number;
  /** time limit of one attempt, in seconds */
  expireInSeconds?: number;
  /** maximum concurrent jobs in one process */
  concurrency?: number;
  /** Jobs of one group follow one another in a process, and those of other groups pass them. */
  isOnePerGroup?: boolean;
  /**
   * Kind of the job that gets the data of a job whose last attempt failed, also at its time limit because its process
   * was killed. That kind has none itself.
   */
  deadLetter?: string;
  handle(data: T, context: JobContext): Promise<void>;
}

export interface JobQueue {
  /** Registers a kind; call before `start`. */
  define<T extends object>(kind: JobKind<T>): void;
  /** Enqueues in the current transaction. `singletonKey`: at most one queued job with it. `group`: whose job it is. */
  enqueue(
    name: string,
    data: object,
    options?: { singletonKey?: string; startAfterSeconds?: number; priority?: number; group?: string },
  ): Promise<string | null>;
  /** Runs a kind on a schedule (cron, UTC). */
  schedule(name: string, cron: string): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}
