import { CallError } from '../../../sync/protocol/errors';
import type { SyncStore } from '../../sync/store';
import type { Platform } from '../../platform/context';
import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import type { AuditTrail } from '../audit/audit';
import { findMembers } from '../members/directory';
import { inOwnCompany } from '../../shared/own-company';
import { departmentCalls } from './contract';
import type { Departments } from './departments';
import { departmentTree } from './tree';

/** Maximum members in one answer: large companies use the paged search (/user/search/page). */
const LISTED = 2_000;

export function departmentRoutes(
  platform: Pick<Platform, 'db'>,
  departments: Departments,
  store: SyncStore,
  audit: AuditTrail,
): BoundCall[] {
  const nameOf = async (companyId: string, id: string): Promise<string> =>
    (
      await platform.db
        .selectFrom('departments')
        .select('name')
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .executeTakeFirst()
    )?.name ?? '';
  return [
    bind(departmentCalls.create, ({ actor, request, input }) =>
      store.write(inOwnCompany(actor, input.companyId), async () => {
        const id = await departments.create(actor.companyId, input);
        await audit.record(actor.companyId, actor, request, 'department.created', {
          kind: 'department',
          id,
          name: input.name,
        });
        return { id };
      }),
    ),
    bind(departmentCalls.update, ({ actor, request, input }) =>
      store.write(actor.companyId, async () => {
        const { id, ...change } = input;
        const present = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
        const before = await departments.update(actor.companyId, id, present);
        const was: Record<string, string> = {
          name: before.name,
          code: before.code,
          description: before.description,
          parentId: before.parent_id ?? '',
        };
        const details = Object.fromEntries(
          Object.entries(present)
            .filter(([field, value]) => was[field] !== value)
            .map(([field, value]) => [field, [was[field] ?? null, String(value)] as [string | null, string]]),
        );
        await audit.record(
          actor.companyId,
          actor,
          request,
          'department.updated',
          { kind: 'department', id, name: before.name },
          details,
        );
        return {};
      }),
    ),
    bind(departmentCalls.remove, ({ actor, request, input }) =>
      store.write(actor.companyId, async () => {
        const before = await departments.remove(actor.companyId, input.id);
        await audit.record(actor.companyId, actor, request, 'department.deleted', {
          kind: 'department',
          id: input.id,
          name: before.name,
        });
        return {};
      }),
    ),
    bind(departmentCalls.tree, ({ actor, input }) => departmentTree(platform.db, inOwnCompany(actor, input.id))),
    bind(departmentCalls.members, async ({ actor, input }) => {
      const companyId = inOwnCompany(actor, input.id);
      const { members } = await findMembers(platform.db, companyId, {
        departmentId: input.departmentId,
        limit: LISTED,
        offset: 0,
      });
      const ids = (
        await platform.db
          .selectFrom('departments')
          .select('id')
          .where('company_id', '=', companyId)
          .orderBy('name')
          .execute()
      ).map((d) => d.id);
      if (input.departmentId && input.departmentId !== 'none' && !ids.includes(input.departmentId))
        throw new CallError('DEPARTMENT_NOT_FOUND');
      const selected = input.departmentId === '' ? [...ids, 'none'] : [input.departmentId];
      const isIn = (departmentId: string) =>
        members.filter((m) =>
          departmentId === 'none' ? m.departments.length === 0 : m.departments.some((d) => d.id === departmentId),
        );
      return { departments: selected.map((id) => ({ departmentId: id === 'none' ? '' : id, members: isIn(id) })) };
    }),
    bind(departmentCalls.addMembers, ({ actor, request, input }) =>
      store.write(actor.companyId, async () => {
        await departments.addMembers(actor.companyId, input.userIds, input.departmentId);
        await audit.record(
          actor.companyId,
          actor,
          request,
          'department.membersAdded',
          { kind: 'department', id: input.departmentId, name: await nameOf(actor.companyId, input.departmentId) },
          { members: [null, input.userIds.length] },
        );
        return {};
      }),
    ),
    bind(departmentCalls.removeMembers, ({ actor, request, input }) =>
      store.write(actor.companyId, async () => {
        await departments.removeMembers(actor.companyId, input.userIds, input.departmentId);
        await audit.record(
          actor.companyId,
          actor,
          request,
          'department.membersRemoved',
          { kind: 'department', id: input.departmentId, name: await nameOf(actor.companyId, input.departmentId) },
          { members: [input.userIds.length, null] },
        );
        return {};
      }),
    ),
  ];
}
