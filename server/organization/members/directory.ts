/** Queries of a company's members, as rows for administrators and colleagues. */
import { avatarOf } from '../people/people';
import { sql, type Kysely } from 'kysely';
import type { CompanyRole } from '../../platform/context';
import type { Tables } from '../../platform/database/tables';
import type { MemberRow } from '../departments/contract';

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

export interface MemberQuery {
  /** substring of the name or the address */
  text?: string;
  status?: 'active' | 'pending' | undefined;
  roles?: readonly CompanyRole[] | undefined;
  userIds?: readonly string[] | undefined;
  /** direct members of it; 'none': members without a department; '' or absent: all */
  departmentId?: string;
  /** all except its members */
  notInDepartmentId?: string;
  limit: number;
  offset: number;
}

function membersOf(db: Kysely<Tables>, companyId: string, query: MemberQuery) {
  /** memberships of the row's member: in this department, or in any */
  const placed = (departmentId?: string) =>
    db
      .selectFrom('user_department as p')
      .select('p.user_id')
      .where('p.company_id', '=', companyId)
      .whereRef('p.user_id', '=', sql.ref('m.user_id'))
      .$if(departmentId !== undefined, (q) => q.where('p.department_id', '=', departmentId!));
  return (
    db
      .selectFrom('user_company as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .where('m.company_id', '=', companyId)
      .$if(Boolean(query.text), (q) =>
        q.where((e) =>
          e.or([e('m.name', 'ilike', likePattern(query.text!)), e('u.email', 'ilike', likePattern(query.text!))]),
        ),
      )
      .$if(query.status !== undefined, (q) => q.where('m.status', '=', query.status!))
      // SQL has no empty list: '' matches no role and no id.
      .$if(query.roles !== undefined, (q) => q.where('m.role', 'in', [...query.roles!, '' as CompanyRole]))
      .$if(query.userIds !== undefined, (q) => q.where('m.user_id', 'in', [...query.userIds!, '']))
      .$if(query.departmentId === 'none', (q) => q.where(({ not, exists }) => not(exists(placed()))))
      .$if(Boolean(query.departmentId) && query.departmentId !== 'none', (q) =>
        q.where(({ exists }) => exists(placed(query.departmentId))),
      )
      .$if(Boolean(query.notInDepartmentId), (q) =>
        q.where(({ not, exists }) => not(exists(placed(query.notInDepartmentId)))),
      )
  );
}

/** One page of rows, sorted by name. */
export const pageOfMembers = (db: Kysely<Tables>, companyId: string, query: MemberQuery) =>
  membersOf(db, companyId, query)
    .select(['m.user_id', 'm.name', 'm.role', 'm.status', 'm.enabled', 'm.started_at', 'u.email', 'u.avatar_key'])
    .orderBy('m.name')
    .orderBy('m.user_id')
    .limit(query.limit)
    .offset(query.offset);

/** One page of members with their departments, and the total number. Pending members are shown without a picture. */
export async function findMembers(
  db: Kysely<Tables>,
  companyId: string,
  query: MemberQuery,
): Promise<{ total: number; members: MemberRow[] }> {
  const { n } = await membersOf(db, companyId, query)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  const rows = await pageOfMembers(db, companyId, query).execute();
  const places =
    rows.length === 0
      ? []
      : await db
          .selectFrom('user_department as p')
          .innerJoin('departments as d', (j) =>
            j.onRef('d.company_id', '=', 'p.company_id').onRef('d.id', '=', 'p.department_id'),
          )
          .select(['p.user_id', 'd.id', 'd.name'])
          .where('p.company_id', '=', companyId)
          .where(
            'p.user_id',
            'in',
            rows.map((r) => r.user_id),
          )
          .orderBy('d.name')
          .execute();
  return {
    total: Number(n),
    members: rows.map((row) => ({
      userId: row.user_id,
      name: row.name,
      email: row.email,
      avatar: row.status === 'active' ? avatarOf(row.user_id, row.avatar_key) : '',
      role: row.role,
      status: row.status,
      enabled: row.enabled,
      startedAt: row.started_at,
      departments: places.filter((p) => p.user_id === row.user_id).map((p) => ({ id: p.id, name: p.name })),
    })),
  };
}
