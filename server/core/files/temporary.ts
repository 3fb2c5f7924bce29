/**
 * Calls on the temporary files of a person, for questions and chats. Only that person sees them; they are deleted after
 * a week.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '../../../sync/model/ids';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { FileType } from '../../../sync/model/file-types';
import type { Actor } from '../../platform/context';
import type { FileAnswer } from '../../platform/http/file-answer';
import { literal } from '../listing';
import { blobKey, createResumable } from '../uploads/resumable';
import type { fileCalls } from './contract';
import { checkedContent, checkedFile, createFileUploads } from './file-uploads';
import { createTemporaryParsing } from './temporary-parsing';
import type { FileServices } from './services';
import { releaseBytes } from './stored-bytes';
import type { FileUploadRow } from './tables';
import { temporaryFilesOf, temporaryOf, type TemporaryFile } from './temporary-rows';
import './tables';

type Calls = typeof fileCalls;
type TemporaryFileView = CallOutput<Calls['getChat']>;
type Upload = CallOutput<Calls['applyTemporary']>['uploads'][number];

/** milliseconds until a temporary file expires */
export const TEMPORARY_MS = 7 * 24 * 60 * 60_000;
/** files of one chat that a search returns at most */
const FOUND_MAX = 1000;

const viewOf = (row: TemporaryFile): TemporaryFileView => ({
  id: row.id,
  chatId: row.chat_id,
  name: row.name,
  size: row.size,
  mimeType: row.type,
  sha256: row.sha256,
  parseStatus: row.parse_status,
  error: row.error,
  pages: row.pages,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

export function createTemporaryFiles(core: FileServices) {
  const { platform } = core;
  const { db, clock } = platform;
  const uploads = createFileUploads(core);
  const parsing = createTemporaryParsing(core);

  const ofUpload = (actor: Actor, uploadId: string): Promise<TemporaryFile | undefined> =>
    temporaryFilesOf(platform, actor).where('upload_id', '=', uploadId).executeTakeFirst();

  const own = async (actor: Actor, id: string): Promise<TemporaryFile> => {
    const [row] = await temporaryOf(platform, actor, [id]);
    if (!row) throw new CallError('FILE_NOT_FOUND');
    return row;
  };

  /**
   * Extends the lifetime of a stored file to a week from now, also of an expired one that is not deleted yet
   * (purge.ts). Returns false if the file is not stored.
   */
  const prolong = async ({ companyId, userId }: Actor, id: string): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('temporary_file')
      .set({ expires_at: clock.now() + TEMPORARY_MS })
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  const applyOne = async (
    actor: Actor,
    chatId: string,
    given: ParsedInput<Calls['applyTemporary']>['files'][number],
  ): Promise<Upload> => {
    const file = checkedFile(given);
    const earlier = given.fileId
      ? undefined
      : await db
          .selectFrom('file_upload')
          .select('file_id')
          .where('company_id', '=', actor.companyId)
          .where('user_id', '=', actor.userId)
          .where('project_id', '=', '')
          .where('chat_id', '=', chatId)
          .where('sha256', '=', file.sha256)
          .executeTakeFirst();
    const fileId = given.fileId ?? earlier?.file_id ?? newId(clock.now());
    const stored = await db
      .selectFrom('temporary_file')
      .select(['user_id', 'sha256', 'upload_id', 'size'])
      .where('company_id', '=', actor.companyId)
      .where('id', '=', fileId)
      .executeTakeFirst();
    if (stored && stored.user_id !== actor.userId) throw new CallError('NO_PERMISSION');
    if (stored && stored.sha256 !== file.sha256)
      throw new CallError('FILE_DUPLICATED', { params: { fileName: file.name } });
    if (stored && (await prolong(actor, fileId)))
      return { fileId, ...uploads.finished(actor, { id: stored.upload_id, size: stored.size }), finished: true };
    const ticket = await uploads.open(actor, {
      file_id: fileId,
      project_id: '',
      chat_id: chatId,
      name: file.name,
      size: file.size,
      sha256: file.sha256,
    });
    return { fileId, ...ticket, finished: false };
  };

  /** Inserts the row of stored bytes and starts the extraction of their text. */
  const insert = async (
    actor: Actor,
    file: Pick<FileUploadRow, 'upload_id' | 'chat_id' | 'name' | 'size' | 'sha256'> & { id: string },
    type: FileType,
  ): Promise<void> => {
    const now = clock.now();
    await db
      .insertInto('temporary_file')
      .values({
        ...file,
        company_id: actor.companyId,
        user_id: actor.userId,
        type: type.mimeType,
        parse_status: type.category === 'audio' ? 'parsed' : 'waiting',
        text: null,
        created_at: now,
        expires_at: now + TEMPORARY_MS,
      })
      .execute();
    if (type.category !== 'audio') await parsing.start(actor.companyId, file.id);
  };

  const finishOne = async (actor: Actor, uploadId: string): Promise<TemporaryFileView> => {
    const row = await uploads.find(actor, uploadId);
    if (row && row.project_id === '') {
      const type = await uploads.verified(row);
      await platform.transaction(async () => {
        const taken = await db
          .deleteFrom('file_upload')
          .where('company_id', '=', row.company_id)
          .where('upload_id', '=', row.upload_id)
          .executeTakeFirst();
        if (taken.numDeletedRows === 0n) return;
        const { upload_id, chat_id, name, size, sha256 } = row;
        await insert(actor, { id: row.file_id, upload_id, chat_id, name, size, sha256 }, type);
      });
    }
    const stored = await ofUpload(actor, uploadId);
    if (!stored) throw new CallError('UPLOAD_NOT_FOUND');
    return viewOf(stored);
  };

  return {
    async apply(
      actor: Actor,
      { chatId = '', files }: ParsedInput<Calls['applyTemporary']>,
    ): Promise<CallOutput<Calls['applyTemporary']>> {
      for (const file of files) checkedFile(file);
      const list: Upload[] = [];
      for (const file of files) list.push(await applyOne(actor, chatId, file));
      return { uploads: list };
    },

    async finish(actor: Actor, uploadIds: readonly string[]): Promise<{ list: TemporaryFileView[] }> {
      const list: TemporaryFileView[] = [];
      for (const id of uploadIds) list.push(await finishOne(actor, id));
      return { list };
    },

    /** Uploads a small file in one request. */
    async upload(actor: Actor, { chatId, file }: ParsedInput<Calls['uploadChat']>): Promise<TemporaryFileView> {
      const { name, size } = checkedFile({
        name: 'name' in file && typeof file.name === 'string' ? file.name : '',
        size: file.size,
      });
      const bytes = Buffer.from(await file.arrayBuffer());
      const type = await checkedContent(bytes, name);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const [id, uploadId] = [newId(clock.now()), newId(clock.now())];
      await platform.blobs.put(blobKey(uploadId), bytes);
      try {
        await platform.transaction(async () => {
          await createResumable(core).refuseBeyondLimit(actor.companyId, size);
          await insert(actor, { id, upload_id: uploadId, chat_id: chatId, name, size, sha256 }, type);
        });
      } catch (error) {
        await releaseBytes(core, actor.companyId, [uploadId]);
        throw error;
      }
      return viewOf(await own(actor, id));
    },

    async search(actor: Actor, { chatId, keyword }: ParsedInput<Calls['searchChat']>) {
      const like = keyword.normalize('NFC').trim();
      const rows = await temporaryFilesOf(platform, actor)
        .where('chat_id', '=', chatId)
        .$if(like !== '', (found) => found.where(sql<boolean>`name ilike ${`%${literal(like)}%`}`))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(FOUND_MAX)
        .execute();
      return { list: rows.map(viewOf) };
    },

    get: async (actor: Actor, id: string): Promise<TemporaryFileView> => viewOf(await own(actor, id)),

    async download(actor: Actor, id: string): Promise<FileAnswer> {
      const row = await own(actor, id);
      if ((await platform.blobs.size(blobKey(row.upload_id))) !== row.size) throw new CallError('FILE_NOT_STORED');
      return {
        type: row.type,
        size: row.size,
        version: row.sha256,
        name: row.name,
        read: () => platform.blobs.get(blobKey(row.upload_id)),
      };
    },

    async remove(actor: Pick<Actor, 'companyId' | 'userId'>, ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      const gone = await db
        .deleteFrom('temporary_file')
        .where('company_id', '=', actor.companyId)
        .where('user_id', '=', actor.userId)
        .where('id', 'in', [...ids])
        .returning('upload_id')
        .execute();
      await releaseBytes(
        core,
        actor.companyId,
        gone.map((row) => row.upload_id),
      );
    },
  };
}
