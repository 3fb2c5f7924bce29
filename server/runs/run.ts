/** Types of runs: what a feature declares of a kind, what its work is given, and what others see of a run. */
import type { KindName } from '../../sync/model/kinds';
import type { RunState } from '../../sync/model/runs';
import type { ErrorCode } from '../../sync/protocol/errors';
import type { RunQueue } from './queues';
import type { RunTable } from './tables';

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
   * Does `work` once per run and `input`, and gives its output (JSON) on every later call. Throws RunContinues where
   * the attempt has used its time: `handle` lets it pass.
   */
  step<T>(name: string, input: unknown, work: () => Promise<T>): Promise<T>;
  /** @param share 0 to 1 */
  progress(share: number): Promise<void>;
}

/** Stored results of the steps of a run. */
export interface StepOutputs {
  /** with whatever input */
  has(name: string): boolean;
  /** Of the step with this input; undefined if it is not finished. */
  get(name: string, input: unknown): unknown;
}

export interface RunKind<I> {
  name: string;
  /** how many of its runs a process executes at a time; by default as the job queue does */
  queue?: RunQueue;
  /** attempts in all */
  attempts?: number;
  /** times in a row that a provider may ask to come back later without an attempt being counted; 48 by default */
  deferrals?: number;
  /** milliseconds after which an attempt hands over to a new job, between two steps; eight minutes by default */
  attemptMs?: number;
  /** When the owner leaves the company: `transfer` gives the run to the heir, `cancel`, the default, ends it. */
  whenOwnerLeaves?: 'cancel' | 'transfer';
  /** Resolves when the work is done; throws RunFailure to say why it is not, and whether to try again. */
  handle(context: RunContext<I>): Promise<void>;
  /**
   * Translates an error of `handle` for the run. Not called for a RunFailure or RunContinues, nor after the attempt was
   * aborted. Without it a CallError keeps its code, any other error is TASK_FAILED, and both are tried again.
   */
  failureOf?(error: unknown): Error;
  /**
   * Whether a finished step is done again where a person retries the run. Without it all are kept, as further attempts
   * keep them anyway: they may have been expensive.
   */
  repeats?(step: string): boolean;
  /**
   * Throws a CallError where a person may not begin an ended run again. Without it those may who may change the document.
   */
  checkRetry?(run: Run, userId: string): Promise<void>;
  /** Called inside the transaction that ends a run, e.g. to notify its owner. */
  ended?(run: Run): Promise<void>;
  /** Called inside the transaction that begins an ended run again. */
  restarted?(run: Run): Promise<void>;
  /**
   * Opens the transaction around `ended` and `restarted`. A kind that writes documents there gives that of the store:
   * the company's clock is then locked before the run, as in a transaction that starts one, and two never wait for each
   * other.
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
   * Of runs of this kind with the same key, one is unfinished at most: a second start gives the first one, and has it
   * executed once more where it is being executed.
   */
  key?: string;
  /** begins the last run of the key again, with its finished steps, where that one failed or was cancelled */
  resumes?: boolean;
}

export const subjectOf = (row: RunTable): Subject => ({
  collection: row.subject_collection as KindName,
  id: row.subject_id,
});

export const toRun = (row: RunTable): Run => ({
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
