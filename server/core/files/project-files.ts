/** Uploads of files into projects: checks who may send which file, and makes finished uploads new files or versions. */
import { newId, spaceOf } from '../../../sync/model/ids';
import { keepsCategory } from '../../../sync/model/file-name';
import type { Doc } from '../../../sync/model/kinds';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { FileType } from '../../../sync/model/file-types';
import type { Actor } from '../../platform/context';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { ableOr, changeDoc, visibleOr } from '../change';
import { mayContribute, projectItemPolicy } from '../projects/item-policy';
import { BLANK_ITEM } from '../projects/new-item';
import type { fileCalls } from './contract';
import { checkedFile, createFileUploads, dropUpload } from './file-uploads';
import { unsupported } from './item-rules';
import type { FileServices } from './services';
import type { FileUploadRow } from './tables';
import { addVersion, refuseDuplicate, versionOfUpload, versionsOf } from './versions';

type Calls = typeof fileCalls;
type Applied = ParsedInput<Calls['apply']>['files'][number];
type Upload = CallOutput<Calls['apply']>['uploads'][number];
type Item = Doc<'projectItems'>;

const CODES = { missing: 'FILE_NOT_FOUND' } as const;

/** Returns a project file. Throws FILE_NOT_FOUND if it is missing, hidden from the person, or another type of item. */
export async function visibleFile(core: Pick<FileServices, 'sync'>, actor: Actor, id: string): Promise<Item> {
  const item = await visibleOr(core.sync, actor, 'projectItems', id, 'FILE_NOT_FOUND');
  if (item.itemType !== 'file') throw new CallError('FILE_NOT_FOUND');
  return item;
}

/** Like `visibleFile`, in a transaction; also throws NO_PERMISSION if the person may not change the file. */
export async function writableFile(
  tx: Pick<SyncTransaction, 'get' | 'roleIn'>,
  actor: Actor,
  id: string,
): Promise<StoredDoc<'projectItems'>> {
  const item = await ableOr(tx, actor, 'projectItems', id, 'update', CODES);
  if (item.itemType !== 'file') throw new CallError('FILE_NOT_FOUND');
  return item;
}

