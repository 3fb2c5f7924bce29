/**
 * Downloads several files as one zip by a signed address. The row `file_batch` has the ids of the files; the person's
 * access to each is checked again when it is read.
 */
import { sql } from 'kysely';
import { newId } from '../../../sync/model/ids';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import type { Authenticator } from '../../platform/http/authenticator';
import { disposition } from '../../platform/http/file-answer';
import type { RawHandler } from '../../platform/http/host';
import { answerFailure, memberOf } from '../uploads/requests';
import { blobKey } from '../uploads/resumable';
import { ExpiringTokens } from '../uploads/token';
import type { FileServices } from './services';
import './tables';
import { temporaryOf } from './temporary-rows';
import { writeZip, type MissingFile, type ZippedFile } from './zip';

/** milliseconds within which the download must begin */
export const ADDRESS_LIFETIME_MS = 10 * 60_000;
/** addresses that one person can have at a time, each with up to ten thousand ids */
export const BATCHES_MAX = 10;
const ADDRESS = /^\/api\/core\/file\/zip\/([A-Za-z0-9_-]{1,64})$/;
const ZIP_NAME = 'satchel-files.zip';
/** files that one query reads, so that ten thousand files do not load the database at once */
const STEP = 50;

const tokensOf = ({ platform }: FileServices) =>
  new ExpiringTokens(platform.config.secret, 'file batch', ADDRESS_LIFETIME_MS);
const allowed = (id: string, { userId, companyId }: Actor) => ['zip', id, userId, companyId];

/** Deletes a person's expired addresses, and the oldest ones, so that one more fits within BATCHES_MAX. */
async function forgetBatches(
  { platform: { db } }: FileServices,
  { companyId, userId }: Actor,
  now: number,
): Promise<void> {
  await db
    .deleteFrom('file_batch')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('expires_at', '<', now),
        eb(
          'id',
          'in',
          selectFrom('file_batch as kept')
            .select('kept.id')
            .where('kept.company_id', '=', companyId)
            .where('kept.user_id', '=', userId)
            .orderBy('kept.expires_at', 'desc')
            .orderBy('kept.id', 'desc')
            .offset(BATCHES_MAX - 1)
            .limit(BATCHES_MAX),
        ),
      ]),
    )
    .execute();
}

/** Creates an address for files. The caller must have checked that the person may read them. */
export async function addressOfBatch(
  core: FileServices,
  actor: Actor,
  ids: readonly string[],
  isTemporary: boolean,
): Promise<{ url: string }> {
  const now = core.platform.clock.now();
  const id = newId(now);
  await forgetBatches(core, actor, now);
  await core.platform.db
    .insertInto('file_batch')
    .values({
      company_id: actor.companyId,
      id,
      user_id: actor.userId,
      is_temporary: isTemporary,
      file_ids: [...new Set(ids)],
      expires_at: now + ADDRESS_LIFETIME_MS,
    })
    .execute();
  return { url: `/api/core/file/zip/${id}?token=${tokensOf(core).sign(allowed(id, actor), now)}` };
}

/** Throws FILE_NOT_FOUND unless all ids are files of projects that the person may see. */
export async function refuseHidden({ platform }: FileServices, actor: Actor, ids: readonly string[]): Promise<void> {
  const asked = [...new Set(ids)];
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from doc d
    join sync_access(${actor.companyId}, ${actor.userId}) a on a.space_id = d.space_id and a.visible
    where d.company_id = ${actor.companyId} and d.collection = 'projectItems' and d.id = any(${asked}::text[])
      and not d.deleted and d.data ->> 'itemType' = 'file'`.execute(platform.db);
  if (rows[0]?.n !== asked.length) throw new CallError('FILE_NOT_FOUND');
}

type Entry = ZippedFile | MissingFile;

interface StoredFile {
  id: string;
  name: string;
  size: number;
  created_at: number;
  /** null until its bytes are uploaded */
  upload_id: string | null;
}

/** The files that the person may see now, in their current version. */
async function projectFiles({ platform }: FileServices, actor: Actor, ids: readonly string[]): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`
    select d.id, d.data ->> 'title' as name, v.size, v.created_at, v.upload_id from doc d
    join sync_access(${actor.companyId}, ${actor.userId}) a on a.space_id = d.space_id and a.visible
    left join file_version v on v.company_id = d.company_id and v.item_id = d.id and v.version = (d.data ->> 'version')::int
    where d.company_id = ${actor.companyId} and d.collection = 'projectItems' and d.id = any(${[...ids]}::text[])
      and not d.deleted and d.data ->> 'itemType' = 'file'`.execute(platform.db);
  return rows;
}

/** Reads the rows of files in steps, each after the files of the last step are sent, since access may end. */
async function* filesOf(
  core: FileServices,
  actor: Actor,
  ids: readonly string[],
  isTemporary: boolean,
): AsyncGenerator<Entry> {
  for (let at = 0; at < ids.length; at += STEP) {
    const step = ids.slice(at, at + STEP);
    const found = isTemporary ? await temporaryOf(core.platform, actor, step) : await projectFiles(core, actor, step);
    const byId = new Map<string, StoredFile>(found.map((file) => [file.id, file]));
    for (const id of step) {
      const file = byId.get(id);
      const uploadId = file?.upload_id;
      yield uploadId
        ? {
            name: file.name,
            size: file.size,
            changedAt: file.created_at,
            open: () => core.platform.blobs.get(blobKey(uploadId)),
          }
        : { name: file?.name ?? '', code: file ? 'FILE_NOT_STORED' : 'FILE_NOT_FOUND' };
    }
  }
}

export const zipHandler = (core: FileServices, authenticator: Authenticator): RawHandler => ({
  matches: (pathname) => ADDRESS.test(pathname),
  async handle(request, response, facts) {
    const { platform } = core;
    try {
      if (request.method !== 'GET')
        return void response.writeHead(405, { allow: 'GET', 'content-length': 0, connection: 'close' }).end();
      const actor = await memberOf(authenticator, request, facts);
      const url = new URL(request.url ?? '', 'http://localhost');
      const id = ADDRESS.exec(url.pathname)?.[1] ?? '';
      const token = url.searchParams.get('token') ?? '';
      if (!tokensOf(core).isFor(allowed(id, actor), token, platform.clock.now())) throw new CallError('NO_PERMISSION');
      const batch = await platform.db
        .selectFrom('file_batch')
        .selectAll()
        .where('company_id', '=', actor.companyId)
        .where('id', '=', id)
        .where('user_id', '=', actor.userId)
        .executeTakeFirst();
      if (!batch) throw new CallError('FILE_NOT_FOUND');
      const left = new AbortController();
      response.once('close', () => left.abort());
      response.writeHead(200, {
        'content-type': 'application/zip',
        'content-disposition': disposition('attachment', ZIP_NAME),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      await writeZip(filesOf(core, actor, batch.file_ids, batch.is_temporary), response, {
        lang: actor.lang,
        signal: left.signal,
      });
    } catch (error) {
      if (!(error instanceof CallError)) platform.log.error({ err: error }, 'a zip of files could not be sent');
      answerFailure(response, error);
    }
  },
});
