/** Commands for the rows of a project's files and links: create, rename, move, delete and restore offline. */
import { cleanFileName, mayBeRenamed } from '../../../model/file-name';
import { hasContent, type ItemType, type ProjectItem } from '../../../model/kinds/project-items';
import type { Project } from '../../../model/kinds/projects';
import { CallError } from '../../../protocol/errors';
import { restoreChildDocuments } from '../../replication/child-documents';
import { adoptFiles } from '../../files/file-store';
import { allowed, checkedFields, create, roleIn, type CommandContext, type Handlers } from './context';
import { removeItem } from './removal';

/** A file or link for which this person has an ability. */
export async function allowedItem(context: CommandContext, id: string, ability: string): Promise<ProjectItem> {
  const item = await allowed(context, 'projectItems', id, ability);
  if (!hasContent(item.itemType)) throw new CallError('DOCUMENT_NOT_FOUND');
  return item;
}

/** The items of a project on this device. */
export const itemsOf = ({ documents }: CommandContext, projectId: string): Promise<ProjectItem[]> =>
  documents.find('projectItems', { projectId });

/** Creates the row of a file or link, with initial values of the server's fields. */
export function createItem(
  context: CommandContext,
  project: Project,
  fields: Pick<ProjectItem, 'id' | 'itemType' | 'title'> & Partial<ProjectItem>,
): Promise<void> {
  return create(context, 'projectItems', roleIn(project), {
    space: project.space,
    projectId: project.id,
    itemId: '',
    parentId: '',
    position: 0,
    url: '',
    size: 0,
    mimeType: '',
    sha256: '',
    version: 0,
    parseStatus: 'notParsed',
    crawlStatus: 'none',
    error: '',
    notices: [],
    pages: 0,
    language: '',
    depth: 0,
    pageLimit: 0,
    recrawl: 'never',
    addedBy: context.account.userId,
    createdAt: context.clock.now(),
    contentAt: 0,
    ...fields,
  });
}

/** Path of the call that repeats the server's work, by type. */
const RETRY: Partial<Record<ItemType, string>> = {
  file: '/file/parse/retry',
  website: '/website/crawl/restart',
  websiteUrl: '/website/url/crawl/restart',
  singleUrl: '/single-url/crawl/restart',
};
const cancelPath = (type: ItemType): string => (type === 'file' ? '/file/parse/cancel' : '/link/crawl/cancel');

async function queueCall(context: CommandContext, id: string, key: string, pathOf: (type: ItemType) => string) {
  const item = await allowedItem(context, id, 'update');
  await context.outbox.add({
    service: 'core',
    method: 'POST',
    path: pathOf(item.itemType),
    input: { id },
    label: { key, params: { title: item.title || item.url } },
    after: [`projectItems/${id}`],
  });
}

export const itemCommands: Handlers<'item'> = {
  async 'item.rename'(context, { id, title }) {
    const item = await allowedItem(context, id, 'update');
    const { itemType } = item;
    const checked = checkedFields('projectItems', { title: itemType === 'file' ? cleanFileName(title) : title });
    if (!checked.title) throw new CallError(itemType === 'file' ? 'FILE_NAME_REQUIRED' : 'PARAMETER_REQUIRED');
    if (itemType === 'file' && !mayBeRenamed(item, checked.title))
      throw new CallError('FILE_TYPE_NOT_SUPPORT', { params: { fileName: checked.title } });
    await context.documents.change('projectItems', id, () => checked);
    return null;
  },

  /** The server moves the extracted text, and the pages of a website. */
  async 'item.move'(context, { id, projectId }) {
    const { itemType } = await allowedItem(context, id, 'move');
    if (itemType === 'websiteUrl') throw new CallError('PARAM_ERROR', { message: 'a page moves with its website' });
    const { space } = await allowed(context, 'projects', projectId, 'addNote', 'PROJECT_NOT_FOUND');
    await context.documents.change('projectItems', id, () => ({ projectId, space }));
    return null;
  },

  async 'item.delete'(context, { id }) {
    await allowedItem(context, id, 'delete');
    await removeItem(context, id);
    return null;
  },

  async 'item.restore'(context, { id, title = '' }) {
    const { documents, device, outbox } = context;
    const [row] = await documents.stored('projectItems', [id]);
    if (row && !row._deleted) return { state: 'restored' };
    // an item that never reached the server can only be restored here
    if (!(row?.waits || row?.isUnknownToServer) || typeof row['space'] !== 'string') {
      await outbox.add({
        service: 'core',
        method: 'POST',
        path: '/project/item/restore',
        input: { id },
        label: { key: 'restore', params: { title } },
        after: [],
      });
      return { state: 'queued' };
    }
    // the pages first: otherwise their deletions would be pushed as soon as the website is restored
    await restoreChildDocuments(documents, 'projectItems', id);
    await documents.restore('projectItems', id);
    await adoptFiles(device, [id]);
    return { state: 'restored' };
  },

  async 'item.retry'(context, { id }) {
    await queueCall(context, id, 'itemRetry', (type) => RETRY[type]!);
    return null;
  },

  async 'item.cancel'(context, { id }) {
    await queueCall(context, id, 'itemCancel', cancelPath);
    return null;
  },
};
