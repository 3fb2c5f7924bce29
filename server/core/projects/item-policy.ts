/**
 * Push policy of project items. Contributors add files, websites, single pages and references, and rename, move and
 * delete them. Only the server creates pages of websites and connectors, and writes the state of an item's content.
 */
import { spaceOf } from '../../../sync/model/ids';
import { childrenOf } from '../../../sync/model/kinds';
import { hasContent } from '../../../sync/model/kinds/project-items';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { withHistory } from '../project-history/record';
import { onlyChanges, refusal, startsWith } from '../refusals';
import type { ItemRules } from './item-rule-types';
import { itemRules } from './item-rules';
import { BLANK_ITEM } from './new-item';

type Item = StoredDoc<'projectItems'>;

const CHANGEABLE = ['title', 'projectId', 'space'];
/** fields that control crawling, by type */
const OF_READING: Partial<Record<Item['itemType'], readonly string[]>> = {
  website: ['depth', 'pageLimit', 'recrawl'],
  singleUrl: ['recrawl'],
};
/** types that only the server creates */
const BY_SERVER: readonly Item['itemType'][] = ['websiteUrl', 'connector'];

/** Requires that a person may add items to a project. */
export async function mayContribute(
  tx: Pick<SyncTransaction, 'roleIn' | 'get'>,
  userId: string,
  projectId: string,
): Promise<void> {
  const role = await tx.roleIn(spaceOf('project', projectId), userId);
  if (!role || !(await tx.get('projects', projectId))) throw new CallError('PROJECT_NOT_FOUND');
  if (role === 'viewer') throw refusal('NO_PERMISSION');
}

/** The initial values of fields that a person may not set. */
const blankExcept = (...given: (keyof typeof BLANK_ITEM)[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(BLANK_ITEM).filter(([field]) => !(given as string[]).includes(field)));

const OF_REFERENCE = blankExcept('itemId', 'position', 'parseStatus', 'url', 'mimeType', 'size');
const OF_FILE = blankExcept('mimeType');
const OF_LINK = { ...blankExcept('url', 'depth', 'pageLimit', 'recrawl'), crawlStatus: 'waiting' };

function checkNew(item: Item, userId: string): void {
  if (item.addedBy !== userId) throw refusal('NO_PERMISSION', 'addedBy');
  if (BY_SERVER.includes(item.itemType))
    throw refusal('NO_PERMISSION', 'itemType', 'only the server creates pages and connectors');
  if (hasContent(item.itemType)) return startsWith(item, item.itemType === 'file' ? OF_FILE : OF_LINK);
  startsWith(item, OF_REFERENCE);
  if (item.parseStatus !== 'waiting' && item.parseStatus !== 'notParsed') throw refusal('NO_PERMISSION', 'parseStatus');
}

/** Pages of a website; none for other items. */
export const pagesOf = (tx: Pick<SyncTransaction, 'list'>, item: Pick<Item, 'id' | 'itemType'>): Promise<Item[]> =>
  item.itemType === 'website' ? tx.list('projectItems', { where: { parentId: item.id } }) : Promise.resolve([]);

/** Moves the text of an item, and the pages of a website with their texts, to the item's project and space. */
export async function moveItemTexts(tx: SyncTransaction, item: Item): Promise<void> {
  const { projectId, space } = item;
  const pages = await pagesOf(tx, item);
  for (const page of pages)
    if (page.space !== space || page.projectId !== projectId)
      await tx.put('projectItems', page.id, { projectId, space });
  for (const { id } of [item, ...pages]) {
    const text = await tx.get('itemTexts', id);
    if (text && (text.space !== space || text.projectId !== projectId))
      await tx.put('itemTexts', id, { projectId, space });
  }
}

async function removeContent(tx: SyncTransaction, item: Item): Promise<void> {
  const pages = await pagesOf(tx, item);
  for (const { id } of [item, ...pages]) for (const child of childrenOf('projectItems', id)) await tx.remove(...child);
  for (const { id } of pages) await tx.remove('projectItems', id);
}

const policyWith = (rules: readonly ItemRules[]): PushPolicy<'projectItems'> => ({
  collection: 'projectItems',
  async check(write) {
    const { actor, tx, before, after, changed, restored } = write;
    const item = after ?? before;
    if (!item) return;
    await mayContribute(tx, actor.userId, (before ?? item).projectId);
    if (!after) return;
    if (after.space !== spaceOf('project', after.projectId)) throw refusal('DOCUMENT_INVALID', 'space');
    if (before) {
      onlyChanges(changed, [...CHANGEABLE, ...(OF_READING[before.itemType] ?? [])], 'NO_PERMISSION');
      if (changed.includes('projectId')) {
        if (before.itemType === 'websiteUrl')
          throw refusal('NO_PERMISSION', 'projectId', 'a page moves with its website');
        await mayContribute(tx, actor.userId, after.projectId);
      }
    } else if (!restored) checkNew(after, actor.userId);
    for (const { types, check } of rules) if (types.includes(after.itemType)) await check?.({ ...write, after });
  },
  async apply(change) {
    const { actor, tx, before, after, changed } = change;
    const { itemType } = (after ?? before)!;
    if (hasContent(itemType)) {
      if (!after) {
        await removeContent(tx, before!);
        // a single page of a website does not go to the trash: only undo restores it, and crawling leaves it out
        if (itemType !== 'websiteUrl') await tx.intoTrash('projectItems', before!.id, actor.userId);
      } else if (!before || changed.includes('projectId')) await moveItemTexts(tx, after);
    }
    for (const { types, apply } of rules) if (types.includes(itemType)) await apply?.(change);
  },
});

export const projectItemPolicy = (platform: Platform): PushPolicy<'projectItems'> =>
  withHistory(platform, policyWith(itemRules(platform)));
