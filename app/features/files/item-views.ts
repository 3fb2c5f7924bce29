import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { previewKind } from './preview-kind';

/** `preview`: the original; `text`: the extracted text; `pages`: the pages of a website */
export type ItemView = 'preview' | 'text' | 'pages' | 'details';

/** The views of an item; the first is the default. */
export function itemViews(item: Pick<ProjectItem, 'itemType' | 'title' | 'mimeType'>): readonly ItemView[] {
  if (item.itemType === 'website') return ['pages', 'details'];
  const kind = previewKind(item);
  if (kind === 'parts') return ['text', 'details'];
  return kind === 'source' ? ['preview', 'details'] : ['preview', 'text', 'details'];
}
