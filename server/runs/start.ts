import { newId } from '../../sync/model/ids';
import { hasRunEnded } from '../../sync/model/runs';
import type { Platform } from '../platform/context';
import { newRow } from './new-row';
import type { StartRun } from './run';
import { RunRows } from './run-rows';

type Parts = Pick<Platform, 'db' | 'clock' | 'transaction' | 'events' | 'jobs'>;

/**
 * Starts a run inside the current transaction; for policies of pushes, which know the platform and no services. Gives
 * its id; that of the unfinished one where `key` has one.
 */
export async function startRun<I>(
  platform: Parts,
  kind: string,
  start: StartRun<I>,
  rows = new RunRows(platform),
): Promise<string> {
  const { companyId, ownerId, input, key, resumes = false } = start;
  const { db, clock } = platform;
  const now = clock.now();
  const id = newId(now);
  return platform.transaction(async () => {
    if (key !== undefined && resumes) {
      const last = await rows.lastOf(companyId, kind, key);
      if (last && (last.state === 'FAILED' || last.state === 'CANCELED')) {
        await rows.restart(last, { owner_id: ownerId, input: JSON.stringify(input) });
        return last.id;
      }
    }
    const made = await db
      .insertInto('run')
      .values(newRow(kind, id, start, now))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) {
      // the lock waits for an attempt that begins, which then sees what this transaction writes, or for one that ends
      const unfinished = (await rows.lastOf(companyId, kind, key!))!;
      if (hasRunEnded(unfinished.state)) return startRun(platform, kind, start, rows);
      if (unfinished.state === 'EXECUTING')
        await rows.update(unfinished, { requested_again: true, cancel_requested: false });
      return unfinished.id;
    }
    await rows.enqueue({ company_id: companyId, id, kind }, 0);
    return id;
  });
}
