/** Notifications of an organization's administrators. */
import type { Platform } from '../../platform/context';
import { notifyAll } from '../../shared/notify';
import type { SyncTransaction } from '../../sync/store';

async function administrators(db: Platform['db'], companyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_company')
    .select('user_id')
    .where('company_id', '=', companyId)
    .where('role', 'in', ['owner', 'admin'])
    .where('status', '=', 'active')
    .where('enabled', '=', true)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

/**
 * Notifies the administrators of a new member.
 * @param actorId the administrator who admitted the member; the member's own id after an invitation was accepted
 */
export async function notifyOfMember(
  db: Platform['db'],
  tx: SyncTransaction,
  actorId: string,
  member: { id: string; name: string },
): Promise<void> {
  await notifyAll(tx, await administrators(db, tx.companyId), {
    kind: 'memberJoined',
    actorId,
    params: { name: member.name },
    link: '/admin/employees',
    subjectId: member.id,
  });
}

/** Notifies the administrators of an application to join. */
export async function notifyOfApplication(
  db: Platform['db'],
  tx: SyncTransaction,
  application: { id: string; name: string },
): Promise<void> {
  await notifyAll(tx, await administrators(db, tx.companyId), {
    kind: 'joinRequestWaiting',
    params: { name: application.name },
    link: `/admin/employees?tab=requests&request=${application.id}`,
    subjectId: application.id,
  });
}
