/**
 * Runs: background work that people see, cancel and retry. A feature defines a kind and starts runs of it in its own transaction; pg-boss
 * brings each attempt to a process, and a lease in the row keeps a second process from executing it at the same time.
 *
 *   start (in a transaction) ── commit ──► job ──► lease ──► handle ──┬► result ─────► SUCCEEDED
 *                                           ▲        │                ├► final failure ► FAILED
 *                                           │      held elsewhere     ├► failure ─────► RETRY ──► job after a pause
 *                                           └────────┴────────────────┴► process died: the lease ends, the next job goes on
 *
 * Steps that an attempt has finished are stored with the hash of their input, so a later attempt reads their output instead of doing, and
 * paying for, them again.
 */
import { createHash, randomUUID } from 'node:crypto';
import { newId } from '../../sync/model/ids';
import type { ErrorCode } from '../../sync/protocol/errors';
import { CallError } from '../../sync/protocol/errors';
import type { Platform } from '../platform/context';
import { RunFailure } from './failure';
import { leaseRun, type RunLease } from './lease';
import { isEnded, type RunState } from './state';
import type { RunTable } from './tables';
import './tables';

export const RUN_JOB = 'run';
/** the kind of job of a day that deletes what ended long ago */
export const RUN_CLEAN_UP_JOB = 'run-clean-up';
/** milliseconds for which an ended run is kept */
export const ENDED_MS = 30 * 24 * 60 * 60_000;
/** attempts unless a kind says otherwise */
const ATTEMPTS = 6;
/** milliseconds before the second attempt; doubles with each further one, up to LONGEST_PAUSE_MS */
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** milliseconds: the longest wait that a provider may ask for */
const LONGEST_ASKED_MS = 60 * 60_000;
/** milliseconds between two writes of progress */
const PROGRESS_MS = 3_000;
/** seconds one attempt may take before pg-boss takes its process for dead */
const EXPIRE_S = 15 * 60;
/** ended runs deleted by one statement */
const PAGE = 500;

export interface Subject {
  collection: string;
  id: string;
}

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
  /** Does `work` once per run and `input`, and gives its output (JSON) on every later call. */
  step<T>(name: string, input: unknown, work: () => Promise<T>): Promise<T>;
  /** @param share 0 to 1 */
  progress(share: number): Promise<void>;
}

export interface RunKind<I> {
  name: string;
  /** attempts in all */
  attempts?: number;
  /** Resolves when the work is done; throws RunFailure to say why it is not, and whether to try again. */
  handle(context: RunContext<I>): Promise<void>;
  /** Called inside the transaction that ends a run, e.g. to notify its owner. */
  ended?(run: Run): Promise<void>;
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
  /** of runs of this kind with the same key, one is unfinished at most: a second start gives the first one */
  key?: string;
}

const toRun = (row: RunTable): Run => ({
  id: row.id,
  companyId: row.company_id,
  kind: row.kind,
  ownerId: row.owner_id,
  subject: { collection: row.subject_collection, id: row.subject_id },
  state: row.state,
  attempts: row.attempts,
  progress: row.progress,
  error: row.error as ErrorCode | '',
  retryAt: row.retry_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  endedAt: row.ended_at,
});

