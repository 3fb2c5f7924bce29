/** Rows of `link_page`: the state of the pages that the server has read. */
import type { Selectable } from 'kysely';
import type { Platform } from '../../platform/context';
import type { LinkPageTable } from './tables';
import './tables';

export type PageRow = Selectable<LinkPageTable>;

/** links of one page that are remembered, for a reading that finds it unchanged */
const LINKS_MAX = 500;

export interface PageRows {
  /** A page by its identity. */
  byAddress(siteId: string, address: string): Promise<PageRow | undefined>;
  /** The page that was read at an address, if it can be asked for conditionally. */
  byUrl(siteId: string, url: string): Promise<PageRow | undefined>;
  byItem(itemId: string): Promise<PageRow | undefined>;
  /** Another page of the site with this text. */
  twin(siteId: string, hash: string): Promise<string | undefined>;
  ofSite(siteId: string): Promise<Pick<PageRow, 'item_id' | 'address' | 'removed'>[]>;
  count(siteId: string): Promise<number>;
  /** Creates or replaces the row of an item. */
  save(row: Omit<PageRow, 'company_id' | 'removed' | 'links'> & { links: readonly string[] }): Promise<void>;
  /** People have deleted these pages, or restored them. */
  markRemoved(itemIds: readonly string[], removed: boolean): Promise<void>;
}

export function pageRows({ db }: Pick<Platform, 'db'>, companyId: string): PageRows {
  const rows = () => db.selectFrom('link_page').where('company_id', '=', companyId);
  return {
    byAddress: (siteId, address) =>
      rows().selectAll().where('site_id', '=', siteId).where('address', '=', address).executeTakeFirst(),
    byUrl: (siteId, url) =>
      rows()
        .selectAll()
        .where('site_id', '=', siteId)
        .where('url', '=', url)
        .where('hash', '<>', '')
        .orderBy('item_id')
        .executeTakeFirst(),
    byItem: (itemId) => rows().selectAll().where('item_id', '=', itemId).executeTakeFirst(),
    twin: async (siteId, hash) =>
      (
        await rows()
          .select('item_id')
          .where('site_id', '=', siteId)
          .where('hash', '=', hash)
          .where('removed', '=', false)
          .orderBy('item_id')
          .executeTakeFirst()
      )?.item_id,
    ofSite: (siteId) =>
      rows().select(['item_id', 'address', 'removed']).where('site_id', '=', siteId).orderBy('item_id').execute(),
    async count(siteId) {
      const { n } = await rows()
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('site_id', '=', siteId)
        .executeTakeFirstOrThrow();
      return Number(n);
    },
    async save({ links, ...row }) {
      const values = { ...row, links: JSON.stringify(links.slice(0, LINKS_MAX)), removed: false };
      await db
        .insertInto('link_page')
        .values({ company_id: companyId, ...values })
        .onConflict((conflict) => conflict.columns(['company_id', 'item_id']).doUpdateSet(values))
        .execute();
    },
    async markRemoved(itemIds, removed) {
      if (itemIds.length === 0) return;
      await db
        .updateTable('link_page')
        .set({ removed })
        .where('company_id', '=', companyId)
        .where('item_id', 'in', [...itemIds])
        .execute();
    },
  };
}
