import { sql } from 'kysely';
import type { Platform } from '../platform/context';
import { RunRows } from './run-rows';

type Parts = Pick<Platform, 'db' | 'clock' | 'transaction' | 'events' | 'jobs'>;

/**
 * Ends the unfinished run of a key, if there is one, inside the current transaction; for policies of pushes, which know
 * the platform and no services. The run's kind is not told: what the run was about is deleted.
 */
export const cancelRunOf = (platform: Parts, companyId: string, kind: string, key: string): Promise<void> =>
  platform.transaction(async () => {
    const rows = new RunRows(platform);
    const last = await rows.lastOf(companyId, kind, key);
    if (last) await rows.cancel(last);
  });

/** As `cancelRunOf`, for many keys. */
export async function cancelRunsOf(
  platform: Parts,
  companyId: string,
  kinds: readonly string[],
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const running = await platform.db
    .selectFrom('run')
    .select(['kind', 'key'])
    .where('company_id', '=', companyId)
    .where('kind', 'in', [...kinds])
    .where(sql<boolean>`key = any(${[...keys]}::text[])`)
    .where('ended_at', 'is', null)
    .execute();
  for (const { kind, key } of running) await cancelRunOf(platform, companyId, kind, key!);
}
