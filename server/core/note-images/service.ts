/**
 * Uploads of images of notes.
 *
 *   apply ─► row 'open' ── PATCH … PATCH ──► all bytes ── finish: size, sha256, type by content ──► 'finished': readers see it
 *               │                                            │ hash or type is wrong: dropped with its bytes
 *               └ a day without finish, or too much reserved by this person: dropped; the device applies again
 */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sql, type RawBuilder } from 'kysely';
import { newId } from '../../../sync/model/ids';
import { pictureOf } from '../../../sync/model/picture';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import { NOTE_IMAGE, NOTE_IMAGE_TYPES } from '../../../sync/model/note-image';
import { type noteImageCalls } from '../../../sync/protocol/note-images';
import type { Actor } from '../../platform/context';
import { visibleOr } from '../change';
import type { CoreServices } from '../context';
import { blobKey, createResumable, makeRoom } from '../uploads/resumable';
import type { NoteImageRow } from './tables';

type Apply = ParsedInput<typeof noteImageCalls.apply>;
type Finish = ParsedInput<typeof noteImageCalls.finish>;
export type ImageServices = Pick<CoreServices, 'platform' | 'sync' | 'storedBytes'>;

export interface NoteImages {
  apply(actor: Actor, input: Apply): Promise<CallOutput<typeof noteImageCalls.apply>>;
  finish(actor: Actor, input: Finish): Promise<CallOutput<typeof noteImageCalls.finish>>;
}

/** bytes that a person's open uploads reserve at most in one organization: five of the largest images */
export const RESERVED_MAX = 5 * NOTE_IMAGE.bytes;

/**
 * Deletes a row in this state, and its bytes. Returns whether it was deleted.
 * @param stillDue condition that the deletion checks again: the text may refer to the image again since the row was read
 */
