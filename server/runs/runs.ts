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
import { createHash, randomUUID } from 'node:crypto';
import { newId } from '../../sync/model/ids';
import type { KindName } from '../../sync/model/kinds';
import type { ErrorCode } from '../../sync/protocol/errors';
import { CallError } from '../../sync/protocol/errors';
import type { Platform } from '../platform/context';
import { RunContinues, RunFailure } from './failure';
import { leaseRun, RENEWAL_MS, type RunLease } from './lease';
import { hasRunEnded, type RunState } from '../../sync/model/runs';
import type { RunTable } from './tables';
import './tables';

export const RUN_JOB = 'run';
/** deletes runs that ended long ago, every night */
export const RUN_CLEAN_UP_JOB = 'run-clean-up';
/** enqueues runs whose job or process was lost */
export const RUN_RESUME_JOB = 'run-resume';
/** milliseconds for which an ended run is kept */
export const ENDED_MS = 30 * 24 * 60 * 60_000;
/** attempts unless a kind says otherwise */
const ATTEMPTS = 6;
/** milliseconds before the second attempt; doubles with each further one, up to LONGEST_PAUSE_MS */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** milliseconds: the longest wait that a provider may ask for */
const LONGEST_ASKED_MS = 60 * 60_000;
/** milliseconds between two writes of progress to the row */
const PROGRESS_MS = 3_000;
/** milliseconds between two live events of progress */
const LIVE_PROGRESS_MS = 1_000;
/** seconds one attempt may take before pg-boss takes its process for dead */
const EXPIRE_S = 15 * 60;
/** milliseconds after which an attempt hands over to a new job, between two steps */
const ATTEMPT_MS = 8 * 60_000;
/** times in a row that a provider may ask to come back later without an attempt being counted: two days of hourly requests */
const DEFERRALS_MAX = 48;
/** milliseconds without a change after which the job of a waiting run counts as lost */
const STALLED_MS = 60_000;
/** ended runs deleted, or stalled ones enqueued, by one statement */
const PAGE = 500;

/** The document that a run works on. */
export interface Subject {
  collection: KindName;
  id: string;
}

/** Publishes progress, 0 to 1, on the live channel of a document. Best effort. */
export type PublishProgress = (companyId: string, subject: Subject, progress: number) => void;

export interface RunContext<I> {
  companyId: string;
  runId: string;
  ownerId: string;
  subject: Subject;
  input: I;
  /** from 1 */
  attempt: number;
  /** fires when the run is cancelled, its lease is lost or the process ends */
  signal: AbortSignal;
  /**
   * Does `work` once per run and `input`, and gives its output (JSON) on every later call. Throws RunContinues where the attempt has used
   * its time: `handle` lets it pass.
   */
  step<T>(name: string, input: unknown, work: () => Promise<T>): Promise<T>;
  /** @param share 0 to 1 */
  progress(share: number): Promise<void>;
}

export interface RunKind<I> {
  name: string;
  /** attempts in all */
  attempts?: number;
  /** When the owner leaves the company: `transfer` gives the run to the heir, `cancel`, the default, ends it. */
  whenOwnerLeaves?: 'cancel' | 'transfer';
  /** Resolves when the work is done; throws RunFailure to say why it is not, and whether to try again. */
  handle(context: RunContext<I>): Promise<void>;
  /** Called inside the transaction that ends a run, e.g. to notify its owner. */
  ended?(run: Run): Promise<void>;
  /** Called inside the transaction that begins an ended run again. */
  restarted?(run: Run): Promise<void>;
  /**
   * Opens the transaction around `ended` and `restarted`. A kind that writes documents there gives that of the store: the company's clock is
   * then locked before the run, as in a transaction that starts one, and two never wait for each other.
   */
  transaction?<T>(companyId: string, work: () => Promise<T>): Promise<T>;
}

