/** Who is in a company and its departments, as sharing asks it. */
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables';

/** Ids of the active members of these departments and of all departments below them, each once. */
export async function membersOfDepartments(db: Kysely<Tables>, companyId: string, departmentIds: readonly string[]): Promise<string[]> {
  if (departmentIds.length === 0) return [];
  const { rows } = await sql<{ user_id: string }>`
    with recursive below (id) as (
      select id from departments where company_id = ${companyId} and id = any(${[...departmentIds]}::text[])
      union
      select d.id from departments d join below b on d.parent_id = b.id where d.company_id = ${companyId}
    )
    select distinct u.user_id from user_department u
    join user_company m on m.company_id = u.company_id and m.user_id = u.user_id and m.status = 'active' and m.enabled
    where u.company_id = ${companyId} and u.department_id in (select id from below) order by u.user_id`.execute(db);
  return rows.map((row) => row.user_id);
}

/** A department and all above it, the nearest first: who shares with one of these shares with it. */
export async function departmentAndAbove(db: Kysely<Tables>, companyId: string, departmentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive above (id, parent_id, step) as (
      select id, parent_id, 0 from departments where company_id = ${companyId} and id = ${departmentId}
      union all
      select d.id, d.parent_id, a.step + 1 from departments d join above a on d.id = a.parent_id where d.company_id = ${companyId} and a.step < 100
    )
    select id from above order by step`.execute(db);
  return rows.map((row) => row.id);
}

/** Those of these people who are active members of the company. */
export async function activeMembersAmong(db: Kysely<Tables>, companyId: string, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db.selectFrom('user_company').select('user_id').where('company_id', '=', companyId).where('user_id', 'in', [...userIds])
    .where('status', '=', 'active').where('enabled', '=', true).orderBy('user_id').execute();
  return rows.map((row) => row.user_id);
}
