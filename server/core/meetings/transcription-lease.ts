/**
 * A lease in the database on one recording, so that it is never with a provider twice at once, however often its job was started (a job that
 * expired while its request was still under way, two processes, a retry by hand).
 *
 *   free ──take──► held ──renew every 20 s──► held ──release──► free
 *                    └ 60 s without renewal: free (its process died)
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Platform } from '../../platform/context';
import '../uploads/tables';

const LEASE_MS = 60_000;
const RENEW_MS = 20_000;

export interface Lease {
  /** aborts when the lease was lost: another job may be sending the recording now */
  lost: AbortSignal;
  release(): Promise<void>;
}

/** The lease, or the milliseconds after which it is free unless its holder renews it. */
export async function leaseRecording(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  companyId: string,
  recordingId: string,
): Promise<Lease | { heldForMs: number }> {
  // shares the table with the leases of uploads, whose ids have no slash
  const id = `transcription/${companyId}/${recordingId}`;
  const holder = randomUUID();
  const now = clock.now();
  const taken = await sql`
    insert into upload_lock (id, holder, until) values (${id}, ${holder}, ${now + LEASE_MS})
    on conflict (id) do update set holder = excluded.holder, until = excluded.until where upload_lock.until < ${now}
    returning id`.execute(db);
  if (taken.rows.length === 0) {
    const held = await sql<{ until: string }>`select until from upload_lock where id = ${id}`.execute(db);
    return { heldForMs: Math.max(1000, Number(held.rows[0]?.until ?? 0) - now) };
  }
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    const rows =
      await sql`update upload_lock set until = ${clock.now() + LEASE_MS} where id = ${id} and holder = ${holder} returning id`.execute(
        db,
      );
    if (rows.rows.length === 0) lost.abort();
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, 'the lease of a transcription was not renewed'));
  }, RENEW_MS);
  return {
    lost: lost.signal,
    async release() {
      clearInterval(timer);
      await sql`delete from upload_lock where id = ${id} and holder = ${holder}`.execute(db);
    },
  };
}