export interface Run {
  id: string;
  companyId: string;
  kind: string;
  ownerId: string;
  subject: Subject;
  state: RunState;
  attempts: number;
  progress: number;
  /** '' while nothing failed */
  error: ErrorCode | '';
  retryAt: number | null;
  createdAt: number;
  updatedAt: number;
  endedAt: number | null;
}

export interface StartRun<I> {
  companyId: string;
  ownerId: string;
  subject: Subject;
  input: I;
  /**
   * Of runs of this kind with the same key, one is unfinished at most: a second start gives the first one, and has it executed once more
   * where it is being executed.
   */
  key?: string;
  /** begins the last run of the key again, with its finished steps, where that one failed or was cancelled */
  resumes?: boolean;
}

const subjectOf = (row: RunTable): Subject => ({
  collection: row.subject_collection as KindName,
  id: row.subject_id,
});

const toRun = (row: RunTable): Run => ({
  id: row.id,
  companyId: row.company_id,
  kind: row.kind,
  ownerId: row.owner_id,
  subject: subjectOf(row),
  state: row.state,
  attempts: row.attempts,
  progress: row.progress,
  error: row.error as ErrorCode | '',
  retryAt: row.retry_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  endedAt: row.ended_at,
});

const failureOf = (error: unknown): Pick<RunFailure, 'code' | 'isFinal' | 'retryAfterMs'> =>
  error instanceof RunFailure
    ? error
    : { code: error instanceof CallError ? error.code : 'TASK_FAILED', isFinal: false, retryAfterMs: 0 };

const hashOf = (input: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(input ?? null))
    .digest('hex');

const attemptsOf = (kind: Pick<RunKind<never>, 'attempts'> | undefined): number => kind?.attempts ?? ATTEMPTS;

/** Milliseconds before the attempt that follows `attempt`. */
export const pauseAfter = (attempt: number, askedMs: number): number =>
  Math.max(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)), Math.min(askedMs, LONGEST_ASKED_MS));

type Parts = Pick<Platform, 'db' | 'clock' | 'transaction' | 'events' | 'jobs' | 'log'>;

export class Runs {
  private readonly kinds = new Map<string, RunKind<never>>();
  /** runs that this process executes */
  private readonly executing = new Map<string, AbortController>();
  private readonly process = randomUUID();
  private readonly unsubscribe: () => void;

  constructor(
    private readonly platform: Parts,
    private readonly publishProgress: PublishProgress = () => undefined,
  ) {
    platform.jobs.define<{ companyId: string; runId: string }>({
      name: RUN_JOB,
      expireInSeconds: EXPIRE_S,
      handle: ({ companyId, runId }, { signal }) => this.execute(companyId, runId, signal),
    });
    platform.jobs.define({ name: RUN_CLEAN_UP_JOB, concurrency: 1, handle: () => this.cleanUp() });
    platform.jobs.schedule(RUN_CLEAN_UP_JOB, '41 3 * * *');
    platform.jobs.define({ name: RUN_RESUME_JOB, concurrency: 1, retryLimit: 0, handle: () => this.resumeStalled() });
    platform.jobs.schedule(RUN_RESUME_JOB, '* * * * *');
    this.unsubscribe = platform.events.subscribe('run', ({ companyId, runId, isCancelled }) => {
      if (isCancelled) this.executing.get(`${companyId}/${runId}`)?.abort();
    });
  }

