/**
 * One attempt of a run in this process: it takes the lease, lets the kind do its work with stored steps and progress,
 * and writes what became of it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { CallError } from '../../sync/protocol/errors';
import type { Platform } from '../platform/context';
import { RunContinues, RunFailure } from './failure';
import { leaseRun, RENEWAL_MS, type RunLease } from './lease';
import { subjectOf, type PublishProgress, type RunKind } from './run';
import type { RunRows } from './run-rows';
import type { RunTable } from './tables';

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
export const EXPIRE_S = 15 * 60;
/** milliseconds after which an attempt hands over to a new job, between two steps, unless a kind says otherwise */
const ATTEMPT_MS = 8 * 60_000;
/**
 * times in a row that a provider may ask to come back later without an attempt being counted, unless a kind says
 * otherwise: two days of hourly requests
 */
const DEFERRALS = 48;

const failureOf = (error: unknown): Pick<RunFailure, 'code' | 'isFinal' | 'retryAfterMs'> =>
  error instanceof RunFailure
    ? error
    : { code: error instanceof CallError ? error.code : 'TASK_FAILED', isFinal: false, retryAfterMs: 0 };

/** Of the input of a step, which is done once for each. */
export const hashOf = (input: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(input ?? null))
    .digest('hex');

const attemptsOf = (kind: Pick<RunKind<never>, 'attempts'> | undefined): number => kind?.attempts ?? ATTEMPTS;

/** Milliseconds before the attempt that follows `attempt`. */
const pauseAfter = (attempt: number, askedMs: number): number =>
  Math.max(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)), Math.min(askedMs, LONGEST_ASKED_MS));

export class Attempts {
  /** runs that this process executes */
  private readonly executing = new Map<string, AbortController>();
  private readonly process = randomUUID();

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction' | 'log'>,
    private readonly rows: RunRows,
    private readonly publishProgress: PublishProgress,
  ) {}

  /** Aborts the attempt of a run, if this process executes it. */
  cancel(companyId: string, runId: string): void {
    this.executing.get(`${companyId}/${runId}`)?.abort();
  }

  /**
   * One attempt. Never throws for what the work throws: the pauses between attempts are those of the run, not of the
   * queue.
   */
  async execute(companyId: string, runId: string, ended: AbortSignal): Promise<void> {
    const lease = await leaseRun(this.platform, companyId, runId, this.process);
    if (lease === 'ended') return;
    if ('heldForMs' in lease) {
      const row = await this.rows.select(companyId, runId).executeTakeFirst();
      if (row) await this.rows.enqueue(row, lease.heldForMs);
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
      failure = signal.aborted ? (error ?? new Error('unknown')) : this.failureFor(lease.row.kind, error);
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

  private failureFor(kind: string, error: unknown): unknown {
    if (error instanceof RunFailure || error instanceof RunContinues) return error;
    return this.rows.kinds.get(kind)?.failureOf?.(error) ?? error ?? new Error('unknown');
  }

  private async attempt(lease: RunLease, signal: AbortSignal, began: number): Promise<void> {
    const { row, renew } = lease;
    const kind = this.rows.kinds.get(row.kind);
    if (!kind) throw new RunFailure('TASK_FAILED', { isFinal: true });
    if (signal.aborted) throw signal.reason;
    // counted when it begins: the earlier ones ended with their processes, which the work itself may have killed
    if (row.attempts > attemptsOf(kind)) throw new RunFailure('TASK_FAILED', { isFinal: true });
    const { clock } = this.platform;
    const subject = subjectOf(row);
    let storedAt = began;
    let publishedAt = began;
    let finishedSteps = 0;
    const stored = new Set<string>();
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
        this.step(lease, stored, signal, name, input, () => {
          if (finishedSteps > 0 && clock.now() - began > (kind.attemptMs ?? ATTEMPT_MS)) throw new RunContinues();
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
        await this.rows.update(row, { progress });
      },
    });
  }

  private async step<T>(
    { row, hasSteps }: RunLease,
    /** names of steps that this attempt has stored */
    stored: Set<string>,
    signal: AbortSignal,
    name: string,
    input: unknown,
    work: () => Promise<T>,
  ): Promise<T> {
    const { db, clock } = this.platform;
    const hash = hashOf(input);
    const known =
      hasSteps || stored.has(name)
        ? await db
            .selectFrom('run_step')
            .select('output')
            .where('company_id', '=', row.company_id)
            .where('run_id', '=', row.id)
            .where('name', '=', name)
            .where('input_hash', '=', hash)
            .executeTakeFirst()
        : undefined;
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
    stored.add(name);
    return value;
  }

  /** Writes what became of an attempt, unless another process has the run by now. */
  private async conclude(
    { row: { company_id: companyId, id, kind: kindName }, holder }: RunLease,
    failure: unknown,
    { isCancelled, isEnding }: { isCancelled: boolean; isEnding: boolean },
  ): Promise<void> {
    await this.rows.transactionOf(kindName, companyId, async () => {
      const row = await this.rows.select(companyId, id).forUpdate().executeTakeFirst();
      if (!row || row.lease_holder !== holder) return;
      const released = { lease_holder: null, lease_until: null };
      const beginAgain = async (fields: Partial<RunTable>): Promise<void> => {
        await this.rows.update(row, { state: 'READY', ...fields, ...released });
        await this.rows.enqueue(row, 0);
      };
      if (failure !== null && (isCancelled || row.cancel_requested))
        return row.requested_again
          ? beginAgain({ attempts: 0, deferrals: 0, progress: 0, cancel_requested: false })
          : this.rows.end(row, 'CANCELED', '');
      if (failure === null)
        return row.requested_again
          ? beginAgain({ attempts: 0, deferrals: 0, progress: 0 })
          : this.rows.end(row, 'SUCCEEDED', '');
      if (failure instanceof RunContinues) {
        const continued = { attempts: row.attempts - 1, deferrals: 0 };
        if (failure.afterMs <= 0) return beginAgain(continued);
        const retryAt = this.platform.clock.now() + failure.afterMs;
        await this.rows.update(row, { state: 'RETRY', error: '', retry_at: retryAt, ...continued, ...released });
        await this.rows.enqueue(row, failure.afterMs);
        return;
      }
      const { code, isFinal, retryAfterMs } = failureOf(failure);
      const isDeferred =
        !isFinal && retryAfterMs > 0 && row.deferrals < (this.rows.kinds.get(row.kind)?.deferrals ?? DEFERRALS);
      // neither the end of a process nor the wish of a provider is a failure of the work
      const isCounted = !isEnding && !isDeferred;
      if (!isEnding)
        this.platform.log.warn(
          { kind: row.kind, runId: id, attempt: row.attempts, code, err: failure },
          'an attempt of a run failed',
        );
      if (isCounted && (isFinal || row.attempts >= attemptsOf(this.rows.kinds.get(row.kind))))
        return row.requested_again ? beginAgain({ attempts: 0, deferrals: 0 }) : this.rows.end(row, 'FAILED', code);
      const pause = isEnding ? 0 : pauseAfter(row.attempts, retryAfterMs);
      await this.rows.update(row, {
        state: 'RETRY',
        error: isEnding ? '' : code,
        attempts: isCounted ? row.attempts : row.attempts - 1,
        deferrals: isEnding ? row.deferrals : isDeferred ? row.deferrals + 1 : 0,
        retry_at: this.platform.clock.now() + pause,
        ...released,
      });
      await this.rows.enqueue(row, pause);
    });
  }
}
