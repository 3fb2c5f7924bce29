/** Rejected changes of files and links: the bytes of a file are sent, moved or deleted with its row. */
import type { ProjectItem } from '../../../model/kinds/project-items';
import { CallError } from '../../../protocol/errors';
import { filesOf } from '../../files/file-store';
import { type DeviceDatabase } from '../../storage/device-database';
import { isUnsentFile, type RejectedChange } from '../../storage/device-rows';
import { deleteFile } from '../../storage/file-space';
import { sendFilesAgain } from './files';
import { createItem } from './items';
import type { CommandContext } from './context';
import type { RejectedKind } from './rejected-kind';

const unsentIds = async (device: DeviceDatabase, itemId: string): Promise<string[]> =>
  (await filesOf(device, itemId)).filter(isUnsentFile).map(({ id }) => id);

/** Deletes the bytes of a rejected new file. If only a change of its row was rejected, the bytes are kept and sent. */
async function dropRefusedFiles(
  { device }: CommandContext,
  { documentId, base }: Pick<RejectedChange, 'documentId' | 'base'>,
): Promise<void> {
  if (base) return;
  for (const id of await unsentIds(device, documentId)) await deleteFile(device, id);
}

/** Creates an item with the content in a project of the person's, the same one if possible. */
async function copyItem(
  context: CommandContext,
  { content, documentId, title }: RejectedChange,
  id: string,
): Promise<void> {
  const { device, documents } = context;
  const { itemType, projectId, mimeType, url, depth, pageLimit, recrawl } = content as Partial<ProjectItem>;
  const files = itemType === 'file' ? await unsentIds(device, documentId) : [];
  const isLink = itemType === 'website' || itemType === 'singleUrl';
  if (!isLink && files.length === 0) throw new CallError('PARAM_ERROR', { message: 'this item cannot be copied' });
  const project =
    (await documents.find('projects', {}))
      .filter(({ abilities }) => abilities.includes('addNote'))
      .sort((a, b) => Number(b.id === projectId) - Number(a.id === projectId))[0] ?? null;
  if (!project) throw new CallError('PROJECT_NOT_FOUND');
  await createItem(context, project, {
    id,
    itemType: itemType!,
    title: content['title'] === undefined ? title : String(content['title']),
    ...(isLink
      ? {
          url: url ?? '',
          crawlStatus: 'waiting' as const,
          depth: depth ?? 0,
          pageLimit: pageLimit ?? 0,
          recrawl: recrawl ?? 'never',
        }
      : { mimeType: mimeType ?? '' }),
  });
  await device.transaction('rw', device.files.rows, device.uploads, async () => {
    for (const [i, file] of files.entries()) {
      await device.files.rows.update(file, { itemId: id, version: i + 1, transfer: 'queued' });
      // a partial upload belongs to the earlier item; the upload for the copy starts again
      await device.uploads.delete(file);
    }
  });
}

export const rejectedItem: RejectedKind = {
  sendAgain: async (context, id) => sendFilesAgain(context, await unsentIds(context.device, id)),
  drop: dropRefusedFiles,
  copy: (context, item, _within, id) => copyItem(context, item, id),
};
