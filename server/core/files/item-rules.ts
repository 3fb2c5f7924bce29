/** Rules for the names of pushed files. Devices send the bytes by uploads; the server writes their size and hash. */
import { isFileName, mayBeRenamed } from '../../../sync/model/file-name';
import { FILE_TYPES, typeOfName } from '../../../sync/model/file-types';
import { CallError } from '../../../sync/protocol/errors';
import { refusal } from '../refusals';
import type { ItemRules } from '../projects/item-rule-types';

export const unsupported = (fileName: string): CallError =>
  new CallError('FILE_TYPE_NOT_SUPPORT', {
    params: { fileName, types: FILE_TYPES.map(({ extension }) => extension).join(', ') },
    fieldErrors: { title: 'FILE_TYPE_NOT_SUPPORT' },
  });

export const fileRules: ItemRules = {
  types: ['file'],
  check({ before, after, changed, restored }) {
    if (before && !changed.includes('title')) return;
    if (after.title === '') throw refusal('FILE_NAME_REQUIRED', 'title');
    if (!isFileName(after.title)) throw refusal('DOCUMENT_INVALID', 'title', 'no name of a file');
    const earlier = before ?? restored;
    if (earlier ? !mayBeRenamed(earlier, after.title) : !typeOfName(after.title)) throw unsupported(after.title);
    if (!earlier && after.mimeType !== '' && after.mimeType !== typeOfName(after.title)?.mimeType)
      throw refusal('NO_PERMISSION', 'mimeType', 'it follows from the name');
  },
};
