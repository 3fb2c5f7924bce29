/** How a file is shown once its bytes are here: by their content, since a name may say what they are not. */
import { categoryOf } from '../../../sync/model/file-types';
import { signedExtension } from '../../../sync/model/file-signature';
import { isText } from '../../../sync/text/decode-text';
import type { PreviewKind } from './preview-kind';

/** bytes by which the content of a file is known */
export const HEAD_BYTES = 4096;

/** @param head the first bytes of the file, up to `HEAD_BYTES` */
export function contentKind(named: PreviewKind, head: Uint8Array): PreviewKind {
  if (named === 'parts' || named === 'audio') return named;
  const extension = signedExtension(head);
  if (extension === '.pdf') return 'pdf';
  if (categoryOf({ title: `a${extension}`, mimeType: '' }) === 'image') return 'image';
  return isText(head) ? 'source' : named;
}