export async function dropImage(
  core: ImageServices,
  row: Pick<NoteImageRow, 'company_id' | 'content_id' | 'id' | 'upload_id' | 'state'>,
  stillDue: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<boolean> {
  const dropped = await core.platform.db
    .deleteFrom('note_image')
    .where('company_id', '=', row.company_id)
    .where('content_id', '=', row.content_id)
    .where('id', '=', row.id)
    .where('upload_id', '=', row.upload_id)
    .where('state', '=', row.state)
    .where(stillDue)
    .executeTakeFirst();
  // the row first: a row without bytes would be offered to readers
  if (dropped.numDeletedRows > 0n) await createResumable(core).removeBytes(row.upload_id);
  return dropped.numDeletedRows > 0n;
}

export function createNoteImages(core: ImageServices): NoteImages {
  const { platform, sync } = core;
  const { db, clock } = platform;
  const bytes = createResumable(core);

  const one = async (companyId: string, contentId: string, id: string): Promise<NoteImageRow | null> =>
    (await db
      .selectFrom('note_image')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('content_id', '=', contentId)
      .where('id', '=', id)
      .executeTakeFirst()) ?? null;
  const ofUpload = async (companyId: string, uploadId: string): Promise<NoteImageRow | null> =>
    (await db
      .selectFrom('note_image')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('upload_id', '=', uploadId)
      .executeTakeFirst()) ?? null;

  /** Requires the right to edit the text. Throws NOTE_NOT_FOUND, NOTE_EDIT_DENIED. */
  const refuseReader = async (actor: Actor, contentId: string): Promise<void> => {
    const content = await visibleOr(sync, actor, 'noteContents', contentId, 'NOTE_NOT_FOUND');
    if (!content.abilities.includes('update')) throw new CallError('NOTE_EDIT_DENIED');
  };

  /**
   * Refuses bytes for an image of another person who still edits the text: ids are random, so the sender must have read the
   * id in the text. The image of a former editor may be sent by the person whose device it was handed over to.
   * Throws FILE_DUPLICATED.
   */
  const refuseOther = async (actor: Actor, { user_id: userId, content_id: contentId }: NoteImageRow): Promise<void> => {
    if (userId === actor.userId) return;
    const content = await sync.visible({ ...actor, userId }, 'noteContents', contentId);
    if (content?.abilities.includes('update')) throw new CallError('FILE_DUPLICATED');
  };

  const openOf = ({ companyId, userId }: Actor) =>
    db
      .selectFrom('note_image')
      .select(['company_id', 'content_id', 'id', 'upload_id', 'state', 'size'])
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('state', '=', 'open')
      .orderBy('created_at', 'desc')
      .orderBy('upload_id', 'desc')
      .execute();

  const open = (actor: Actor, input: Apply): Promise<NoteImageRow> =>
    platform.transaction(async () => {
      await makeRoom(await openOf(actor), input.size, RESERVED_MAX, (row) => dropImage(core, row));
      await bytes.refuseBeyondLimit(actor.companyId, input.size);
      const inserted = await db
        .insertInto('note_image')
        .values({
          company_id: actor.companyId,
          id: input.imageId,
          content_id: input.contentId,
          user_id: actor.userId,
          upload_id: newId(clock.now()),
          size: input.size,
          state: 'open',
          created_at: clock.now(),
          finished_at: null,
          unused_since: null,
        })
        .onConflict((c) => c.columns(['company_id', 'content_id', 'id']).doNothing())
        .returningAll()
        .executeTakeFirst();
      // A concurrent request inserted the row first: return its upload.
      return inserted ?? (await one(actor.companyId, input.contentId, input.imageId))!;
    });

  const lock = (row: NoteImageRow) => () =>
    db
      .selectFrom('note_image')
      .select('id')
      .where('company_id', '=', row.company_id)
      .where('content_id', '=', row.content_id)
      .where('id', '=', row.id)
      .forUpdate()
      .execute();

  /** A finished image whose bytes are missing is uploaded again. */
  const reopen = async (actor: Actor, row: NoteImageRow): Promise<NoteImageRow> => {
    await db
      .updateTable('note_image')
      .set({ user_id: actor.userId, state: 'open', sha256: '', type: '', finished_at: null, created_at: clock.now() })
      .where('company_id', '=', row.company_id)
      .where('content_id', '=', row.content_id)
      .where('id', '=', row.id)
      .where('state', '=', 'finished')
      .execute();
    return (await one(row.company_id, row.content_id, row.id)) ?? row;
  };

  return {
    async apply(actor, input) {
      await refuseReader(actor, input.contentId);
      if (input.size <= 0) throw new CallError('FILE_CONTENT_EMPTY');
      if (input.size > NOTE_IMAGE.bytes)
        throw new CallError('FILE_MAX_LENGTH_EXCEEDED', { params: { maxSize: NOTE_IMAGE.bytes / 1024 / 1024 } });
      // another editor of the text may send a finished image again; `finish` compares the hash
      const isSame = (row: NoteImageRow): boolean =>
        row.size === input.size && (row.user_id === actor.userId || row.state === 'finished');
      let row = await one(actor.companyId, input.contentId, input.imageId);
      if (row?.state === 'finished' && !isSame(row)) throw new CallError('FILE_DUPLICATED');
      if (row && !isSame(row)) {
        await refuseOther(actor, row);
        await dropImage(core, row);
        row = null;
      }
      if (row?.state === 'finished' && (await platform.blobs.size(blobKey(row.upload_id))) === null) {
        await refuseOther(actor, row);
        row = await reopen(actor, row);
      }
      row ??= await open(actor, input);
      if (!isSame(row)) throw new CallError('FILE_DUPLICATED');
      try {
        if (row.state === 'open') await bytes.ensureBytes({ id: row.upload_id, size: row.size }, lock(row));
      } catch (cause) {
        throw new CallError('S3_UPLOAD_FAILED', { cause });
      }
      return {
        ...bytes.ticket({ id: row.upload_id, size: row.size }, actor),
        finished: row.state === 'finished',
      };
    },

    async finish(actor, input) {
      await refuseReader(actor, input.contentId);
      const row = await ofUpload(actor.companyId, input.uploadId);
      const isOpenTo = (found: NoteImageRow): boolean =>
        found.content_id === input.contentId && (found.user_id === actor.userId || found.state === 'finished');
      if (!row || !isOpenTo(row)) throw new CallError('UPLOAD_NOT_FOUND');
      const answer = { imageId: row.id, sha256: input.sha256, size: row.size };
      if (row.state === 'finished') {
        if (row.sha256 !== input.sha256) throw new CallError('UPLOAD_HASH_MISMATCH');
        return answer;
      }
      const state = await bytes.stored(row.upload_id).catch((cause: unknown) => {
        throw new CallError('S3_UPLOAD_FAILED', { cause });
      });
      if (!state) throw new CallError('UPLOAD_NOT_FOUND');
      if (state.offset !== row.size)
        throw new CallError('UPLOAD_INCOMPLETE', { params: { offset: state.offset, size: row.size } });
      const content = await readWhole(core, row);
      if (createHash('sha256').update(content).digest('hex') !== input.sha256) {
        await dropImage(core, row);
        throw new CallError('UPLOAD_HASH_MISMATCH');
      }
      const picture = pictureOf(content);
      if (!picture) {
        await dropImage(core, row);
        throw new CallError('FILE_TYPE_NOT_SUPPORT', {
          params: { fileName: '', types: NOTE_IMAGE_TYPES.map((type) => type.slice('image/'.length)).join(', ') },
        });
      }
      await platform.blobs.sync?.(blobKey(row.upload_id));
      await db
        .updateTable('note_image')
        .set({ state: 'finished', sha256: input.sha256, ...picture, finished_at: clock.now() })
        .where('company_id', '=', actor.companyId)
        .where('content_id', '=', row.content_id)
        .where('id', '=', row.id)
        .where('upload_id', '=', row.upload_id)
        .where('state', '=', 'open')
        .execute();
      return answer;
    },
  };
}

/** Reads an image, of at most NOTE_IMAGE.bytes. Throws S3_UPLOAD_FAILED. */
async function readWhole({ platform }: ImageServices, row: NoteImageRow): Promise<Buffer> {
  try {
    return await buffer(await platform.blobs.get(blobKey(row.upload_id)));
  } catch (cause) {
    throw new CallError('S3_UPLOAD_FAILED', { cause });
  }
}
