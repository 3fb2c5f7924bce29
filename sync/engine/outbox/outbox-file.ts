/** The content of an outbox row or a rejected change as a file to save: the last resort for work that cannot be sent. */
import { yjsField } from '../../model/kinds';
import type { DeviceDatabase } from '../storage/device-database';
import { imageBlob } from '../images/image-store';
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
    const subject = image && (await documents.get('notes', image.contentId));
    return blob && { name: asFileName(subject?.title ?? '', blob.type.slice('image/'.length)), blob };
  }
  if (kind !== 'noteContents') return null;
  const note = await documents.get('notes', rest);
  return file(note?.title ?? '', 'md', 'text/markdown', await markdownOf(rest));
}
