/** Rules for project items that are links: their addresses, and the reading that starts when one is added. */
import { checkLinkAddress, linkIdentity } from '../../../sync/model/link-address';
import { LIMITS } from '../../../sync/model/limits';
import type { Platform } from '../../platform/context';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import type { ItemRules } from '../projects/item-rule-types';
import { refusal } from '../refusals';
import { pageRows } from './page-rows';
import { startReading, stopReading } from './reading-requests';
import './tables';

type Item = StoredDoc<'projectItems'>;

/** The live link of a project with this address; null for none. */
export async function linkOfAddress(
  { db }: Pick<Platform, 'db'>,
  tx: Pick<SyncTransaction, 'companyId' | 'list'>,
  link: Pick<Item, 'projectId' | 'itemType' | 'url'> & { id?: string },
): Promise<Item | null> {
  const rows = await db
    .selectFrom('link')
    .select('id')
    .where('company_id', '=', tx.companyId)
    .where('address', '=', linkIdentity(link.url))
    .execute();
  const items = await tx.list('projectItems', { ids: rows.map(({ id }) => id) });
  return (
    items
      .filter(
        ({ id, projectId, itemType }) => id !== link.id && projectId === link.projectId && itemType === link.itemType,
      )
      .sort((a, b) => (a.id < b.id ? -1 : 1))[0] ?? null
  );
}

export function linkRules(platform: Platform): ItemRules {
  const { db, config } = platform;

  async function added(tx: SyncTransaction, item: Item, userId: string): Promise<void> {
    await db
      .insertInto('link')
      .values({ company_id: tx.companyId, id: item.id, address: linkIdentity(item.url) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (item.crawlStatus !== 'waiting' && item.crawlStatus !== 'crawling') return;
    if (await linkOfAddress(platform, tx, item)) {
      await tx.put('projectItems', item.id, { crawlStatus: 'failed', error: 'SINGLE_URL_DUPLICATED' });
      return;
    }
    await startReading(platform, tx, item, userId);
  }

  return {
    types: ['website', 'singleUrl', 'websiteUrl'],
    check({ before, after, restored }) {
      if (before || restored) {
        if (after.itemType === 'website' && after.pageLimit < 1) throw refusal('PARAM_ERROR', 'pageLimit');
        return;
      }
      const checked = checkLinkAddress(after.url, config.linkPrivateHosts);
      if ('error' in checked) throw refusal(checked.error, 'url');
      // the address must be normalised: screens link to it, and duplicates are found by it
      if (checked.address !== after.url) throw refusal('WEBSITE_URL_INVALID', 'url');
      if (after.itemType === 'website' && (after.pageLimit < 1 || after.pageLimit > LIMITS.crawlPages.max))
        throw refusal('PARAM_ERROR', 'pageLimit');
    },
    async apply({ actor, tx, before, after }) {
      if (before && after) return;
      const item = (after ?? before)!;
      if (!after) await stopReading(platform, tx, item);
      if (item.itemType !== 'websiteUrl') {
        if (after) await added(tx, after, actor.userId);
        return;
      }
      await pageRows(platform, tx.companyId).markRemoved([item.id], after === null);
    },
  };
}
