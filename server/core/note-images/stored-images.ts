/** Images that the server has: lookups, their bytes for readers, and their end. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip as gunzipWithCallback } from 'node:zlib';
import { sql, type RawBuilder } from 'kysely';
import { imagesOfState } from '../../../sync/merge/note-text';
import { fromBase64 } from '../../../sync/merge/yjs';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform } from '../../platform/context';
import { blobKey, type ResumableUpload } from '../uploads/resumable';
import { dropImage, type ImageServices } from './service';
import '../note-versions/tables';
import type { NoteImageRow } from './tables';

const gunzip = promisify(gunzipWithCallback);

const DAY_MS = 24 * 60 * 60 * 1000;
/** milliseconds after which unfinished uploads are deleted */
const ABANDONED_MS = DAY_MS;
/**
 * Milliseconds for which an image is kept that no text names any more, or whose note is deleted: an undo, an earlier
 * version or a restore may need it.
 */
export const UNUSED_MS = 30 * DAY_MS;
/** most texts that a search names: copies have ids of their own, so that an id mostly has one */
const FOUND_MAX = 1000;
/** rows of one step of the purge */
const BATCH = 500;

/** The upload of an image, for the handler of its parts. */
export async function findImageUpload(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  uploadId: string,
): Promise<ResumableUpload | null> {
  const row = await db
    .selectFrom('note_image')
    .select(['upload_id', 'user_id', 'size', 'state'])
    .where('company_id', '=', companyId)
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
  return row ? { id: row.upload_id, user_id: row.user_id, size: row.size, state: row.state } : null;
}

