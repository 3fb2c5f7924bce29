/**
 * Background work on pg-boss, in Satchel's database: a job enqueued in a transaction exists when that commits.
 *
 *   enqueue ─ commit ─► wake an idle worker of the kind ─► handle ─► done | retry with backoff | failed ─► dead letter
 *                                    ▲    ▲                  │  └ the worker looks for a further job
 *                                    │    └ the next worker ─┘
 *   poll once a second: kinds with a due job (of another process, a retry, a delayed one)
 *
 * One poll serves all kinds: workers that polled by themselves ran a dozen statements a second on an idle server. One
 * worker is woken at a time: the others would look for a job that it takes, before the first statement of that job.
 */
import { randomUUID } from 'node:crypto';
import { PgBoss, type ConstructorOptions, type Job } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../database/open';
import type { Metrics } from '../metrics';
import type { JobContext, JobKind, JobQueue } from './queue';

/** milliseconds between polls for due jobs */
const POLL_MS = 1_000;
const WORKER_POLL_SECONDS = 60;
/** milliseconds for running jobs at shutdown */
const STOP_MS = 3_000;
/** milliseconds after which the shutdown continues even if jobs still run */
export const STOP_AT_LATEST_MS = STOP_MS + 1_000;

/** An arbitrary key of an advisory lock, unique within the database. */
const START_LOCK = 7_283_002;

type IDatabase = NonNullable<ConstructorOptions['db']>;
interface QueueWorker {
  /** as pg-boss names it */
  id: string;
  /** handles a job */
  isBusy: boolean;
}

type AnyKind = Omit<JobKind<object>, 'handle'> & { handle(data: object, context: JobContext): Promise<void> };

export class PgBossQueue implements JobQueue {
  private readonly boss: PgBoss;
  private readonly kinds = new Map<string, AnyKind>();
  private readonly crons = new Map<string, string>();
  private readonly workers = new Map<string, QueueWorker[]>();
  private readonly ending = new AbortController();
  private pollTimer: NodeJS.Timeout | undefined;
  private state: 'new' | 'started' | 'stopped' = 'new';

  /** @param workerPollSeconds after which a worker polls by itself even without a wake-up */
  constructor(
    private readonly database: Pick<Database, 'engine' | 'query' | 'session' | 'afterCommit'>,
    private readonly log: Logger,
    private readonly metrics: Pick<Metrics, 'jobs'>,
    private readonly workerPollSeconds = WORKER_POLL_SECONDS,
  ) {
    this.boss = new PgBoss({
      db: adapter(database),
      backend: database.engine,
      schema: 'pgboss',
      persistWarnings: false,
      monitorVacuum: false,
      reindex: database.engine === 'postgres',
    });
    this.boss.on('error', (error: Error) => log.error({ err: error }, 'The job queue reported an error.'));
    this.boss.on('warning', (warning: { message?: string }) =>
      log.warn({ warning: warning.message }, 'The job queue reported a warning.'),
    );
  }

  define<T extends object>(kind: JobKind<T>): void {
    if (this.state !== 'new') throw new Error(`The job kind ${kind.name} comes after the start.`);
    if (this.kinds.has(kind.name)) throw new Error(`The job kind ${kind.name} is defined twice.`);
    this.kinds.set(kind.name, kind as unknown as AnyKind);
  }

  schedule(name: string, cron: string): void {
    this.crons.set(name, cron);
  }

  async enqueue(name: string, data: object, options: Parameters<JobQueue['enqueue']>[2] = {}): Promise<string | null> {
    if (!this.kinds.has(name)) throw new Error(`No job kind is named ${name}.`);
    const id = await this.boss.send(name, data, {
      // The queue policy admits one queued job for each key; a job without a key gets a unique one.
      singletonKey: options.singletonKey ?? randomUUID(),
      ...(options.startAfterSeconds === undefined ? {} : { startAfter: options.startAfterSeconds }),
      ...(options.priority === undefined ? {} : { priority: options.priority }),
      ...(options.group === undefined ? {} : { group: { id: options.group } }),
    });
    if (!options.startAfterSeconds) this.database.afterCommit(() => this.wake(name));
    return id;
  }

  async start(): Promise<void> {
    for (const name of this.crons.keys())
      if (!this.kinds.has(name)) throw new Error(`A schedule names the job kind ${name}, which is not defined.`);
    await this.exclusively(async () => {
      await this.boss.start();
      this.state = 'started';
      // A queue refers to its dead letter queue, which has to exist before.
      const kinds = [...this.kinds.values()];
      for (const kind of kinds.filter(({ deadLetter }) => deadLetter === undefined)) await this.prepare(kind);
      for (const kind of kinds.filter(({ deadLetter }) => deadLetter !== undefined)) await this.prepare(kind);
      for (const [name, cron] of this.crons) await this.boss.schedule(name, cron, {}, { tz: 'UTC' });
    });
    for (const kind of this.kinds.values()) await this.work(kind);
    this.schedulePoll();
  }

