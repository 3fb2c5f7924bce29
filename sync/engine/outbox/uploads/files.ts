/** Files of projects, and temporary files of questions, to upload. */
import { filter } from 'rxjs';
import { CallError } from '../../../protocol/errors';
import { fileUploadCalls, temporaryFileCalls } from '../../../protocol/files';
import { fileRows } from '../../files/file-store';
import type { DeviceDatabase } from '../../storage/device-database';
import type { LocalFile } from '../../storage/device-rows';
import { deviceQuery } from '../../storage/device-query';
import type { Documents } from '../../storage/documents';
import { SealError } from '../../storage/sealing/vault';
import type { WhereIs } from '../outbox';
import { partsFrom } from './parts';
import type { UploadItem } from './upload-item';

/** The files to upload. Queues orphaned files again whose item or question was restored. */
export async function queuedFiles(
  device: DeviceDatabase,
  documents: Pick<Documents, 'get'>,
  whereIs: WhereIs,
): Promise<UploadItem[]> {
  for (const { id, itemId, turnId } of await device.files.rows.where('transfer').equals('orphan').toArray()) {
    const isRestored = turnId
      ? (await documents.get('turns', turnId)) !== null
      : (await whereIs('projectItems', itemId)) === 'sent';
    if (isRestored) await device.files.update(id, { transfer: 'queued' });
  }
  const rows = await device.files.rows.where('transfer').anyOf('queued', 'uploading').toArray();
  const items: UploadItem[] = [];
  for (const file of await device.files.openAll(rows)) {
    if (file.turnId === undefined) items.push(fileUpload(device, documents, file));
    // the file of a deleted question is not sent
    else if (await documents.get('turns', file.turnId)) items.push(questionFileUpload(device, file));
  }
  return items;
}

/** Returns the fields of the upload that project files and files of questions share. */
const ofFile = (device: DeviceDatabase, { id, itemId, bytes, sha256, addedAt }: LocalFile) => {
  const isToSend = (row: Omit<LocalFile, 'name'> | undefined): boolean =>
    row?.itemId === itemId && (row.transfer === 'queued' || row.transfer === 'uploading');
  return {
    id,
    bytes,
    since: addedAt,
    missing: 'FILE_NOT_FOUND',
    async *parts(offset, size, starts) {
      try {
        yield* partsFrom((first) => fileRows(device, id, first), offset, size, starts);
      } catch (error) {
        // the stored bytes are lost or damaged
        throw error instanceof SealError || error instanceof RangeError ? new CallError('FILE_CONTENT_EMPTY') : error;
      }
    },
    isQueued: async () => isToSend(await device.files.rows.get(id)),
    started: async () =>
      (await device.files.rows.where('id').equals(id).filter(isToSend).modify({ transfer: 'uploading' })) > 0,
    stopped$: deviceQuery(() => device.files.rows.get(id)).pipe(
      filter((row) => !isToSend(row) && row?.transfer !== 'onServer'),
    ),
    sha256: () => Promise.resolve(sha256),
  } satisfies Partial<UploadItem>;
};

/** The server creates the temporary file under the id to which the question refers. */
function questionFileUpload(device: DeviceDatabase, file: LocalFile): UploadItem {
  const { id, itemId, name, bytes, sha256, mimeType } = file;
  return {
    ...ofFile(device, file),
    subject: null,
    async apply(call, limits) {
      const files = [{ fileId: itemId, name, size: bytes, sha256, mimeType }];
      return (await call(temporaryFileCalls.applyTemporary, { files }, limits)).uploads[0]!;
    },
    finish: (call, uploadId, _hash, limits) =>
      call(temporaryFileCalls.finishTemporary, { uploadIds: [uploadId] }, limits),
    async stored() {
      await device.files.rows.update(id, { transfer: 'onServer' });
    },
  };
}

function fileUpload(device: DeviceDatabase, documents: Pick<Documents, 'get'>, file: LocalFile): UploadItem {
  const { id, itemId, bytes, sha256 } = file;
  let { version } = file;
  return {
    ...ofFile(device, file),
    subject: ['projectItems', itemId],
    // its item was rejected: the file is sent if the person sends the item again
    leave: async () => (await device.rejectedChanges.rows.where('documentId').equals(itemId).count()) > 0,
    async apply(call, limits) {
      const item = await documents.get('projectItems', itemId);
      if (!item) throw new CallError('FILE_NOT_FOUND');
      const { name, mimeType } = file;
      const { uploads } = await call(
        fileUploadCalls.apply,
        { projectId: item.projectId, files: [{ fileId: itemId, version, name, size: bytes, sha256, mimeType }] },
        limits,
      );
      return uploads[0]!;
    },
    async finish(call, uploadId, _hash, limits) {
      const { list } = await call(fileUploadCalls.finish, { uploadIds: [uploadId] }, limits);
      // another device may have added a version meanwhile
      version = list.find((item) => item.id === itemId)?.version ?? version;
    },
    async stored() {
      // if the file belongs to another item by now, it must be uploaded for that one, too
      await device.files.rows
        .where('id')
        .equals(id)
        .filter((row) => row.itemId === itemId)
        .modify({ transfer: 'onServer', version });
    },
  };
}
