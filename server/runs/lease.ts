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

export interface RunLease {
  /** the row as this attempt took it */
  row: RunTable;
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
  { db, clock, log, transaction }: Pick<Platform, 'db' | 'clock' | 'log' | 'transaction'>,
  companyId: string,
  runId: string,
  process: string,
): Promise<RunLease | { heldForMs: number } | 'ended'> {
  const holder = `${process}/${randomUUID()}`;
  const ofRun = <Q extends { where(column: 'company_id' | 'id', operator: '=', value: string): Q }>(query: Q): Q =>
    query.where('company_id', '=', companyId).where('id', '=', runId);
  const taken = await transaction(async (): Promise<RunTable | { heldForMs: number } | 'ended'> => {
    const row = await db
      .selectFrom('run')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', runId)
      .forUpdate()
      .executeTakeFirst();
    if (!row || hasRunEnded(row.state)) return 'ended';
    const now = clock.now();
    if (row.lease_until !== null && row.lease_until > now) return { heldForMs: row.lease_until - now };
    // an earlier job of the same attempt, e.g. one that pg-boss took for dead
    if (row.state === 'RETRY' && row.retry_at !== null && row.retry_at > now + 1000)
      return { heldForMs: row.retry_at - now };
    const fields = {
      state: 'EXECUTING' as const,
      attempts: row.attempts + 1,
      retry_at: null,
      // the attempt reads everything that was there when it began
      requested_again: false,
      lease_holder: holder,
      lease_until: now + LEASE_MS,
      updated_at: now,
    };
    await ofRun(db.updateTable('run').set(fields)).execute();
    return { ...row, ...fields };
  });
  if (taken === 'ended' || 'heldForMs' in taken) return taken;
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
    renew().catch((error: unknown) => log.warn({ err: error, runId }, 'the lease of a run was not renewed'));
  }, RENEWAL_MS);
  timer.unref();
  return { row: taken, holder, lost: lost.signal, cancelled, renew, stop: () => clearInterval(timer) };
}
