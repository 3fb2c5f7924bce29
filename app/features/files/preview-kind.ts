/**
 * How a file is shown. Foreign markup is never rendered as such: HTML, Markdown and office files are shown as their
 * text.
 */
import { categoryOf, extensionOf } from '../../../sync/model/file-types';
import { signedExtension } from '../../../sync/model/file-signature';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';

/** `parts` shows only the extracted text; the other kinds show the original file as well */
export type PreviewKind = 'pdf' | 'image' | 'audio' | 'source' | 'parts';

export function previewKind(item: Pick<ProjectItem, 'itemType' | 'title' | 'mimeType'>): PreviewKind {
  if (item.itemType !== 'file') return 'parts';
  const extension = extensionOf(item.title);
  if (extension === '.pdf' || item.mimeType === 'application/pdf') return 'pdf';
  const category = categoryOf(item);
  if (category === 'image' || category === 'audio') return category;
  return category === 'code' || extension === '.txt' ? 'source' : 'parts';
}

/** bytes by which the content of a file is known */
export const HEAD_BYTES = 4096;

/**
 * How the bytes of a file are shown: a name may say what they are not.
 * @param head its first bytes, up to `HEAD_BYTES`
 */
export function contentKind(named: PreviewKind, head: Uint8Array<ArrayBuffer>): PreviewKind {
  if (named === 'parts' || named === 'audio') return named;
  const extension = signedExtension(head);
  if (extension === '.pdf') return 'pdf';
  if (categoryOf({ title: `a${extension}`, mimeType: '' }) === 'image') return 'image';
  return isText(head) ? 'source' : named;
}

/** The end of the bytes may divide a character. */
function isText(head: Uint8Array<ArrayBuffer>): boolean {
  if (head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The language of a source file, as code blocks of notes name it; '' for plain text. */
export const sourceLanguage = (title: string): string => {
  const extension = extensionOf(title).slice(1);
  return extension === 'txt' ? '' : extension;
};
