/** Commands for files of projects: stored on this device and uploaded later. Their rows are changed by items.ts. */
import { cleanFileName, freeName, keepsCategory, nameKey } from '../../../model/file-name';
import { typeOfName, type FileType } from '../../../model/file-types';
import { newId } from '../../../model/ids';
import type { ProjectItem } from '../../../model/kinds/project-items';
import { LIMITS } from '../../../model/limits';
import { graphemeLength } from '../../../model/text';
import { CallError } from '../../../protocol/errors';
import { filesOf, queueBeside, slicesOf, storeFile, undecidedFiles } from '../../files/file-store';
import { Sha256 } from '../../recording/sha256';
import { fileLock, isUnsentFile, type LocalFile } from '../../storage/device-rows';
import { deleteFile } from '../../storage/file-space';
import { allowed, type CommandContext, type Handlers } from './context';
import { createItem, itemsOf } from './items';
import { leaveFileOut, requeueFilesBeside } from './question-files';
import { removeItem } from './removal';

export interface Given {
  file: Blob;
  name: string;
}

/** The cleaned name and the file type by its extension. Throws the codes of `file.add`. */
export function checkedFile({ file, name }: Given): { name: string; type: FileType } {
  const cleaned = cleanFileName(name);
  if (cleaned === '') throw new CallError('FILE_NAME_REQUIRED');
  if (graphemeLength(cleaned) > LIMITS.fileName.max) throw new CallError('FILE_NAME_LENGTH_EXCEEDED');
  const type = typeOfName(cleaned);
  if (!type) throw new CallError('FILE_TYPE_NOT_SUPPORT', { params: { fileName: cleaned } });
  if (file.size === 0) throw new CallError('FILE_CONTENT_EMPTY');
  if (file.size > type.maxSize)
    throw new CallError('FILE_MAX_LENGTH_EXCEEDED', { params: { maxSize: type.maxSize / 1024 / 1024 } });
  return { name: cleaned, type };
}

/** A file of a project with hash and size of its version on the server and of versions that this device uploads. */
interface Known {
  item: ProjectItem;
  contents: { sha256: string; bytes: number }[];
}

async function knownFiles(context: CommandContext, projectId: string): Promise<Known[]> {
  const items = (await itemsOf(context, projectId)).filter(({ itemType }) => itemType === 'file');
  return Promise.all(
    items.map(async (item) => ({
      item,
      contents: [
        ...(item.version > 0 ? [{ sha256: item.sha256, bytes: item.size }] : []),
        // including uploaded ones whose hash the item gets only by the next pull
        ...(await filesOf(context.device, item.id)).filter(
          (row) => isUnsentFile(row) || (row.transfer === 'onServer' && row.version > item.version),
        ),
      ],
    })),
  );
}

const withBytes = (known: readonly Known[], sha256: string): ProjectItem | undefined =>
  known.find(({ contents }) => contents.some((content) => content.sha256 === sha256))?.item;

async function hashOf(file: Blob): Promise<string> {
  const hash = new Sha256();
  for await (const slice of slicesOf(file)) hash.update(slice);
  return hash.hex();
}

/** The file that gets a new version, and the number of that version. */
async function replaced(context: CommandContext, id: string): Promise<{ item: ProjectItem; version: number }> {
  const item = await allowed(context, 'projectItems', id, 'update', 'FILE_NOT_FOUND');
  if (item.itemType !== 'file') throw new CallError('FILE_NOT_FOUND');
  // including uploaded ones whose number the item gets only by the next pull
  const here = await filesOf(context.device, id);
  return { item, version: Math.max(item.version, ...here.map(({ version }) => version)) + 1 };
}

const rowsOf = async ({ device }: CommandContext, itemId: string) => {
  const rows = await filesOf(device, itemId);
  if (rows.length === 0) throw new CallError('FILE_NOT_FOUND');
  return rows;
};

/** Tries uploads again, from the server's offset. */
export async function sendFilesAgain(context: CommandContext, ids: readonly string[]): Promise<void> {
  const { device } = context;
  // not in the transaction, which reads nothing of the replica
  for (const file of await device.files.rows.bulkGet([...ids])) if (file) await requeueFilesBeside(context, file);
  await device.transaction('rw', device.files.rows, device.uploads, async () => {
    for (const id of ids) {
      const changed = await device.files.rows
        .where('id')
        .equals(id)
        .filter((file) => isUnsentFile(file) || file.transfer === 'orphan')
        // written even if it is queued already: the change makes the leader check it
        .modify({ transfer: 'queued' });
      if (changed) await device.uploads.update(id, { state: 'waiting', nextTryAt: 0, failures: 0, url: '', token: '' });
    }
  });
}

/**
 * Gives up a file that the server lacks. Its item is deleted if no other bytes of it exist, except for an undecided
 * file, whose item is an existing file. A question is then sent without the file.
 */
export async function dropFile(context: CommandContext, id: string): Promise<void> {
  const { device, documents } = context;
  const file = await device.files.rows.get(id);
  if (!file) return;
  if (file.turnId !== undefined) return leaveFileOut(context, file.turnId, file.itemId);
  const item = await documents.get('projectItems', file.itemId);
  const others = (await filesOf(device, file.itemId)).filter(
    (other) => other.id !== id && other.transfer !== 'undecided',
  );
  const isLast = file.transfer !== 'undecided' && item?.version === 0 && others.length === 0;
  if (isLast && item.abilities.includes('delete')) await removeItem(context, item.id);
  await deleteFile(device, id);
}