  async stop(): Promise<void> {
    if (this.state !== 'started') return;
    this.state = 'stopped';
    clearTimeout(this.pollTimer);
    this.ending.abort(new Error('The process ends.'));
    const stopped = new Promise<void>((resolve) => this.boss.once('stopped', () => resolve()));
    await this.boss.stop({ graceful: true, timeout: STOP_MS, close: false });
    await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, STOP_AT_LATEST_MS).unref())]);
  }

  /**
   * Runs work in one process at a time: two processes that start on an empty database would both create pg-boss'
   * tables.
   */
  private async exclusively(work: () => Promise<void>): Promise<void> {
    // The embedded database has one process and one connection.
    if (this.database.engine === 'pglite') return work();
    await this.database.session(async (client) => {
      await client.query('set lock_timeout = 0');
      await client.query('select pg_advisory_lock($1)', [START_LOCK]);
      try {
        await work();
      } finally {
        await client.query('select pg_advisory_unlock($1)', [START_LOCK]);
        await client.query('reset lock_timeout');
      }
    });
  }

  private async prepare(kind: AnyKind): Promise<void> {
    const options = {
      retryLimit: kind.retryLimit ?? 5,
      retryDelay: kind.retryDelay ?? 2,
      retryBackoff: true,
      retryDelayMax: 3_600,
      expireInSeconds: kind.expireInSeconds ?? 900,
      ...(kind.deadLetter === undefined ? {} : { deadLetter: kind.deadLetter }),
    };
    // policy `short`: at most one queued job for each key
    if (await this.boss.getQueue(kind.name)) await this.boss.updateQueue(kind.name, options);
    else await this.boss.createQueue(kind.name, { ...options, policy: 'short' });
  }

  private async work(kind: AnyKind): Promise<void> {
    const workers = Array.from({ length: kind.concurrency ?? 2 }, (): QueueWorker => ({ id: '', isBusy: false }));
    await Promise.all(
      workers.map(async (worker) => {
        worker.id = await this.boss.work<object>(
          kind.name,
          {
            batchSize: 1,
            pollingIntervalSeconds: this.workerPollSeconds,
            // counted in this process only, so that a killed process does not block its groups
            ...(kind.isOnePerGroup ? { localGroupConcurrency: 1 } : {}),
          },
          async (jobs) => {
            for (const job of jobs) await this.run(kind, job, worker);
          },
        );
      }),
    );
    this.workers.set(kind.name, workers);
  }

  private schedulePoll(): void {
    if (this.state !== 'started') return;
    this.pollTimer = setTimeout(() => {
      this.wakeDue()
        .catch((error: unknown) => {
          if (this.state === 'started') this.log.error({ err: error }, 'The job queue could not be polled.');
        })
        .finally(() => this.schedulePoll());
    }, POLL_MS);
  }

  /** Uses pg-boss' own condition for a due job, so that its index serves this query. */
  private async wakeDue(): Promise<void> {
    const { rows } = await this.database.query<{ name: string }>({
      name: 'jobs_due',
      text: `select name from unnest($1::text[]) as kind (name)
        where exists (select 1 from pgboss.job j where j.name = kind.name and j.state < 'active' and not j.blocked and j.start_after <= now())`,
      values: [[...this.kinds.keys()]],
    });
    for (const { name } of rows) this.wake(name);
  }

  /** A busy worker looks for a further job by itself. */
  private wake(name: string): void {
    const idle = this.workers.get(name)?.find(({ isBusy }) => !isBusy);
    if (idle) this.notify(idle);
  }

  private notify({ id }: QueueWorker): void {
    if (this.state === 'started') this.boss.notifyWorker(id);
  }

  private async run(kind: AnyKind, job: Job<object>, worker: QueueWorker): Promise<void> {
    worker.isBusy = true;
    // there may be a job behind this one
    this.wake(kind.name);
    const ended = this.metrics.jobs.startTimer({ kind: kind.name });
    const context: JobContext = {
      id: job.id,
      attempt: job.retryCount + 1,
      signal: AbortSignal.any([job.signal, this.ending.signal]),
    };
    try {
      await kind.handle(job.data ?? {}, context);
      ended({ outcome: 'done' });
    } catch (error) {
      ended({ outcome: 'failed' });
      this.log.warn(
        { err: error, kind: kind.name, job: job.id, attempt: context.attempt },
        'An attempt of a job failed.',
      );
      throw error;
    } finally {
      worker.isBusy = false;
      // a queued job is fetched immediately
      this.notify(worker);
    }
  }
}

/** Runs pg-boss on Satchel's connections. Its statements join the open transaction. */
function adapter(database: Pick<Database, 'query' | 'session'>): IDatabase {
  return {
    executeSql: async (text, values) => {
      if (!/\bbegin\b/i.test(text)) return database.query({ text, ...(values ? { values } : {}) });
      // Several statements with their own BEGIN: on an error the session would remain in the failed transaction.
      return database.session(async (client) => {
        try {
          return await client.query(text, values);
        } catch (error) {
          await client.query('rollback');
          throw error;
        }
      });
    },
  };
}
