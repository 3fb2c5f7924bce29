/**
 * Runs: background work that people see, cancel and retry. A feature defines a kind and starts runs of it in its own
 * transaction; pg-boss brings each attempt to a process, and a lease in the row keeps a second process from executing
 * it at the same time.
 *
 *   start (in a transaction) ── commit ──► job ──► lease ──► handle ──┬► result ─────► SUCCEEDED; READY if it was started again meanwhile
 *                                           ▲        │                ├► final failure ► FAILED
 *                                           │      held elsewhere     ├► failure ─────► RETRY ──► job after a pause
 *                                           │        │                ├► out of time ─► READY ──► job at once, or RETRY and later
 *                                           └────────┴────────────────┴► process died: the lease ends, the next job goes on
 *
 * Steps that an attempt has finished are stored with the hash of their input until the run succeeds, so a later
 * attempt reads their output instead of doing, and paying for, them again. Progress is published on the live channel
 * of the subject and stored now and then; neither changes a document.
 */
import type { RunState } from '../../sync/model/runs';
import { CallError } from '../../sync/protocol/errors';
import type { Platform } from '../platform/context';
import type { JobContext } from '../platform/jobs/queue';
import { Attempts, EXPIRE_S, hashOf } from './attempts';
import {
  toRun,
  type PublishProgress,
  type Run,
  type RunKind,
  type StartRun,
  type StepOutputs,
  type Subject,
} from './run';
import { jobOf } from './queues';
import { RunRows } from './run-rows';
import { startRun } from './start';

/** deletes runs that ended long ago, every night */
export const RUN_CLEAN_UP_JOB = 'run-clean-up';
/** enqueues runs whose job or process was lost */
export const RUN_RESUME_JOB = 'run-resume';
/** milliseconds for which an ended run is kept */
export const ENDED_MS = 30 * 24 * 60 * 60_000;
/** milliseconds without a change after which the job of a waiting run counts as lost */
const STALLED_MS = 60_000;
/** ended runs deleted, or stalled ones enqueued, by one statement */
const PAGE = 500;

type Parts = Pick<Platform, 'db' | 'clock' | 'transaction' | 'events' | 'jobs' | 'log'>;

export class Runs {
  private readonly rows: RunRows;
  private readonly attempts: Attempts;
  private readonly unsubscribe: () => void;

  constructor(
    private readonly platform: Parts,
    publishProgress: PublishProgress = () => undefined,
  ) {
    this.rows = new RunRows(platform);
    const attempts = (this.attempts = new Attempts(platform, this.rows, publishProgress));
    platform.jobs.define({ name: RUN_CLEAN_UP_JOB, concurrency: 1, handle: () => this.cleanUp() });
    platform.jobs.schedule(RUN_CLEAN_UP_JOB, '41 3 * * *');
    platform.jobs.define({ name: RUN_RESUME_JOB, concurrency: 1, retryLimit: 0, handle: () => this.resumeStalled() });
    platform.jobs.schedule(RUN_RESUME_JOB, '* * * * *');
    this.unsubscribe = platform.events.subscribe('run', ({ companyId, runId, isCancelled }) => {
      if (isCancelled) attempts.cancel(companyId, runId);
    });
  }

  /** Declares a kind with its queue; before the queues start. */
  define<I>(kind: RunKind<I>): void {
    this.rows.kinds.set(kind.name, kind as unknown as RunKind<never>);
    this.platform.jobs.define({
      name: jobOf(kind.name),
      expireInSeconds: EXPIRE_S,
      ...kind.queue,
      handle: ({ companyId, runId }: { companyId: string; runId: string }, { signal }: JobContext) =>
        this.attempts.execute(companyId, runId, signal),
    });
  }

  close(): void {
    this.unsubscribe();
  }

  /**
   * After the job queue has started: enqueues what an earlier process left.
   * @param isAlone no other process uses the database, so every lease belongs to a process that has ended
   */
  async started({ isAlone }: { isAlone: boolean }): Promise<void> {
    if (isAlone)
      await this.platform.db.updateTable('run').set({ lease_until: 0 }).where('state', '=', 'EXECUTING').execute();
    await this.resumeStalled(isAlone ? 0 : STALLED_MS);
  }

  /** Starts a run inside the current transaction, and gives its id; that of the unfinished one where `key` has one. */
  async start<I>(kind: string, start: StartRun<I>): Promise<string> {
    if (!this.rows.kinds.has(kind)) throw new Error(`No kind of run is named '${kind}'.`);
    return startRun(this.platform, kind, start, this.rows);
  }

  /**
   * Ends a run that has not ended: at once where it waits, otherwise when its attempt has received the request. Throws
   * TASK_NOT_FOUND.
   */
  async cancel(companyId: string, id: string): Promise<void> {
    await this.rows.locked(companyId, id, (row) => this.rows.cancel(row));
  }

  /** Ends the unfinished run of a key, if there is one. */
  async cancelOf(companyId: string, kind: string, key: string): Promise<void> {
    const run = await this.platform.db
      .selectFrom('run')
      .select('id')
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (run) await this.cancel(companyId, run.id);
  }