/** Uploads an undecided file as a new version of the file with its name. */
async function sendAsVersion(context: CommandContext, file: LocalFile): Promise<void> {
  const { item, version } = await replaced(context, file.itemId);
  await refuseKnown(context, item.projectId, file);
  await context.device.files.update(file.id, { version, transfer: 'queued' });
}

/** Uploads an undecided file as a new item, under a name that no file of the project has. */
async function sendBeside(context: CommandContext, file: LocalFile): Promise<void> {
  const project = await allowed(context, 'projects', file.projectId ?? '', 'addNote', 'PROJECT_NOT_FOUND');
  await refuseKnown(context, project.id, file);
  const titles = new Set((await itemsOf(context, project.id)).map(({ title }) => nameKey(title)));
  // the item first: an upload without an item becomes a rejected change. Its id is the row's id, so that
  // settleAbandoned finds it if the browser is closed in between
  await createItem(context, project, {
    id: file.id,
    itemType: 'file',
    title: freeName(file.name, (key) => titles.has(key)),
    mimeType: file.mimeType,
  });
  await queueBeside(context.device, file.id);
}

async function refuseKnown(context: CommandContext, projectId: string, { name, sha256 }: LocalFile): Promise<void> {
  const same = withBytes(await knownFiles(context, projectId), sha256);
  if (same) throw new CallError('FILE_DUPLICATED', { params: { fileName: name, id: same.id, title: same.title } });
}

export const fileCommands: Handlers<'file'> = {
  async 'file.check'(context, { projectId, ...given }) {
    await allowed(context, 'projects', projectId, 'addNote', 'PROJECT_NOT_FOUND');
    const { name } = checkedFile(given);
    const known = await knownFiles(context, projectId);
    // files of other sizes need no comparison by hash
    const isHashNeeded = known.some(({ contents }) => contents.some(({ bytes }) => bytes === given.file.size));
    const same = isHashNeeded ? withBytes(known, await hashOf(given.file)) : undefined;
    if (same) return { state: 'duplicate', id: same.id };
    const named = known.find(({ item }) => nameKey(item.title) === nameKey(name) && keepsCategory(item.title, name));
    return named ? { state: 'newVersion', id: named.item.id } : { state: 'new', id: '' };
  },

  async 'file.add'(context, { projectId, replaces, ...given }) {
    const { device, locks, clock } = context;
    const { name, type } = checkedFile(given);
    const earlier = replaces === undefined ? null : await replaced(context, replaces);
    if (earlier && !keepsCategory(earlier.item.title, name))
      throw new CallError('FILE_TYPE_NOT_SUPPORT', { params: { fileName: name } });
    const inProject = earlier?.item.projectId ?? projectId;
    const project = await allowed(context, 'projects', inProject, 'addNote', 'PROJECT_NOT_FOUND');
    const itemId = earlier?.item.id ?? newId(clock.now());
    const file = {
      itemId,
      version: earlier?.version ?? 1,
      name,
      mimeType: type.mimeType,
      isKept: false,
      transfer: 'storing' as const,
    };
    return storeFile({ device, locks, now: clock.now() }, file, slicesOf(given.file), async (stored) => {
      await refuseKnown(context, inProject, stored);
      // the item first: an upload without an item becomes a rejected change
      if (!earlier)
        await createItem(context, project, {
          id: itemId,
          itemType: 'file',
          title: name,
          mimeType: type.mimeType,
        });
      await device.files.update(stored.id, { transfer: 'queued' });
      return { id: itemId };
    });
  },

  async 'file.hold'(context, { projectId, id: itemId, ...given }) {
    const { device, locks, clock } = context;
    await allowed(context, 'projects', projectId, 'addNote', 'PROJECT_NOT_FOUND');
    const { name, type } = checkedFile(given);
    // a handover cannot ask the person, so it uploads the file as version 1
    const file = { itemId, projectId, version: 1, name, mimeType: type.mimeType, isKept: false };
    return storeFile(
      { device, locks, now: clock.now() },
      { ...file, transfer: 'storing' },
      slicesOf(given.file),
      async ({ id, sha256 }) => {
        const isAsked = (await undecidedFiles(device)).some((row) => row.itemId === itemId && row.sha256 === sha256);
        if (isAsked) await deleteFile(device, id);
        else await device.files.update(id, { transfer: 'undecided' });
        return null;
      },
    );
  },

  async 'file.decide'(context, { id, choice }) {
    const { device, documents, locks } = context;
    await locks.request(fileLock(id), async () => {
      const file = await device.files.get(id);
      // already decided, perhaps in another tab
      if (file?.transfer !== 'undecided') return;
      const isThere = (await documents.get('projectItems', file.itemId)) !== null;
      if (choice === 'skip') await deleteFile(device, id);
      else if (choice === 'newVersion' && isThere) await sendAsVersion(context, file);
      else await sendBeside(context, file);
    });
    return null;
  },

  async 'file.pause'(context, { id }) {
    const unsent = (await rowsOf(context, id)).filter(isUnsentFile).map((row) => row.id);
    await context.device.files.rows.where('id').anyOf(unsent).filter(isUnsentFile).modify({ transfer: 'paused' });
    return null;
  },

  async 'file.resume'(context, { id }) {
    const unsent = (await rowsOf(context, id)).filter(isUnsentFile).map((row) => row.id);
    await sendFilesAgain(context, unsent);
    context.retryNow();
    return null;
  },

  async 'file.free'(context, { id }) {
    const rows = await rowsOf(context, id);
    const sent = rows.filter(({ transfer }) => transfer === 'onServer' || transfer === 'seen');
    if (sent.length === 0) throw new CallError('FILE_NOT_STORED');
    for (const row of sent) await deleteFile(context.device, row.id);
    return null;
  },
};
