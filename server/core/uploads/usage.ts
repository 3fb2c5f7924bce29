/** The storage that uploads use in a company. */
import { sql } from 'kysely';
import type { Platform } from '../../platform/context';
import './tables';

/** Bytes of recordings; unfinished uploads count with their declared size. */
export async function recordingBytes({ db }: Pick<Platform, 'db'>, companyId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('upload')
    .select(sql<string>`coalesce(sum(size), 0)`.as('bytes'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/** Number and bytes of the recordings of meetings. */
export async function recordingsOf(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  meetingIds: readonly string[],
): Promise<{ recordings: number; bytes: number }> {
  const { recordings, bytes } = await db
    .selectFrom('upload')
    .select([sql<number>`count(*)`.as('recordings'), sql<string>`coalesce(sum(size), 0)`.as('bytes')])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`meeting_id = any(${[...meetingIds]}::text[])`)
    .executeTakeFirstOrThrow();
  return { recordings: Number(recordings), bytes: Number(bytes) };
}
