/**
 * Claims of documents to their public addresses. Devices create the ids of documents: the first company that stores one
 * has the claim to its address (`public_page`, by a trigger of `doc`), until its document is erased. The claim stays
 * while the document is private or in the trash, so that a published address never shows another company's document, and
 * a person of another company who has read the id cannot take over its address.
 */
import { sql } from 'kysely';
import type { KindName } from '../../../sync/model/kinds';
import type { Platform } from '../../platform/context';
import '../../shared/identity-tables';
import '../../sync/tables';
import './tables';

/** Interface for the policies of documents with a public page. */
export interface PublicLinks {
  /** whether the company allows them */
  areAllowed(companyId: string): Promise<boolean>;
  /** Claims the public address of a document for this company. Returns false if another company has it. */
  claim(companyId: string, id: string): Promise<boolean>;
}

/** @param kind its documents claim their addresses by a trigger of `doc`, in a migration of its feature */
export const publicLinksOf = (platform: Pick<Platform, 'db'>, kind: KindName): PublicLinks => ({
  async areAllowed(companyId) {
    const company = await platform.db
      .selectFrom('companies')
      .select('public_links')
      .where('id', '=', companyId)
      .executeTakeFirst();
    // companies that only exist as a clock, in tests and during an import, have no setting
    return company?.public_links ?? true;
  },
  claim: (companyId, id) => claimPublicAddress(platform, kind, companyId, id),
});

async function claimPublicAddress(
  { db }: Pick<Platform, 'db'>,
  kind: KindName,
  companyId: string,
  id: string,
): Promise<boolean> {
  // waits for a transaction of another company that claims it at the same time
  await db
    .insertInto('public_page')
    .values({ collection: kind, document_id: id, company_id: companyId })
    .onConflict((conflict) => conflict.columns(['collection', 'document_id']).doNothing())
    .execute();
  const claim = await db
    .selectFrom('public_page')
    .select('company_id')
    .where('collection', '=', kind)
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow();
  return claim.company_id === companyId;
}

/**
 * Lets others claim the public addresses of erased documents; in the transaction that erases them.
 * @param ids of documents of any kind
 */
export async function releaseErasedLinks(
  { db }: Pick<Platform, 'db'>,
  { companyId, ids }: { companyId: string; ids: readonly string[] },
): Promise<void> {
  await sql`
    delete from public_page p using doc d
    where p.company_id = ${companyId} and p.document_id = any(${[...ids]}::text[])
      and d.company_id = p.company_id and d.collection = p.collection and d.id = p.document_id
      and d.deleted and d.data = '{}'`.execute(db);
}
