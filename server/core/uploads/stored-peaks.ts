/** Stored peaks of recordings, and the job that measures those that have none. */
import type { Peaks } from '../../../sync/model/peaks';
import type { Platform } from '../../platform/context';
import './tables';

export const PEAKS_JOB = 'recording-peaks';

export interface PeaksTask {
  companyId: string;
  recordingId: string;
}

interface Recording {
  company_id: string;
  recording_id: string;
}

export async function readPeaks(
  { db }: Pick<Platform, 'db'>,
  { company_id, recording_id }: Recording,
): Promise<{ peaks: Peaks | null } | null> {
  const row = await db
    .selectFrom('recording_peaks')
    .select(['every_ms', 'levels'])
    .where('company_id', '=', company_id)
    .where('recording_id', '=', recording_id)
    .executeTakeFirst();
  return row ? { peaks: row.levels ? { everyMs: row.every_ms, levels: row.levels } : null } : null;
}

/** Stores the peaks of a recording, null for one that cannot be measured. The first ones stay. */
export async function storePeaks(
  { db }: Pick<Platform, 'db'>,
  { company_id, recording_id }: Recording,
  peaks: Peaks | null,
): Promise<void> {
  await db
    .insertInto('recording_peaks')
    .values({ company_id, recording_id, every_ms: peaks?.everyMs ?? 0, levels: peaks?.levels ?? '' })
    .onConflict((c) => c.columns(['company_id', 'recording_id']).doNothing())
    .execute();
}

/** Queues the measurement of a recording, in the caller's transaction if there is one. */
export async function requestPeaks(
  { jobs }: Pick<Platform, 'jobs'>,
  { company_id, recording_id }: Recording,
): Promise<void> {
  const task: PeaksTask = { companyId: company_id, recordingId: recording_id };
  await jobs.enqueue(PEAKS_JOB, task, { singletonKey: `${company_id}/${recording_id}` });
}
