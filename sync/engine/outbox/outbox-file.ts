/**
 * The content of an outbox row or a rejected change as a file to save: the last resort for work that cannot be sent.
 */
import { yjsField } from '../../model/kinds';
import { nameOfText } from '../storage/titles';
import type { DeviceDatabase } from '../storage/device-database';
import { fileBlob, filesOf } from '../files/file-store';
import { rowsOfFiles } from '../files/question-files';
import { imageBlob } from '../images/image-store';
import { isUnsentFile } from '../storage/device-rows';
import { recordingBlob } from '../recording/bytes';
import type { Documents } from '../storage/documents';

export interface SavedFile {
  name: string;
  blob: Blob;
}

const asFileName = (title: string, extension: string): string =>
  `${
    title
      .replace(/[\\/:*?"<>|\u0000-\u001f]/g, ' ')
      .trim()
      .slice(0, 100) || 'satchel'
  }.${extension}`;
const file = (title: string, extension: string, type: string, content: string): SavedFile => ({
  name: asFileName(title, extension),
  blob: new Blob([content], { type }),
});

async function savedFile(device: DeviceDatabase, documents: Documents, id: string): Promise<SavedFile | null> {
  const [local, blob] = [await device.files.get(id), await fileBlob(device, id)];
  if (!local || !blob) return null;
  // a question's file is no item of a project
  const item = local.turnId === undefined ? await documents.get('projectItems', local.itemId) : null;
  return { name: item?.title || local.name, blob };
}

/** The content of a row as a file; null if there is nothing to save. */
export async function outboxFile(
  device: DeviceDatabase,
  documents: Documents,
  markdownOf: (contentId: string) => Promise<string>,
  markdownOfState: (state: string) => string,
  id: string,
): Promise<SavedFile | null> {
  const item = await device.rejectedChanges.get(id);
  if (item) {
    const state = item.content['state'];
    if (yjsField(item.collection) !== null && typeof state === 'string' && state !== '') {
      try {
        return file(item.title, 'md', 'text/markdown', markdownOfState(state));
      } catch {
        // the state cannot be decoded: saved as it is
      }
    }
    if (item.collection === 'projectItems') {
      const refused = (await filesOf(device, item.documentId)).find(isUnsentFile);
      const saved = refused && (await savedFile(device, documents, refused.id));
      if (saved) return saved;
    }
    return file(item.title, 'json', 'application/json', JSON.stringify(item.content, null, 2));
  }
  const slash = id.indexOf('/');
  const [kind, rest] = [id.slice(0, slash), id.slice(slash + 1)];
  if (kind === 'recording') {
    const recording = await device.recordings.get(rest);
    const blob = recording ? await recordingBlob(device, rest) : null;
    return recording && blob ? { name: recording.fileName, blob } : null;
  }
  if (kind === 'image') {
    const [image, blob] = [await device.images.get(rest), await imageBlob(device, rest)];
    const title = image ? await nameOfText(documents, image.contentId) : '';
    return blob && { name: asFileName(title, blob.type.slice('image/'.length)), blob };
  }
  if (kind === 'file') return savedFile(device, documents, rest);
  if (kind === 'questionFile') {
    const [row] = await rowsOfFiles(device, [rest]);
    return row ? savedFile(device, documents, row.id) : null;
  }
  if (kind !== 'noteContents') return null;
  return file(await nameOfText(documents, rest), 'md', 'text/markdown', await markdownOf(rest));
}
