/** The departments of a company as a tree, with member counts. */
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables';
import type { DepartmentNode } from './contract';

export interface Tree {
  departments: DepartmentNode[];
  /** members of the company */
  members: number;
  /** members without a department */
  unassigned: number;
}

export async function departmentTree(db: Kysely<Tables>, companyId: string): Promise<Tree> {
  const rows = await db
    .selectFrom('departments')
    .select(['id', 'name', 'code', 'description', 'parent_id'])
    .where('company_id', '=', companyId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const memberships = await db
    .selectFrom('user_department')
    .select(['user_id', 'department_id'])
    .where('company_id', '=', companyId)
    .execute();
  const { n } = await db
    .selectFrom('user_company')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  const people = new Map<string, Set<string>>();
  for (const membership of memberships)
    people.set(membership.department_id, (people.get(membership.department_id) ?? new Set()).add(membership.user_id));
  const below = new Map<string, typeof rows>();
  for (const row of rows) below.set(row.parent_id ?? '', [...(below.get(row.parent_id ?? '') ?? []), row]);

  const build = (parentId: string): { nodes: DepartmentNode[]; allMembers: Set<string> } => {
    const allMembers = new Set<string>();
    const nodes = (below.get(parentId) ?? []).map((row): DepartmentNode => {
      const direct = people.get(row.id) ?? new Set<string>();
      const inside = build(row.id);
      const all = new Set([...direct, ...inside.allMembers]);
      for (const person of all) allMembers.add(person);
      return {
        id: row.id,
        name: row.name,
        code: row.code,
        description: row.description,
        parentId: row.parent_id ?? '',
        members: direct.size,
        totalMembers: all.size,
        children: inside.nodes,
      };
    });
    return { nodes, allMembers };
  };
  const { nodes, allMembers } = build('');
  return { departments: nodes, members: Number(n), unassigned: Number(n) - allMembers.size };
}
