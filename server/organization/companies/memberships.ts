/** Queries of memberships for sessions. Only active memberships of enabled companies count. */
import type { Kysely } from 'kysely';
import type { CompanyRole } from '../../platform/context';
import type { Tables } from '../../platform/database/tables';
import { mayEnter } from './policy';

export interface Membership {
  companyId: string;
  companyName: string;
  role: CompanyRole;
  logo: string;
}

/** The companies that a person may enter, sorted by name. */
export async function membershipsOf(db: Kysely<Tables>, userId: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('user_company as m')
    .innerJoin('companies as c', 'c.id', 'm.company_id')
    .select(['c.id', 'c.name', 'c.logo_key', 'c.enabled as company_enabled', 'm.role', 'm.status', 'm.enabled'])
    .where('m.user_id', '=', userId)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute();
  return rows
    .filter((row) => mayEnter({ status: row.status, enabled: row.enabled, companyEnabled: row.company_enabled }))
    .map((row) => ({
      companyId: row.id,
      companyName: row.name,
      role: row.role,
      logo: row.logo_key ? `/api/organization/company/${row.id}/logo` : '',
    }));
}

/** The company of a new session: the preferred one if the person may enter it, otherwise the first; '' for none. */
export const startingCompany = (memberships: readonly Membership[], chosen: string | null): string =>
  memberships.find((m) => m.companyId === chosen)?.companyId ?? memberships[0]?.companyId ?? '';
