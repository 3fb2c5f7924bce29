/**
 * Maintains the replicated collection `people`: members and departments of a company, in the company's space, which
 * every active member sees. Each function writes the present state of the tables; call it inside the transaction that
 * changed them.
 */
import type { Kysely } from 'kysely';
import { spaceOf } from '../../../sync/model/ids';
import type { SyncTransaction } from '../../sync/store';
import type { Tables } from '../../platform/database/tables';

/** URL of a person's picture; it changes with the picture, so that pages show the new one immediately. '' for none. */
export const avatarOf = (userId: string, key: string | null): string =>
  key ? `/api/organization/user/${userId}/logo?v=${key.split('/').at(-1)!.split('.')[0]!}` : '';

/**
 * Writes the document of a member, or removes it for a former member. A pending member is shown as inactive and without
 * a picture, because the company must not learn of the account yet.
 */
export async function writeMember(db: Kysely<Tables>, tx: SyncTransaction, userId: string): Promise<void> {
  const row = await db
    .selectFrom('user_company as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.name', 'm.role', 'm.status', 'm.enabled', 'u.email', 'u.avatar_key'])
    .where('m.company_id', '=', tx.companyId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) {
    if (await tx.get('people', userId)) await tx.remove('people', userId);
    return;
  }
  const departments = await db
    .selectFrom('user_department')
    .select('department_id')
    .where('company_id', '=', tx.companyId)
    .where('user_id', '=', userId)
    .orderBy('department_id')
    .execute();
  await tx.put('people', userId, {
    space: spaceOf('company', tx.companyId),
    kind: 'member',
    name: row.name,
    email: row.email,
    avatar: row.status === 'active' ? avatarOf(userId, row.avatar_key) : '',
    role: row.role,
    departmentIds: departments.map((d) => d.department_id),
    parentId: '',
    active: row.status === 'active' && row.enabled,
  });
}

/** Writes the document of a department, or removes it for a deleted one. */
export async function writeDepartment(db: Kysely<Tables>, tx: SyncTransaction, departmentId: string): Promise<void> {
  const row = await db
    .selectFrom('departments')
    .select(['name', 'parent_id'])
    .where('company_id', '=', tx.companyId)
    .where('id', '=', departmentId)
    .executeTakeFirst();
  if (!row) {
    if (await tx.get('people', departmentId)) await tx.remove('people', departmentId);
    return;
  }
  await tx.put('people', departmentId, {
    space: spaceOf('company', tx.companyId),
    kind: 'department',
    name: row.name,
    email: '',
    avatar: '',
    role: '',
    departmentIds: [],
    parentId: row.parent_id ?? '',
    active: true,
  });
}
