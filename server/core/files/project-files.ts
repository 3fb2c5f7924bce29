/** Uploads of files into projects: what may be sent, and what becomes of it. */
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

/** A file of a project that this person may see. Another item, and one that is hidden, are as a missing one. */
export async function visibleFile(core: Pick<FileServices, 'sync'>, actor: Actor, id: string): Promise<Item> {
  const item = await visibleOr(core.sync, actor, 'projectItems', id, 'FILE_NOT_FOUND');
  if (item.itemType !== 'file') throw new CallError('FILE_NOT_FOUND');
  return item;
}

/** The same of a person who may change it, in a transaction. */
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
    // a third party may add to projects, and change nothing of what is there
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

  /** A file whose row the server makes once its bytes have arrived; a repeated request is the same upload. */
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

  /** The row of a file that no device has made. */
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

  /** In one transaction, and once: the version, the item, and the run that extracts its text. */
  const accept = (actor: Actor, row: FileUploadRow, type: FileType): Promise<string> =>
    sync.write(actor.companyId, async (tx) => {
      const taken = await db
        .deleteFrom('file_upload')
        .where('company_id', '=', row.company_id)
        .where('upload_id', '=', row.upload_id)
        .executeTakeFirst();
      if (taken.numDeletedRows === 0n) {
        // another device, or an earlier request whose answer was lost, has finished it
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
      // the same bytes are in the project by now
      if (error instanceof CallError && error.code === 'FILE_DUPLICATED') await dropUpload(core, row);
      throw error;
    }
  };

  return {
    async apply(actor: Actor, { projectId, files }: ParsedInput<Calls['apply']>): Promise<CallOutput<Calls['apply']>> {
      await sync.read(actor.companyId, (tx) => mayContribute(tx, actor.userId, projectId));
      // all before the first is opened: a selection is sent as a whole or not at all
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
