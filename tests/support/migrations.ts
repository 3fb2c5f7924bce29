/** Runs migrations again on data that an earlier version wrote. */
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Platform } from '../../server/platform/context';

const FOLDER = new URL('../../server/platform/database/migrations/', import.meta.url);

/** Runs those statements of a migration that change rows: its tables and columns exist already. */
export async function changeRowsAs({ db }: Pick<Platform, 'db'>, migration: string): Promise<void> {
  const text = (await readFile(new URL(`${migration}.sql`, FOLDER), 'utf8')).replace(/--.*$/gm, '');
  for (const statement of text.split(';'))
    if (/^\s*(?:update|delete|insert|with)\b/i.test(statement)) await sql.raw(statement).execute(db);
}
