/**
 * Runs: background work that people see, cancel and retry. A feature defines a kind and starts runs of it in its own transaction; pg-boss
 * brings each attempt to a process, and a lease in the row keeps a second process from executing it at the same time.
 *
 *   start (in a transaction) ── commit ──► job ──► lease ──► handle ──┬► result ─────► SUCCEEDED; READY if it was started again meanwhile
 *                                           ▲        │                ├► final failure ► FAILED
 *                                           │      held elsewhere     ├► failure ─────► RETRY ──► job after a pause
 *                                           │        │                ├► out of time ─► READY ──► job at once
 *                                           └────────┴────────────────┴► process died: the lease ends, the next job goes on
 *
 * Steps that an attempt has finished are stored with the hash of their input until the run succeeds, so a later attempt reads their output
 * instead of doing, and paying for, them again. Progress is published on the live channel of the subject and stored now and then; neither
 * changes a document.
 */
import { newId } from '../../sync/model/ids';
import { hasRunEnded, type RunState } from '../../sync/model/runs';
import { CallError } from '../../sync/protocol/errors';
import type { Platform } from '../platform/context';
import { Attempts, EXPIRE_S } from './attempts';
import { toRun, type PublishProgress, type Run, type RunKind, type StartRun, type Subject } from './run';
import { RUN_JOB, RunRows } from './run-rows';

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
  private readonly unsubscribe: () => void;

  constructor(
    private readonly platform: Parts,
    publishProgress: PublishProgress = () => undefined,
  ) {
    this.rows = new RunRows(platform);
    const attempts = new Attempts(platform, this.rows, publishProgress);
    platform.jobs.define<{ companyId: string; runId: string }>({
      name: RUN_JOB,
      expireInSeconds: EXPIRE_S,
      handle: ({ companyId, runId }, { signal }) => attempts.execute(companyId, runId, signal),
    });
    platform.jobs.define({ name: RUN_CLEAN_UP_JOB, concurrency: 1, handle: () => this.cleanUp() });
    platform.jobs.schedule(RUN_CLEAN_UP_JOB, '41 3 * * *');
    platform.jobs.define({ name: RUN_RESUME_JOB, concurrency: 1, retryLimit: 0, handle: () => this.resumeStalled() });
    platform.jobs.schedule(RUN_RESUME_JOB, '* * * * *');
    this.unsubscribe = platform.events.subscribe('run', ({ companyId, runId, isCancelled }) => {
      if (isCancelled) attempts.cancel(companyId, runId);
    });
  }

  /** Declares a kind; before the queue starts. */
  define<I>(kind: RunKind<I>): void {
    this.rows.kinds.set(kind.name, kind as unknown as RunKind<never>);
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
    const { companyId, ownerId, subject, input, key, resumes = false } = start;
    const { db, clock } = this.platform;
    const now = clock.now();
    const id = newId(now);
    return this.platform.transaction(async () => {
      if (key !== undefined && resumes) {
        const last = await this.rows.lastOf(companyId, kind, key);
        if (last && (last.state === 'FAILED' || last.state === 'CANCELED')) {
          await this.rows.restart(last, { owner_id: ownerId, input: JSON.stringify(input) });
          return last.id;
        }
      }
      const made = await db
        .insertInto('run')
        .values({
          company_id: companyId,
          id,
          kind,
          owner_id: ownerId,
          subject_collection: subject.collection,
          subject_id: subject.id,
          key: key ?? null,
          input: JSON.stringify(input),
          state: 'READY',
          attempts: 0,
          progress: 0,
          error: '',
          retry_at: null,
          lease_holder: null,
          lease_until: null,
          cancel_requested: false,
          requested_again: false,
          deferrals: 0,
          created_at: now,
          updated_at: now,
          ended_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!made) {
        // the lock waits for an attempt that begins, which then sees what this transaction writes, or for one that ends
        const unfinished = (await this.rows.lastOf(companyId, kind, key!))!;
        if (hasRunEnded(unfinished.state)) return this.start(kind, start);
        if (unfinished.state === 'EXECUTING') await this.rows.update(unfinished, { requested_again: true });
        return unfinished.id;
      }
      await this.rows.enqueue(companyId, id, 0);
      return id;
    });
  }

  /** Ends a run that has not ended: at once where it waits, otherwise when its attempt has received the request. Throws TASK_NOT_FOUND. */
  async cancel(companyId: string, id: string): Promise<void> {
    await this.rows.locked(companyId, id, async (row) => {
      if (hasRunEnded(row.state)) return;
      if (row.state === 'EXECUTING' && (row.lease_until ?? 0) > this.platform.clock.now()) {
        await this.rows.update(row, { cancel_requested: true });
        this.platform.events.publish('run', { companyId, runId: id, isCancelled: true });
        return;
      }
      await this.rows.end(row, 'CANCELED', '');
    });
  }

  /** Begins a failed or cancelled run again; its finished steps are kept. Throws TASK_NOT_FOUND. */
  async retry(companyId: string, id: string): Promise<void> {
    await this.rows.locked(companyId, id, async (row) => {
      if (row.state !== 'FAILED' && row.state !== 'CANCELED') return;
      // a newer run of the key does its work
      if (row.key !== null && (await this.rows.lastOf(companyId, row.kind, row.key))?.id !== id) return;
      await this.rows.restart(row);
    });
  }

  /** Throws TASK_NOT_FOUND. */
  async get(companyId: string, id: string): Promise<Run> {
    const row = await this.rows.select(companyId, id).executeTakeFirst();
    if (!row) throw new CallError('TASK_NOT_FOUND');
    return toRun(row);
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
    const { db, clock, jobs } = this.platform;
    const before = clock.now() - stalledMs;
    const stalled = await db
      .selectFrom('run')
      .select(['company_id', 'id'])
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
    for (const { company_id: companyId, id: runId } of stalled)
      await jobs.enqueue(RUN_JOB, { companyId, runId }, { singletonKey: `resume/${companyId}/${runId}` });
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
