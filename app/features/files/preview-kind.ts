/**
 * Chooses how a file is shown. Markup in files is never rendered: HTML, Markdown and office files are shown as their
 * extracted text.
 */
import { categoryOf, extensionOf } from '../../../sync/model/file-types';
import { signedExtension } from '../../../sync/model/file-signature';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';

/** `parts`: only the extracted text; the other kinds show the original, too */
export type PreviewKind = 'pdf' | 'image' | 'audio' | 'source' | 'parts';

export function previewKind(item: Pick<ProjectItem, 'itemType' | 'title' | 'mimeType'>): PreviewKind {
  if (item.itemType !== 'file') return 'parts';
  const extension = extensionOf(item.title);
  if (extension === '.pdf' || item.mimeType === 'application/pdf') return 'pdf';
  const category = categoryOf(item);
  if (category === 'image' || category === 'audio') return category;
  return category === 'code' || extension === '.txt' ? 'source' : 'parts';
}

/** number of bytes from which the content type is detected */
export const HEAD_BYTES = 4096;

/**
 * The kind of preview by the content of a file, since the name may be wrong.
 * @param head the first bytes, up to `HEAD_BYTES`
 */
export function contentKind(named: PreviewKind, head: Uint8Array<ArrayBuffer>): PreviewKind {
  if (named === 'parts' || named === 'audio') return named;
  const extension = signedExtension(head);
  if (extension === '.pdf') return 'pdf';
  if (categoryOf({ title: `a${extension}`, mimeType: '' }) === 'image') return 'image';
  return isText(head) ? 'source' : named;
}

/** The last character may be cut. */
function isText(head: Uint8Array<ArrayBuffer>): boolean {
  if (head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The language of a source file, as code blocks of notes name it; empty for plain text. */
export const sourceLanguage = (title: string): string => {
  const extension = extensionOf(title).slice(1);
  return extension === 'txt' ? '' : extension;
};