const hashOf = (input: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(input ?? null))
    .digest('hex');

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

  constructor(private readonly platform: Parts) {
    platform.jobs.define<{ companyId: string; runId: string }>({
      name: RUN_JOB,
      expireInSeconds: EXPIRE_S,
      handle: ({ companyId, runId }, { signal }) => this.execute(companyId, runId, signal),
    });
    platform.jobs.define({ name: RUN_CLEAN_UP_JOB, concurrency: 1, handle: () => this.cleanUp() });
    platform.jobs.schedule(RUN_CLEAN_UP_JOB, '41 3 * * *');
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

  /** Starts a run inside the current transaction, and gives its id; that of the unfinished one where `key` has one. */
  async start<I>(kind: string, { companyId, ownerId, subject, input, key }: StartRun<I>): Promise<string> {
    if (!this.kinds.has(kind)) throw new Error(`No kind of run is named '${kind}'.`);
    const { db, clock } = this.platform;
    const now = clock.now();
    const id = newId(now);
    return this.platform.transaction(async () => {
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
          created_at: now,
          updated_at: now,
          ended_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!made) {
        const { id: unfinished } = await db
          .selectFrom('run')
          .select('id')
          .where('company_id', '=', companyId)
          .where('kind', '=', kind)
          .where('key', '=', key!)
          .where('ended_at', 'is', null)
          .executeTakeFirstOrThrow();
        return unfinished;
      }
      await this.enqueue(companyId, id, 0);
      return id;
    });
  }

  /** Ends a run that has not ended: at once where it waits, otherwise when its attempt has heard of it. Throws TASK_NOT_FOUND. */
  async cancel(companyId: string, id: string): Promise<void> {
    await this.platform.transaction(async () => {
      const row = await this.locked(companyId, id);
      if (isEnded(row.state)) return;
      if (row.state === 'EXECUTING' && (row.lease_until ?? 0) > this.platform.clock.now()) {
        await this.update(row, { cancel_requested: true });
        this.platform.events.publish('run', { companyId, runId: id, isCancelled: true });
        return;
      }
      await this.end(row, 'CANCELED', '');
    });
  }

  /** Begins a failed or cancelled run again; what it had finished is kept. Throws TASK_NOT_FOUND. */
  async retry(companyId: string, id: string): Promise<void> {
    await this.platform.transaction(async () => {
      const row = await this.locked(companyId, id);
      if (row.state !== 'FAILED' && row.state !== 'CANCELED') return;
      await this.update(row, { state: 'READY', attempts: 0, error: '', cancel_requested: false, ended_at: null });
      await this.enqueue(companyId, id, 0);
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
    { page, size }: { page: number; size: number },
  ): Promise<{ runs: Run[]; total: number }> {
    const { db } = this.platform;
    const owned = db.selectFrom('run').where('company_id', '=', companyId).where('owner_id', '=', ownerId);
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

  /** A person has left the company: nobody waits for the results of their runs any more. */
  async ownerLeft(companyId: string, ownerId: string): Promise<void> {
    const rows = await this.platform.db
      .selectFrom('run')
      .select('id')
      .where('company_id', '=', companyId)
      .where('owner_id', '=', ownerId)
      .where('ended_at', 'is', null)
      .execute();
    for (const { id } of rows) await this.cancel(companyId, id);
  }

  private select(companyId: string, id: string) {
    return this.platform.db.selectFrom('run').selectAll().where('company_id', '=', companyId).where('id', '=', id);
  }

  private async locked(companyId: string, id: string): Promise<RunTable> {
    const row = await this.select(companyId, id).forUpdate().executeTakeFirst();
    if (!row) throw new CallError('TASK_NOT_FOUND');
    return row;
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
      ...(state === 'SUCCEEDED' ? { progress: 1 } : {}),
    };
    await this.update(row, fields);
    await this.kinds.get(row.kind)?.ended?.(toRun({ ...row, ...fields, updated_at: now }));
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
    const cancelled = new AbortController();
    this.executing.set(key, cancelled);
    if (lease.row.cancel_requested) cancelled.abort();
    const signal = AbortSignal.any([ended, cancelled.signal, lease.lost]);
    let failure: unknown = null;
    try {
      await this.attempt(lease, signal);
    } catch (error) {
      failure = error ?? new Error('unknown');
    }
    this.executing.delete(key);
    lease.stop();
    await this.conclude(lease, failure, { isCancelled: cancelled.signal.aborted, isEnding: ended.aborted });
  }

  private async attempt({ row, renewed }: RunLease, signal: AbortSignal): Promise<void> {
    const kind = this.kinds.get(row.kind);
    if (!kind) throw new RunFailure('TASK_FAILED', { isFinal: true });
    if (signal.aborted) throw signal.reason;
    let told = this.platform.clock.now();
    await (kind as unknown as RunKind<unknown>).handle({
      companyId: row.company_id,
      runId: row.id,
      ownerId: row.owner_id,
      subject: { collection: row.subject_collection, id: row.subject_id },
      input: row.input,
      attempt: row.attempts,
      signal,
      step: (name, input, work) => this.step(row, signal, name, input, work),
      progress: async (share) => {
        await renewed();
        const now = this.platform.clock.now();
        if (now - told < PROGRESS_MS) return;
        told = now;
        await this.update(row, { progress: Math.min(1, Math.max(0, share)) });
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
    { row: { company_id: companyId, id }, holder }: RunLease,
    failure: unknown,
    { isCancelled, isEnding }: { isCancelled: boolean; isEnding: boolean },
  ): Promise<void> {
    await this.platform.transaction(async () => {
      const row = await this.select(companyId, id).forUpdate().executeTakeFirst();
      if (!row || row.lease_holder !== holder) return;
      if (failure === null) return this.end(row, 'SUCCEEDED', '');
      if (isCancelled || row.cancel_requested) return this.end(row, 'CANCELED', '');
      const { code, isFinal, retryAfterMs } =
        failure instanceof RunFailure
          ? failure
          : {
              code: failure instanceof CallError ? failure.code : ('TASK_FAILED' as const),
              isFinal: false,
              retryAfterMs: 0,
            };
      const kind = this.kinds.get(row.kind);
      // a process that ends is no failure of the work
      if (!isEnding) {
        this.platform.log.warn(
          { kind: row.kind, runId: id, attempt: row.attempts, code, err: failure },
          'an attempt of a run failed',
        );
        if (isFinal || row.attempts >= (kind?.attempts ?? ATTEMPTS)) return this.end(row, 'FAILED', code);
      }
      const pause = isEnding ? 0 : pauseAfter(row.attempts, retryAfterMs);
      await this.update(row, {
        state: 'RETRY',
        error: isEnding ? '' : code,
        attempts: isEnding ? row.attempts - 1 : row.attempts,
        retry_at: this.platform.clock.now() + pause,
        lease_holder: null,
        lease_until: null,
      });
      await this.enqueue(companyId, id, pause);
    });
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