  /** Declares a kind; before the queue starts. */
  define<I>(kind: RunKind<I>): void {
    this.kinds.set(kind.name, kind as unknown as RunKind<never>);
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
    if (!this.kinds.has(kind)) throw new Error(`No kind of run is named '${kind}'.`);
    const { companyId, ownerId, subject, input, key, resumes = false } = start;
    const { db, clock } = this.platform;
    const now = clock.now();
    const id = newId(now);
    return this.platform.transaction(async () => {
      if (key !== undefined && resumes) {
        const last = await this.lastOf(companyId, kind, key);
        if (last && (last.state === 'FAILED' || last.state === 'CANCELED')) {
          await this.restart(last, { owner_id: ownerId, input: JSON.stringify(input) });
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
        const unfinished = (await this.lastOf(companyId, kind, key!))!;
        if (hasRunEnded(unfinished.state)) return this.start(kind, start);
        if (unfinished.state === 'EXECUTING') await this.update(unfinished, { requested_again: true });
        return unfinished.id;
      }
      await this.enqueue(companyId, id, 0);
      return id;
    });
  }

  /** Ends a run that has not ended: at once where it waits, otherwise when its attempt has received the request. Throws TASK_NOT_FOUND. */
  async cancel(companyId: string, id: string): Promise<void> {
    await this.locked(companyId, id, async (row) => {
      if (hasRunEnded(row.state)) return;
      if (row.state === 'EXECUTING' && (row.lease_until ?? 0) > this.platform.clock.now()) {
        await this.update(row, { cancel_requested: true });
        this.platform.events.publish('run', { companyId, runId: id, isCancelled: true });
        return;
      }
      await this.end(row, 'CANCELED', '');
    });
  }

  /** Begins a failed or cancelled run again; its finished steps are kept. Throws TASK_NOT_FOUND. */
  async retry(companyId: string, id: string): Promise<void> {
    await this.locked(companyId, id, async (row) => {
      if (row.state !== 'FAILED' && row.state !== 'CANCELED') return;
      // a newer run of the key does its work
      if (row.key !== null && (await this.lastOf(companyId, row.kind, row.key))?.id !== id) return;
      await this.restart(row);
    });
  }

  /** Throws TASK_NOT_FOUND. */
  async get(companyId: string, id: string): Promise<Run> {
    const row = await this.select(companyId, id).executeTakeFirst();
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

  /** Cancels the runs of a person who leaves the company or passes them to the heir, by their kind. In the transaction that removes the person. */
  async ownerLeft(companyId: string, ownerId: string, heirId: string): Promise<void> {
    const { db } = this.platform;
    const rows = await db
      .selectFrom('run')
      .select(['id', 'kind', 'ended_at'])
      .where('company_id', '=', companyId)
      .where('owner_id', '=', ownerId)
      .execute();
    for (const { id, kind, ended_at: endedAt } of rows) {
      if (this.kinds.get(kind)?.whenOwnerLeaves === 'transfer')
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

  private select(companyId: string, id: string) {
    return this.platform.db.selectFrom('run').selectAll().where('company_id', '=', companyId).where('id', '=', id);
  }

  /** The newest run of a key, locked. */
  private lastOf(companyId: string, kind: string, key: string): Promise<RunTable | undefined> {
    return this.platform.db
      .selectFrom('run')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .executeTakeFirst();
  }

  private transactionOf<T>(kind: string, companyId: string, work: () => Promise<T>): Promise<T> {
    const own = this.kinds.get(kind)?.transaction;
    return own ? own(companyId, work) : this.platform.transaction(work);
  }

  /** Throws TASK_NOT_FOUND. */
  private async locked(companyId: string, id: string, work: (row: RunTable) => Promise<void>): Promise<void> {
    const { kind } = await this.get(companyId, id);
    await this.transactionOf(kind, companyId, async () => {
      const row = await this.select(companyId, id).forUpdate().executeTakeFirst();
      if (!row) throw new CallError('TASK_NOT_FOUND');
      await work(row);
    });
  }

  private async restart(row: RunTable, changes: Partial<RunTable> = {}): Promise<void> {
    const fields = {
      ...changes,
      state: 'READY' as const,
      attempts: 0,
      deferrals: 0,
      progress: 0,
      error: '',
      cancel_requested: false,
      ended_at: null,
    };
    await this.update(row, fields);
    await this.kinds.get(row.kind)?.restarted?.(toRun({ ...row, ...fields }));
    await this.enqueue(row.company_id, row.id, 0);
  }

  private async update(
    { company_id: companyId, id }: Pick<RunTable, 'company_id' | 'id'>,
    fields: Partial<RunTable>,
  ): Promise<void> {
    const { db, clock, events } = this.platform;
    await db
      .updateTable('run')
      .set({ ...fields, updated_at: clock.now() })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
    events.publish('run', { companyId, runId: id, isCancelled: false });
  }

  private async end(row: RunTable, state: 'FAILED' | 'SUCCEEDED' | 'CANCELED', error: ErrorCode | ''): Promise<void> {
    const now = this.platform.clock.now();
    const fields = {
      state,
      error,
      ended_at: now,
      retry_at: null,
      lease_holder: null,
      lease_until: null,
      requested_again: false,
      ...(state === 'SUCCEEDED' ? { progress: 1 } : {}),
    };
    await this.update(row, fields);
    if (state === 'SUCCEEDED') await this.stepsOf(row).execute();
    await this.kinds.get(row.kind)?.ended?.(toRun({ ...row, ...fields, updated_at: now }));
  }

  private stepsOf({ company_id: companyId, id }: Pick<RunTable, 'company_id' | 'id'>) {
    return this.platform.db.deleteFrom('run_step').where('company_id', '=', companyId).where('run_id', '=', id);
  }

  private enqueue(companyId: string, runId: string, afterMs: number): Promise<string | null> {
    return this.platform.jobs.enqueue(
      RUN_JOB,
      { companyId, runId },
      afterMs > 0 ? { startAfterSeconds: Math.ceil(afterMs / 1000) } : {},
    );
  }

  /** One attempt. Never throws for what the work throws: the pauses between attempts are those of the run, not of the queue. */
  private async execute(companyId: string, runId: string, ended: AbortSignal): Promise<void> {
    const lease = await leaseRun(this.platform, companyId, runId, this.process);
    if (lease === 'ended') return;
    if ('heldForMs' in lease) {
      await this.enqueue(companyId, runId, lease.heldForMs);
      return;
    }
    const key = `${companyId}/${runId}`;
    const { cancelled } = lease;
    this.executing.set(key, cancelled);
    const began = this.platform.clock.now();
    const signal = AbortSignal.any([ended, cancelled.signal, lease.lost]);
    // work that ignores its signal keeps the run no longer than its lease
    ended.addEventListener('abort', lease.stop, { once: true });
    let failure: unknown = null;
    try {
      await this.attempt(lease, signal, began);
    } catch (error) {
      failure = error ?? new Error('unknown');
    }
    // after the lease was lost, a later attempt of this process may have taken the place
    if (this.executing.get(key) === cancelled) this.executing.delete(key);
    lease.stop();
    await this.conclude(lease, failure, {
      isCancelled: cancelled.signal.aborted,
      // an attempt that reached the time limit of its job is none that the end of the process cut short
      isEnding: ended.aborted && this.platform.clock.now() - began < EXPIRE_S * 1000 - RENEWAL_MS,
    });
  }

  private async attempt({ row, renew }: RunLease, signal: AbortSignal, began: number): Promise<void> {
    const kind = this.kinds.get(row.kind);
    if (!kind) throw new RunFailure('TASK_FAILED', { isFinal: true });
    if (signal.aborted) throw signal.reason;
    // counted when it begins: the earlier ones ended with their processes, which the work itself may have killed
    if (row.attempts > attemptsOf(kind)) throw new RunFailure('TASK_FAILED', { isFinal: true });
    const { clock } = this.platform;
    const subject = subjectOf(row);
    let storedAt = began;
    let publishedAt = began;
    let finishedSteps = 0;
    // a screen that subscribed before this process began has no event to show
    if (row.progress > 0) this.publishProgress(row.company_id, subject, row.progress);
    await (kind as unknown as RunKind<unknown>).handle({
      companyId: row.company_id,
      runId: row.id,
      ownerId: row.owner_id,
      subject,
      input: row.input,
      attempt: row.attempts,
      signal,
      step: (name, input, work) =>
        this.step(row, signal, name, input, () => {
          if (finishedSteps > 0 && clock.now() - began > ATTEMPT_MS) throw new RunContinues();
          finishedSteps += 1;
          return work();
        }),
      progress: async (share) => {
        await renew();
        // another process executes the run, or it is cancelled
        if (signal.aborted) return;
        const progress = Math.min(1, Math.max(0, share));
        const now = clock.now();
        if (now - publishedAt >= LIVE_PROGRESS_MS) {
          publishedAt = now;
          this.publishProgress(row.company_id, subject, progress);
        }
        if (now - storedAt < PROGRESS_MS) return;
        storedAt = now;
        await this.update(row, { progress });
      },
    });
  }

  private async step<T>(
    row: RunTable,
    signal: AbortSignal,
    name: string,
    input: unknown,
    work: () => Promise<T>,
  ): Promise<T> {
    const { db, clock } = this.platform;
    const hash = hashOf(input);
    const known = await db
      .selectFrom('run_step')
      .select('output')
      .where('company_id', '=', row.company_id)
      .where('run_id', '=', row.id)
      .where('name', '=', name)
      .where('input_hash', '=', hash)
      .executeTakeFirst();
    if (known) return (known.output as { value: T }).value;
    signal.throwIfAborted();
    const value = await work();
    const output = JSON.stringify({ value });
    await db
      .insertInto('run_step')
      .values({ company_id: row.company_id, run_id: row.id, name, input_hash: hash, output, created_at: clock.now() })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'run_id', 'name'])
          .doUpdateSet({ input_hash: hash, output, created_at: clock.now() }),
      )
      .execute();
    return value;
  }

  /** Writes what became of an attempt, unless another process has the run by now. */
  private async conclude(
    { row: { company_id: companyId, id, kind: kindName }, holder }: RunLease,
    failure: unknown,
    { isCancelled, isEnding }: { isCancelled: boolean; isEnding: boolean },
  ): Promise<void> {
    await this.transactionOf(kindName, companyId, async () => {
      const row = await this.select(companyId, id).forUpdate().executeTakeFirst();
      if (!row || row.lease_holder !== holder) return;
      const released = { lease_holder: null, lease_until: null };
      const beginAgain = async (fields: Partial<RunTable>): Promise<void> => {
        await this.update(row, { state: 'READY', ...fields, ...released });
        await this.enqueue(companyId, id, 0);
      };
      if (failure !== null && (isCancelled || row.cancel_requested)) return this.end(row, 'CANCELED', '');
      if (failure === null)
        return row.requested_again
          ? beginAgain({ attempts: 0, deferrals: 0, progress: 0 })
          : this.end(row, 'SUCCEEDED', '');
      if (failure instanceof RunContinues) return beginAgain({ attempts: row.attempts - 1, deferrals: 0 });
      const { code, isFinal, retryAfterMs } = failureOf(failure);
      const isDeferred = !isFinal && retryAfterMs > 0 && row.deferrals < DEFERRALS_MAX;
      // neither the end of a process nor the wish of a provider is a failure of the work
      const isCounted = !isEnding && !isDeferred;
      if (!isEnding)
        this.platform.log.warn(
          { kind: row.kind, runId: id, attempt: row.attempts, code, err: failure },
          'an attempt of a run failed',
        );
      if (isCounted && (isFinal || row.attempts >= attemptsOf(this.kinds.get(row.kind))))
        return row.requested_again ? beginAgain({ attempts: 0, deferrals: 0 }) : this.end(row, 'FAILED', code);
      const pause = isEnding ? 0 : pauseAfter(row.attempts, retryAfterMs);
      await this.update(row, {
        state: 'RETRY',
        error: isEnding ? '' : code,
        attempts: isCounted ? row.attempts : row.attempts - 1,
        deferrals: isEnding ? row.deferrals : isDeferred ? row.deferrals + 1 : 0,
        retry_at: this.platform.clock.now() + pause,
        ...released,
      });
      await this.enqueue(companyId, id, pause);
    });
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
