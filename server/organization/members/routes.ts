import type { Platform } from '../../platform/context';
import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { authorityCodes } from '../companies/policy';
import { inOwnCompany } from '../../shared/own-company';
import { memberCalls } from './contract';
import { findMembers } from './directory';
import type { MemberService } from './service';

export function memberRoutes(platform: Pick<Platform, 'db'>, members: MemberService): BoundCall[] {
  return [
    bind(memberCalls.search, ({ actor, input }) =>
      findMembers(platform.db, inOwnCompany(actor, input.companyId), {
        text: input.inCompanyUserNameInfixLike,
        status: input.status,
        roles: input.roles,
        departmentId: input.departmentId,
        notInDepartmentId: input.notInDepartmentId,
        userIds: input.userIds,
        limit: input.pageSize,
        offset: (input.currentPage - 1) * input.pageSize,
      }),
    ),
    bind(memberCalls.createUser, async ({ actor, request, input }) => {
      inOwnCompany(actor, input.companyId);
      return { userId: await members.createUser(actor, request, input) };
    }),
    bind(memberCalls.bindUser, async ({ actor, request, input }) => {
      inOwnCompany(actor, input.companyId);
      await members.bindUser(actor, request, input);
      return {};
    }),
    bind(memberCalls.remove, async ({ actor, request, input }) => {
      inOwnCompany(actor, input.companyId);
      await members.remove(actor, request, input.userId);
      return {};
    }),
    bind(memberCalls.setAdmin, async ({ actor, request, input }) => {
      await members.setRole(actor, request, input.userId, 'admin');
      return {};
    }),
    bind(memberCalls.unsetAdmin, async ({ actor, request, input }) => {
      await members.setRole(actor, request, input.userId, 'member');
      return {};
    }),
    bind(memberCalls.transferOwner, async ({ actor, request, input }) => {
      await members.transferOwner(actor, request, input.userId);
      return {};
    }),
    bind(memberCalls.authority, ({ actor, input }) => {
      inOwnCompany(actor, input.id);
      return Promise.resolve({ authorityCodes: authorityCodes(actor.role) });
    }),
  ];
}
