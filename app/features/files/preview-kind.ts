/**
 * How a file is shown, by its name. Foreign markup is never rendered as such: HTML, Markdown and office files are
 * shown as their text.
 */
import { categoryOf, extensionOf } from '../../../sync/model/file-types';
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

/** The language of a source file, as code blocks of notes name it; '' for plain text. */
export const sourceLanguage = (title: string): string => {
  const extension = extensionOf(title).slice(1);
  return extension === 'txt' ? '' : extension;
};
