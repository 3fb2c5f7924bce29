/**
 * Emergency command of the operator for a company whose IP rules lock its administrators out, e.g. after their office's
 * address has changed: turns the restriction off. The rules stay; the audit entry has no actor.
 */
import type { Platform } from '../../platform/context';
import { AuditTrail } from '../audit/audit';

export type TurnedOff =
  { is: 'off' | 'wasOff'; name: string } | { is: 'unknown'; restricted: { code: string; id: string; name: string }[] };

/**
 * @param company its code or id. `unknown`: there is no such company, with the list of those that restrict addresses
 */
export async function turnRestrictionOff(
  platform: Pick<Platform, 'db' | 'clock' | 'transaction' | 'afterCommit' | 'events'>,
  company: string,
): Promise<TurnedOff> {
  const { db, clock } = platform;
  return platform.transaction(async () => {
    const found = await db
      .selectFrom('companies')
      .select(['id', 'name', 'ip_restricted'])
      .where((e) => e.or([e('code', '=', company), e('id', '=', company)]))
      .forUpdate()
      .executeTakeFirst();
    if (!company || !found)
      return {
        is: 'unknown',
        restricted: await db
          .selectFrom('companies')
          .select(['code', 'id', 'name'])
          .where('ip_restricted', '=', true)
          .orderBy('name')
          .limit(100)
          .execute(),
      };
    if (!found.ip_restricted) return { is: 'wasOff', name: found.name };
    await db
      .updateTable('companies')
      .set({ ip_restricted: false, updated_at: clock.now() })
      .where('id', '=', found.id)
      .execute();
    await new AuditTrail(platform).record(
      found.id,
      null,
      null,
      'company.ipRestriction',
      { kind: 'company', id: found.id, name: found.name },
      { enabled: [true, false] },
    );
    platform.afterCommit(() => platform.events.publish('ipRules', { companyId: found.id }));
    return { is: 'off', name: found.name };
  });
}
