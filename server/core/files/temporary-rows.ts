/** Reads temporary files. Their texts may have megabytes and are read separately from the rows. */
import { sql } from 'kysely';
import type { ParsedText } from '../../../sync/model/parsed-text';
import type { Actor, Platform } from '../../platform/context';
import type { TemporaryFileRow } from './tables';
import './tables';

type Parts = Pick<Platform, 'db' | 'clock'>;
type Owner = Pick<Actor, 'companyId' | 'userId'>;

const COLUMNS = [
  'id',
  'chat_id',
  'upload_id',
  'name',
  'size',
  'sha256',
  'type',
  'parse_status',
  'error',
  'pages',
  'created_at',
  'expires_at',
] as const satisfies readonly (keyof TemporaryFileRow)[];

/** A temporary file without its text. */
export type TemporaryFile = Pick<TemporaryFileRow, (typeof COLUMNS)[number]>;

/** Query of a person's temporary files that have not expired, without their texts. */
export const temporaryFilesOf = ({ db, clock }: Parts, { companyId, userId }: Owner) =>
  db
    .selectFrom('temporary_file')
    .select(COLUMNS)
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', clock.now());

/** The files of these ids that belong to the person and have not expired. */
export const temporaryOf = (parts: Parts, owner: Owner, ids: readonly string[]): Promise<TemporaryFile[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : temporaryFilesOf(parts, owner)
        .where(sql<boolean>`id = any(${[...ids]}::text[])`)
        .execute();

/** The latest files that the person has uploaded into a chat, newest first. */
export const temporaryOfChat = (parts: Parts, owner: Owner, chatId: string, limit: number): Promise<TemporaryFile[]> =>
  temporaryFilesOf(parts, owner)
    .where('chat_id', '=', chatId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The extracted texts of files that belong to the person, by file id; files without text are left out. */
export async function temporaryTextsOf(
  { db }: Parts,
  { companyId, userId }: Owner,
  ids: readonly string[],
): Promise<Map<string, ParsedText>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('temporary_file')
    .select(['id', 'text'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .execute();
  return new Map(rows.flatMap(({ id, text }) => (text ? [[id, text] as const] : [])));
}