  /**
   * Begins a failed or cancelled run again, for a person; its finished steps are kept except those that its kind
   * repeats. Throws TASK_NOT_FOUND, and what the kind's `checkRetry` throws.
   */
  async retry(companyId: string, id: string, userId: string): Promise<void> {
    const run = await this.get(companyId, id);
    await this.rows.kinds.get(run.kind)?.checkRetry?.(run, userId);
    await this.rows.locked(companyId, id, async (row) => {
      if (row.state !== 'FAILED' && row.state !== 'CANCELED') return;
      // a newer run of the key does its work
      if (row.key !== null && (await this.rows.lastOf(companyId, row.kind, row.key))?.id !== id) return;
      await this.rows.forgetRepeatedSteps(row);
      await this.rows.restart(row);
    });
  }

  /** Whether a kind decides itself who may begin its runs again. */
  checksRetry(kind: string): boolean {
    return this.rows.kinds.get(kind)?.checkRetry !== undefined;
  }

  /** Throws TASK_NOT_FOUND. */
  async get(companyId: string, id: string): Promise<Run> {
    const row = await this.rows.select(companyId, id).executeTakeFirst();
    if (!row) throw new CallError('TASK_NOT_FOUND');
    return toRun(row);
  }

  /** The newest run of a key; null if it had none. */
  async last(companyId: string, kind: string, key: string): Promise<Run | null> {
    const row = await this.platform.db
      .selectFrom('run')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return row ? toRun(row) : null;
  }

  /** The finished steps of a run that has not succeeded. */
  async outputs(companyId: string, runId: string): Promise<StepOutputs> {
    const rows = await this.platform.db
      .selectFrom('run_step')
      .select(['name', 'input_hash', 'output'])
      .where('company_id', '=', companyId)
      .where('run_id', '=', runId)
      .execute();
    const steps = new Map(rows.map((row) => [row.name, row]));
    return {
      has: (name) => steps.has(name),
      get(name, input) {
        const row = steps.get(name);
        return row?.input_hash === hashOf(input) ? (row.output as { value: unknown }).value : undefined;
      },
    };
  }

  /** A person's runs, the newest first. @param page from 1 */
  async list(
    companyId: string,
    ownerId: string,
    { page, size, state }: { page: number; size: number; state?: RunState | undefined },
  ): Promise<{ runs: Run[]; total: number }> {
    const { db } = this.platform;
    const owned = db
      .selectFrom('run')
      .where('company_id', '=', companyId)
      .where('owner_id', '=', ownerId)
      .$if(state !== undefined, (runs) => runs.where('state', '=', state!));
    const rows = await owned
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(size)
      .offset((page - 1) * size)
      .execute();
    const { total } = await owned.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { runs: rows.map(toRun), total: Number(total) };
  }

  /**
   * Cancels the runs of a person who leaves the company or passes them to the heir, by their kind. In the transaction
   * that removes the person.
   */
  async ownerLeft(companyId: string, ownerId: string, heirId: string): Promise<void> {
    const { db } = this.platform;
    const rows = await db
      .selectFrom('run')
      .select(['id', 'kind', 'ended_at'])
      .where('company_id', '=', companyId)
      .where('owner_id', '=', ownerId)
      .execute();
    for (const { id, kind, ended_at: endedAt } of rows) {
      if (this.rows.kinds.get(kind)?.whenOwnerLeaves === 'transfer')
        await db
          .updateTable('run')
          .set({ owner_id: heirId })
          .where('company_id', '=', companyId)
          .where('id', '=', id)
          .execute();
      else if (endedAt === null) await this.cancel(companyId, id);
    }
  }

  /** Deletes the stored steps of a subject whose names begin with `prefix`: their content was deleted. */
  async forgetSteps(companyId: string, subject: Subject, prefix: string): Promise<void> {
    const { db } = this.platform;
    await db
      .deleteFrom('run_step')
      .where('company_id', '=', companyId)
      .where(({ fn, val }) => fn<boolean>('starts_with', ['name', val(prefix)]))
      .where('run_id', 'in', (runs) =>
        runs
          .selectFrom('run')
          .select('id')
          .where('company_id', '=', companyId)
          .where('subject_collection', '=', subject.collection)
          .where('subject_id', '=', subject.id),
      )
      .execute();
  }

  /** Enqueues runs whose job or process was lost. A job too many finds the run leased or ended. */
  private async resumeStalled(stalledMs = STALLED_MS): Promise<void> {
    const { db, clock } = this.platform;
    const before = clock.now() - stalledMs;
    const stalled = await db
      .selectFrom('run')
      .select(['company_id', 'id', 'kind'])
      .where('ended_at', 'is', null)
      .where(({ and, or, eb }) =>
        or([
          and([eb('state', '=', 'READY'), eb('updated_at', '<=', before)]),
          and([eb('state', '=', 'RETRY'), eb('retry_at', '<=', before)]),
          and([eb('state', '=', 'EXECUTING'), eb('lease_until', '<=', before)]),
        ]),
      )
      .orderBy('updated_at')
      .limit(PAGE)
      .execute();
    // a kind that this version does not have has no queue
    for (const run of stalled.filter(({ kind }) => this.rows.kinds.has(kind)))
      await this.rows.enqueue(run, 0, `resume/${run.company_id}/${run.id}`);
  }

  private async cleanUp(): Promise<void> {
    const { db, clock } = this.platform;
    for (;;) {
      const old = await db
        .selectFrom('run')
        .select(['company_id', 'id'])
        .where('ended_at', '<', clock.now() - ENDED_MS)
        .limit(PAGE)
        .execute();
      if (old.length === 0) return;
      for (const { company_id: companyId, id } of old)
        await db.deleteFrom('run').where('company_id', '=', companyId).where('id', '=', id).execute();
    }
  }
}
