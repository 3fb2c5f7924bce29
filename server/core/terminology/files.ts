/** Terminology files by calls: upload, list, extraction, review, deletion. They belong to the organization. */
import type { SqlBool } from 'kysely';
import { newId } from '../../../sync/model/ids';
import { typeOfName } from '../../../sync/model/file-types';
import { termKey } from '../../../sync/terms/key';
import type { Candidate } from '../../../sync/terms/extract';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform } from '../../platform/context';
import type { CoreServices } from '../context';
import { checkedFile, createFileUploads } from '../files/file-uploads';
import { unsupported } from '../files/item-rules';
import { blobKey } from '../uploads/resumable';
import type { terminologyCalls, TerminologyFile } from './contract';
import { createFileJobs } from './file-jobs';
import type { TerminologyFileRow } from './tables';
import { createExtracted } from './terms';
import './tables';

type Calls = typeof terminologyCalls;

/** Marks open uploads of terminology among those without a project. */
const UPLOADS = 'terminology';

/** A row without the lines of its text, which may be as large as the file. */
const SHOWN = [
  ...(['id', 'upload_id', 'user_id', 'name', 'size', 'format'] as const),
  ...(['status', 'error', 'candidates', 'mode', 'created_at'] as const),
] as const;
type ShownRow = Pick<TerminologyFileRow, (typeof SHOWN)[number]> & { is_read: SqlBool };

const viewOf = (row: ShownRow): TerminologyFile => ({
  id: row.id,
  name: row.name,
  size: row.size,
  format: row.format,
  userId: row.user_id,
  status: row.status,
  error: row.error,
  isRead: Boolean(row.is_read),
  mode: row.mode,
  candidates: row.candidates.length,
  createdAt: row.created_at,
});

/** Stored bytes of files whose text is not read yet; bytes of the others are deleted. */
export async function terminologyBytes({ db }: Pick<Platform, 'db'>, companyId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('terminology_file')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .where('company_id', '=', companyId)
    .where('status', 'in', ['READY', 'PARSING'])
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

export function createTerminologyFiles(core: CoreServices) {
  const { platform, sync } = core;
  const { db, clock } = platform;
  const uploads = createFileUploads(core);
  const jobs = createFileJobs(core);

  const inCompany = ({ companyId }: Actor) =>
    db
      .selectFrom('terminology_file')
      .select(SHOWN)
      .select(({ eb }) => eb('lines', 'is not', null).as('is_read'))
      .where('company_id', '=', companyId);

  const find = async (actor: Actor, id: string): Promise<ShownRow> => {
    const row = await inCompany(actor).where('id', '=', id).executeTakeFirst();
    if (!row) throw new CallError('TERMINOLOGY_FILE_NOT_FOUND');
    return row;
  };

  const readable = (name: string): string => {
    const type = typeOfName(name);
    if (!type || type.category === 'audio') throw unsupported(name);
    return type.extension;
  };

  return {
    async apply(actor: Actor, { file }: ParsedInput<Calls['applyFile']>): Promise<CallOutput<Calls['applyFile']>> {
      const { name, size, sha256 } = checkedFile(file);
      readable(name);
      const ticket = await uploads.open(actor, {
        // the same bytes of a person are one upload
        file_id: `t-${sha256.slice(0, 60)}`,
        project_id: '',
        chat_id: UPLOADS,
        name,
        size,
        sha256,
      });
      return { ...ticket, finished: false };
    },

    async finish(actor: Actor, uploadId: string): Promise<TerminologyFile> {
      const upload = await uploads.find(actor, uploadId);
      if (upload?.chat_id === UPLOADS && upload.project_id === '') {
        await uploads.verified(upload);
        await platform.transaction(async () => {
          const taken = await db
            .deleteFrom('file_upload')
            .where('company_id', '=', actor.companyId)
            .where('upload_id', '=', uploadId)
            .executeTakeFirst();
          if (taken.numDeletedRows === 0n) return;
          const id = newId(clock.now());
          await db
            .insertInto('terminology_file')
            .values({
              company_id: actor.companyId,
              id,
              upload_id: uploadId,
              user_id: actor.userId,
              name: upload.name,
              size: upload.size,
              format: readable(upload.name),
              status: 'READY',
              lines: null,
              created_at: clock.now(),
            })
            .execute();
          await jobs.startParsing(actor.companyId, id);
        });
      }
      const row = await inCompany(actor).where('upload_id', '=', uploadId).executeTakeFirst();
      if (!row) throw new CallError('UPLOAD_NOT_FOUND');
      return viewOf(row);
    },

    async list(actor: Actor, { currentPage, pageSize }: ParsedInput<Calls['files']>) {
      const rows = await inCompany(actor)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset((currentPage - 1) * pageSize)
        .execute();
      const { total } = await db
        .selectFrom('terminology_file')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('company_id', '=', actor.companyId)
        .executeTakeFirstOrThrow();
      return { list: rows.map(viewOf), total: Number(total), currentPage, pageSize };
    },

    async get(actor: Actor, id: string): Promise<CallOutput<Calls['file']>> {
      const row = await find(actor, id);
      return { file: viewOf(row), candidates: row.candidates };
    },

    async extract(actor: Actor, id: string): Promise<TerminologyFile> {
      const row = await find(actor, id);
      if (!row.is_read) throw new CallError(row.error === '' ? 'PARAM_ERROR' : 'FILE_NOT_STORED');
      await platform.transaction(async () => {
        const begun = await db
          .updateTable('terminology_file')
          .set(({ eb }) => ({ status: 'EXTRACTING' as const, error: '', extraction: eb('extraction', '+', 1) }))
          .where('company_id', '=', actor.companyId)
          .where('id', '=', id)
          .where('status', '<>', 'EXTRACTING')
          .returning('extraction')
          .executeTakeFirst();
        if (begun) await jobs.startExtraction(actor.companyId, id, begun.extraction);
      });
      return viewOf(await find(actor, id));
    },

    /** Runs in the company's writing transaction, so that of two concurrent reviews none restores a candidate. */
    review: (actor: Actor, { id, accepted, dismissed }: ParsedInput<Calls['review']>) =>
      sync.write(actor.companyId, async (tx) => {
        const row = await find(actor, id);
        let added = 0;
        for (const each of accepted) if (await createExtracted(platform, tx, actor, each)) added += 1;
        const reviewed = new Set([...accepted.map(({ term }) => term), ...dismissed].map(termKey));
        const left: Candidate[] = row.candidates.filter(({ term }) => !reviewed.has(termKey(term)));
        await db
          .updateTable('terminology_file')
          .set({ candidates: JSON.stringify(left) as never })
          .where('company_id', '=', actor.companyId)
          .where('id', '=', id)
          .execute();
        return { added, duplicates: accepted.length - added };
      }),

    async remove(actor: Actor, ids: readonly string[]): Promise<void> {
      const rows: ShownRow[] = [];
      for (const id of new Set(ids)) rows.push(await find(actor, id));
      // Of each file, since the deletion after its reading may have failed; before the rows, so that a failure can be
      // repeated.
      for (const row of rows) await platform.blobs.delete(blobKey(row.upload_id));
      await db
        .deleteFrom('terminology_file')
        .where('company_id', '=', actor.companyId)
        .where('id', 'in', [...ids])
        .execute();
    },
  };
}
