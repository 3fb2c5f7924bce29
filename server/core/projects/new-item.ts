/** Initial values of a project item. */
import type { Doc } from '../../../sync/model/kinds';
import { projectItems } from '../../../sync/model/kinds/project-items';

type Item = Doc<'projectItems'>;
type Given = 'projectId' | 'itemType' | 'title' | 'addedBy' | 'createdAt';
type Blank = Omit<Item, Given | 'id' | 'space' | 'rev' | 'updatedAt' | 'recency' | 'abilities'>;

export const BLANK_ITEM = {
  itemId: '',
  parentId: '',
  position: 0,
  url: '',
  mimeType: '',
  crawlStatus: 'none',
  depth: 0,
  pageLimit: 0,
  recrawl: 'never',
  ...(projectItems.createdWith as Pick<
    Item,
    'parseStatus' | 'size' | 'sha256' | 'version' | 'error' | 'notices' | 'pages' | 'language' | 'contentAt'
  >),
} as const satisfies Blank;
