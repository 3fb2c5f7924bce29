import { noteImageCalls } from '../../../sync/protocol/note-images';
import type { OutsiderEntry } from '../../support/outsiders';

export const entries: OutsiderEntry[] = [
  [noteImageCalls.find, (ann) => [{ imageIds: [ann.image] }]],
  [noteImageCalls.apply, (ann) => [{ contentId: ann.note, imageId: 'an-image', size: 100 }]],
  [
    noteImageCalls.finish,
    (ann, own) =>
      [ann.note, own.note].map((contentId) => ({ contentId, uploadId: ann.upload, sha256: 'a'.repeat(64) })),
  ],
];