export function createProjectFiles(core: FileServices) {
  const { platform, sync } = core;
  const { db, clock } = platform;
  const uploads = createFileUploads(core);
  const policy = projectItemPolicy(platform);

  const applyVersion = async (actor: Actor, id: string, given: Applied): Promise<Upload> => {
    const item = await visibleFile(core, actor, id);
    // the grant of a third party allows adding files to projects, not changing files
    if (actor.grant || !item.abilities.includes('update')) throw new CallError('NO_PERMISSION');
    const file = checkedFile(given);
    if (!keepsCategory(item.title, file.name)) throw unsupported(file.name);
    const stored = (await versionsOf(platform, actor.companyId, id)).find(
      (row) => row.sha256 === file.sha256 && row.version >= given.version,
    );
    if (stored)
      return {
        fileId: id,
        ...uploads.finished(actor, { id: stored.upload_id, size: stored.size }),
        finished: true,
      };
    if (item.sha256 === file.sha256)
      throw new CallError('FILE_DUPLICATED', { params: { fileName: file.name, id: item.id } });
    await refuseDuplicate(platform, actor.companyId, item.projectId, { ...file, id });
    const ticket = await uploads.open(actor, {
      file_id: id,
      project_id: item.projectId,
      name: file.name,
      size: file.size,
      sha256: file.sha256,
    });
    return { fileId: id, ...ticket, finished: false };
  };

  /** Opens the upload of a new file, whose row `finish` creates. A repeated request gets the same upload. */
  const applyNew = async (actor: Actor, projectId: string, given: Applied): Promise<Upload> => {
    const file = checkedFile(given);
    const earlier = await db
      .selectFrom('file_upload')
      .select('file_id')
      .where('company_id', '=', actor.companyId)
      .where('user_id', '=', actor.userId)
      .where('project_id', '=', projectId)
      .where('sha256', '=', file.sha256)
      .where('makes_item', '=', true)
      .executeTakeFirst();
    const fileId = earlier?.file_id ?? newId(clock.now());
    await refuseDuplicate(platform, actor.companyId, projectId, { ...file, id: fileId });
    const ticket = await uploads.open(actor, {
      file_id: fileId,
      project_id: projectId,
      name: file.name,
      size: file.size,
      sha256: file.sha256,
      makes_item: true,
    });
    return { fileId, ...ticket, finished: false };
  };

  /** Creates the row of an uploaded file for which no device has created one. */
  const newItem = (tx: SyncTransaction, actor: Actor, row: FileUploadRow) =>
    changeDoc(tx, actor, policy, row.file_id, {
      ...BLANK_ITEM,
      notices: [],
      space: spaceOf('project', row.project_id),
      projectId: row.project_id,
      itemType: 'file',
      title: row.name,
      addedBy: actor.userId,
      createdAt: clock.now(),
    });

  /** Makes a verified upload a version of its file, in one transaction and only once. Returns the id of the file. */
  const accept = (actor: Actor, row: FileUploadRow, type: FileType): Promise<string> =>
    sync.write(actor.companyId, async (tx) => {
      const taken = await db
        .deleteFrom('file_upload')
        .where('company_id', '=', row.company_id)
        .where('upload_id', '=', row.upload_id)
        .executeTakeFirst();
      if (taken.numDeletedRows === 0n) {
        // another request has finished the upload
        const known = await versionOfUpload(platform, actor.companyId, row.upload_id);
        if (!known) throw new CallError('UPLOAD_NOT_FOUND');
        return known.item_id;
      }
      const existing = row.makes_item ? await tx.get('projectItems', row.file_id) : null;
      const item =
        row.makes_item && !existing ? await newItem(tx, actor, row) : await writableFile(tx, actor, row.file_id);
      await refuseDuplicate(platform, actor.companyId, item.projectId, {
        id: item.id,
        name: row.name,
        sha256: row.sha256,
      });
      await addVersion(core, tx, item, {
        upload_id: row.upload_id,
        name: row.name,
        size: row.size,
        sha256: row.sha256,
        type: type.mimeType,
        user_id: actor.userId,
      });
      return item.id;
    });

  const finishOne = async (actor: Actor, uploadId: string): Promise<string> => {
    const row = await uploads.find(actor, uploadId);
    if (!row || row.project_id === '') {
      const known = await versionOfUpload(platform, actor.companyId, uploadId);
      if (!known || known.user_id !== actor.userId) throw new CallError('UPLOAD_NOT_FOUND');
      return known.item_id;
    }
    const type = await uploads.verified(row);
    try {
      return await accept(actor, row, type);
    } catch (error) {
      // another file of the project has the same bytes, so the upload can never be finished
      if (error instanceof CallError && error.code === 'FILE_DUPLICATED') await dropUpload(core, row);
      throw error;
    }
  };

  return {
    async apply(actor: Actor, { projectId, files }: ParsedInput<Calls['apply']>): Promise<CallOutput<Calls['apply']>> {
      await sync.read(actor.companyId, (tx) => mayContribute(tx, actor.userId, projectId));
      // check all files before opening the first upload, so that a selection is accepted completely or not at all
      for (const file of files) checkedFile(file);
      const list: Upload[] = [];
      for (const file of files)
        list.push(
          await (file.fileId === undefined ? applyNew(actor, projectId, file) : applyVersion(actor, file.fileId, file)),
        );
      return { uploads: list };
    },

    async finish(actor: Actor, { uploadIds }: ParsedInput<Calls['finish']>): Promise<{ list: Item[] }> {
      const list: Item[] = [];
      for (const id of uploadIds) list.push(await visibleFile(core, actor, await finishOne(actor, id)));
      return { list };
    },
  };
}
