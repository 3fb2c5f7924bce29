/**
 * The lease on a run while a process executes it.
 *
 *   READY | RETRY | EXECUTING without a lease ──► EXECUTING, held ──renew──► … ──► concluded
 *                                                     └ LEASE_MS without renewal: the process died, another one may take it
 */
import { randomUUID } from 'node:crypto';
import type { Platform } from '../platform/context';
import { hasRunEnded } from '../../sync/model/runs';
import type { RunTable } from './tables';

/** milliseconds */
const LEASE_MS = 60_000;
export const RENEWAL_MS = 20_000;
/** milliseconds before the end of a pause at which an attempt may begin */
const EARLY_MS = 1000;

export interface RunLease {
  /** the row as this attempt took it */
  row: RunTable;
  /** earlier attempts have stored steps */
  hasSteps: boolean;
  holder: string;
  /** aborts when the lease was lost: another process may execute the run now */
  lost: AbortSignal;
  /** aborted when the run is cancelled: by the event, or by a renewal, as the event may be lost */
  cancelled: AbortController;
  /** Renews the lease now. */
  renew(): Promise<void>;
  /** Stops the renewals. */
  stop(): void;
}

/**
 * Takes a run for one attempt. `heldForMs`: after so long it is free unless its holder renews; 'ended': there is
 * nothing to do.
 */
export async function leaseRun(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  companyId: string,
  runId: string,
  process: string,
): Promise<RunLease | { heldForMs: number } | 'ended'> {
  const holder = `${process}/${randomUUID()}`;
  const ofRun = <Q extends { where(column: 'company_id' | 'id', operator: '=', value: string): Q }>(query: Q): Q =>
    query.where('company_id', '=', companyId).where('id', '=', runId);
  const now = clock.now();
  const free = await ofRun(db.updateTable('run'))
    .set(({ eb }) => ({
      state: 'EXECUTING' as const,
      attempts: eb('attempts', '+', 1),
      retry_at: null,
      // the attempt reads everything that was there when it began
      requested_again: false,
      lease_holder: holder,
      lease_until: now + LEASE_MS,
      updated_at: now,
    }))
    .where('ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    // an earlier job of the same attempt, e.g. one that pg-boss took for dead, comes before the pause has ended
    .where(({ or, eb }) =>
      or([eb('state', '<>', 'RETRY'), eb('retry_at', 'is', null), eb('retry_at', '<=', now + EARLY_MS)]),
    )
    .returningAll()
    .returning(({ exists, selectFrom }) =>
      exists(
        selectFrom('run_step')
          .select('run_id')
          .whereRef('run_step.company_id', '=', 'run.company_id')
          .whereRef('run_step.run_id', '=', 'run.id'),
      ).as('has_steps'),
    )
    .executeTakeFirst();
  if (!free) return heldFor(await ofRun(db.selectFrom('run').selectAll()).executeTakeFirst(), now);
  const { has_steps: hasSteps, ...taken } = free;
  const lost = new AbortController();
  const cancelled = new AbortController();
  if (taken.cancel_requested) cancelled.abort();
  const renew = async (): Promise<void> => {
    const held = await ofRun(db.updateTable('run').set({ lease_until: clock.now() + LEASE_MS }))
      .where('lease_holder', '=', holder)
      .returning('cancel_requested')
      .executeTakeFirst();
    if (!held) lost.abort();
    else if (held.cancel_requested) cancelled.abort();
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error, runId }, 'the lease of a run could not be renewed'));
  }, RENEWAL_MS);
  timer.unref();
  return {
    row: taken,
    hasSteps: Boolean(hasSteps),
    holder,
    lost: lost.signal,
    cancelled,
    renew,
    stop: () => clearInterval(timer),
  };
}

function heldFor(row: RunTable | undefined, now: number): { heldForMs: number } | 'ended' {
  if (!row || hasRunEnded(row.state)) return 'ended';
  const freeAt = Math.max(row.lease_until ?? 0, row.state === 'RETRY' ? (row.retry_at ?? 0) : 0);
  return { heldForMs: Math.max(0, freeAt - now) };
}