/** A complete image of a text; null if there is none. The caller has to check who may see the text. */
export async function findImage(
  { db }: Pick<Platform, 'db'>,
  companyId: string,
  contentId: string,
  imageId: string,
): Promise<NoteImageRow | null> {
  const row = await db
    .selectFrom('note_image')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('content_id', '=', contentId)
    .where('id', '=', imageId)
    .where('state', '=', 'finished')
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The texts with images of these ids that the person may read. In one statement: the same id may be in many texts, and
 * those that the person may not read must neither cost a query each nor take the place of others.
 */
export async function findReadable(
  { db }: Pick<Platform, 'db'>,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  imageIds: readonly string[],
): Promise<{ imageId: string; contentId: string }[]> {
  const found = await sql<{ imageId: string; contentId: string }>`
    select i.id as "imageId", i.content_id as "contentId" from note_image i
      join doc d on d.company_id = i.company_id and d.collection = 'noteContents' and d.id = i.content_id
      join sync_access(${companyId}, ${userId}) a on a.space_id = d.space_id and a.visible
    where i.company_id = ${companyId} and i.state = 'finished' and i.id = any(${[...imageIds]}::text[]) and not d.deleted
    limit ${FOUND_MAX}`.execute(db);
  return found.rows;
}

/** The storage that images use in a company; unfinished uploads count with their declared size. */
export async function imageBytes({ db }: Pick<Platform, 'db'>, companyId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('note_image')
    .select(sql<string>`coalesce(sum(size), 0)`.as('bytes'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

/**
 * Sends an image. Its type is the one that its bytes have, and a browser that opens its address runs nothing in it.
 * @param caching `private`: the address is of these bytes for ever, and for this person only; `none`: may be revoked
 */
export async function sendImage(
  platform: Pick<Platform, 'blobs'>,
  row: NoteImageRow,
  caching: 'private' | 'none',
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = {
    'content-type': row.type,
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': caching === 'private' ? 'private, max-age=31536000, immutable' : 'no-store',
    'referrer-policy': 'no-referrer',
    vary: 'cookie, authorization',
    etag: `"${row.sha256}"`,
  };
  if (caching === 'private' && request.headers['if-none-match'] === headers.etag)
    return void response.writeHead(304, headers).end();
  const body = request.method === 'HEAD' ? null : await platform.blobs.get(blobKey(row.upload_id));
  response.writeHead(200, { ...headers, 'content-length': String(row.size) });
  if (!body) return void response.end();
  await pipeline(body, response).catch((error: unknown) => {
    // a client may close the connection during the response
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** Ids of the images in a revision of a text, cached because a page requests each of its images. */
const known = new Map<string, ReadonlySet<string>>();
const KNOWN_MAX = 200;

/** @param content a text document; `state` is its Yjs state in base64 */
export function imagesIn(companyId: string, content: { id: string; rev: string; state: string }): ReadonlySet<string> {
  const key = `${companyId}/${content.id}/${content.rev}`;
  const before = known.get(key);
  if (before) return before;
  const found = new Set(imagesOfState(fromBase64(content.state)));
  known.set(key, found);
  if (known.size > KNOWN_MAX) known.delete(known.keys().next().value!);
  return found;
}

type Due = Pick<NoteImageRow, 'company_id' | 'id' | 'content_id' | 'upload_id' | 'state'>;

/** The text of an image exists, or can be restored: the retention has not erased its content. */
const hasText = (now: number) => sql<boolean>`exists (
  select 1 from doc d where d.company_id = note_image.company_id and d.id = note_image.content_id and d.collection = 'noteContents'
    and (not d.deleted or d.deleted_at >= ${now - UNUSED_MS}::bigint and d.data <> '{}'))`;

/**
 * The text has not named the image for UNUSED_MS and has not changed since the last comparison. False for a text in the trash:
 * its deletion changed it.
 */
export const isUnused = (now: number) => sql<boolean>`note_image.unused_since < ${now - UNUSED_MS}::bigint and exists (
  select 1 from doc d where d.company_id = note_image.company_id and d.id = note_image.content_id and d.collection = 'noteContents'
    and d.rev = note_image.checked_rev)`;

/**
 * Deletes abandoned uploads, images of texts that were deleted, and images that neither a text nor its versions have
 * named, each after its time. Returns their number.
 * @param batch rows of one step
 */
export async function purgeImages(core: ImageServices, batch = BATCH): Promise<number> {
  const { db, clock } = core.platform;
  const now = clock.now();
  let removed = 0;
  /** Removes due rows by batches. A row that is kept is no longer due, so that each step has fewer due rows. */
  const dropAll = async (
    state: NoteImageRow['state'],
    isDue: RawBuilder<boolean>,
    isKept: (row: Due) => Promise<boolean> = () => Promise.resolve(false),
  ): Promise<void> => {
    for (let found = batch; found === batch;) {
      const rows = await db
        .selectFrom('note_image')
        .select(['company_id', 'id', 'content_id', 'upload_id', 'state'])
        .where('state', '=', state)
        .where(isDue)
        .limit(batch)
        .execute();
      found = rows.length;
      for (const row of rows) if (!(await isKept(row)) && (await dropImage(core, row, isDue))) removed += 1;
    }
  };
  await dropAll('open', sql<boolean>`created_at < ${now - ABANDONED_MS}::bigint`);
  await dropAll('finished', sql<boolean>`not ${hasText(now)}`);
  await noteUnused(core, now);
  await dropAll('finished', isUnused(now), (row) => isInVersion(core, row, now));
  return removed;
}

/** Whether a version names the image; if so, the image is checked again after another thirty days. */
async function isInVersion({ platform: { db } }: ImageServices, row: Due, now: number): Promise<boolean> {
  const versions = db
    .selectFrom('note_version')
    .where('company_id', '=', row.company_id)
    .where('content_id', '=', row.content_id)
    .where('state', 'is not', null);
  // read one at a time: a text has up to 150 versions, each of up to 8 MiB
  for (const { id } of await versions.select('id').execute()) {
    const version = await versions.select('state').where('id', '=', id).executeTakeFirst();
    // ids are plain text in a state; a deleted image may match too, which only keeps it longer
    if (!version?.state || !(await gunzip(version.state)).includes(row.id)) continue;
    await db
      .updateTable('note_image')
      .set({ unused_since: now })
      .where('company_id', '=', row.company_id)
      .where('content_id', '=', row.content_id)
      .where('id', '=', row.id)
      .where('unused_since', 'is not', null)
      .execute();
    return true;
  }
  return false;
}

/** Updates `unused_since` of the images of each text that has changed since its last comparison. */
async function noteUnused({ platform: { db }, sync }: ImageServices, now: number): Promise<void> {
  for (;;) {
    const texts = await sql<{ company_id: string; content_id: string; rev: string }>`
      select distinct i.company_id, i.content_id, d.rev
      from note_image i
      join doc d on d.company_id = i.company_id and d.id = i.content_id and d.collection = 'noteContents' and not d.deleted
      where i.state = 'finished' and i.checked_rev <> d.rev
      limit ${BATCH}`.execute(db);
    for (const { company_id: companyId, content_id: contentId, rev } of texts.rows) {
      const content = await sync.read(companyId, (tx) => tx.get('noteContents', contentId));
      const used = content ? [...imagesIn(companyId, content)] : [];
      await sql`
        update note_image set checked_rev = ${rev},
          unused_since = case when id = any(${used}) then null else coalesce(unused_since, ${now}) end
        where company_id = ${companyId} and content_id = ${contentId} and state = 'finished'`.execute(db);
    }
    if (texts.rows.length < BATCH) return;
  }
}

/** Throws NO_DATA where there is no complete image that the person may see. */
export function orMissing<T>(found: T | null): T {
  if (found === null) throw new CallError('NO_DATA');
  return found;
}
