/** Commands for links of projects: rows that the server reads after they were pushed. */
import { checkLinkAddress, linkIdentity } from '../../../model/link-address';
import { newId } from '../../../model/ids';
import type { ProjectItem } from '../../../model/kinds/project-items';
import { LIMITS } from '../../../model/limits';
import { CallError } from '../../../protocol/errors';
import { allowed, checkedFields, type Handlers } from './context';
import { allowedItem, createItem, itemsOf } from './items';

type Settings = Partial<Pick<ProjectItem, 'depth' | 'pageLimit' | 'recrawl'>>;

/** Checks the settings against the model, with at least one page. */
function checkedSettings(settings: Settings): Settings {
  if (settings.pageLimit !== undefined && settings.pageLimit < 1) throw new CallError('PARAM_ERROR');
  return checkedFields('projectItems', settings);
}

export const linkCommands: Handlers<'link'> = {
  async 'link.add'(context, { projectId, url, kind, depth, pageLimit, recrawl = 'never' }) {
    const project = await allowed(context, 'projects', projectId, 'addNote', 'PROJECT_NOT_FOUND');
    const checked = checkLinkAddress(url, context.account.linkHosts);
    if ('error' in checked) throw new CallError(checked.error);
    const { address } = checked;
    const same = (await itemsOf(context, projectId)).find(
      (item) =>
        (item.itemType === 'website' || item.itemType === 'singleUrl') &&
        linkIdentity(item.url) === linkIdentity(address),
    );
    if (same) throw new CallError('SINGLE_URL_DUPLICATED', { params: { id: same.id, title: same.title || same.url } });
    const settings = checkedSettings(
      kind === 'website'
        ? { depth: depth ?? LIMITS.crawlDepth.default, pageLimit: pageLimit ?? LIMITS.crawlPages.default, recrawl }
        : { recrawl },
    );
    const id = newId(context.clock.now());
    await createItem(context, project, {
      id,
      itemType: kind === 'website' ? 'website' : 'singleUrl',
      // the server replaces it by the title of the page
      title: '',
      url: address,
      crawlStatus: 'waiting',
      ...settings,
    });
    return { id };
  },

  async 'link.settings'(context, { id, ...settings }) {
    const { itemType } = await allowedItem(context, id, 'update');
    const isOfWebsite = settings.depth !== undefined || settings.pageLimit !== undefined;
    if (itemType === 'file' || (isOfWebsite && itemType !== 'website')) throw new CallError('PARAM_ERROR');
    const checked = checkedSettings(settings);
    await context.documents.change('projectItems', id, () => checked);
    return null;
  },
};
