/** Members of a company, their roles, and its owner (specification: organization 3, 4, 6, 7). */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { defineCall } from '../../../sync/protocol/call';
import { MemberRow } from '../departments/contract';
import { Email } from '../identity/contract';
import { NewPassword } from '../../../sync/model/password';
import { Page } from '../join-requests/contract';
import { YourName } from '../registration/contract';

/** Substring searched in names and addresses. */
const Infix = v.pipe(v.string(), v.maxLength(200));

export const memberCalls = {
  search: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/search/page',
    who: 'member',
    summary:
      'Members whose name or address contains a text, by role, sorted by name; departmentId selects a department ' +
      '("none": members without one), notInDepartmentId excludes one.',
    input: v.object({
      ...Page,
      companyId: Id,
      inCompanyUserNameInfixLike: v.optional(Infix, ''),
      status: v.optional(v.picklist(['active', 'pending'])),
      roles: v.optional(v.pipe(v.array(v.picklist(['owner', 'admin', 'member'])), v.maxLength(3))),
      departmentId: v.optional(Infix, ''),
      notInDepartmentId: v.optional(Infix, ''),
      userIds: v.optional(v.pipe(v.array(Id), v.maxLength(200))),
    }),
    output: v.object({ total: v.number(), members: v.array(MemberRow) }),
    errors: ['NO_PERMISSION'],
  }),
  createUser: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/create',
    who: 'admin',
    perMinute: 60,
    summary:
      'Invites a person as /user/invite/create does, whether or not the address has an account. The password is ' +
      'validated but not used: the person sets one through the mailed link.',
    input: v.object({ name: YourName, email: Email, password: v.optional(NewPassword), companyId: Id }),
    output: v.object({ userId: Id }),
    errors: ['PARAM_ERROR', 'NO_PERMISSION', 'USER_ALREADY_IN_COMPANY', 'USER_COMPANY_INVITE_COUNT_MORE_THAN_LIMIT'],
  }),
  bindUser: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/company',
    who: 'admin',
    perMinute: 60,
    summary: 'Invites an account that is already known to the company, with a name in the company.',
    input: v.object({ userId: Id, companyId: Id, userName: YourName }),
    output: v.object({}),
    errors: ['PARAM_ERROR', 'USER_NOT_FOUND', 'USER_ALREADY_IN_COMPANY', 'NO_PERMISSION'],
  }),
  remove: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/company/unset',
    who: 'admin',
    summary: 'Removes a member; their devices erase the company’s copy at their next contact.',
    input: v.object({ userId: Id, companyId: Id }),
    output: v.object({}),
    errors: ['USER_COMPANY_NOT_FOUND', 'OWNER_CANNOT_BE_REMOVED', 'NO_PERMISSION', 'PERMISSION_DENIED'],
  }),
  setAdmin: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/role/admin/set',
    who: 'owner',
    summary: 'Makes a member an administrator.',
    input: v.object({ userId: Id }),
    output: v.object({}),
    errors: ['USER_COMPANY_NOT_FOUND', 'PERMISSION_DENIED', 'NO_PERMISSION'],
  }),
  unsetAdmin: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/role/admin/unset',
    who: 'owner',
    summary: 'Makes an administrator a plain member.',
    input: v.object({ userId: Id }),
    output: v.object({}),
    errors: ['USER_COMPANY_NOT_FOUND', 'PERMISSION_DENIED', 'NO_PERMISSION'],
  }),
  transferOwner: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/role/owner/exchange',
    who: 'owner',
    summary: 'Transfers the ownership to an administrator; the former owner becomes a plain member.',
    input: v.object({ userId: Id }),
    output: v.object({}),
    errors: ['USER_COMPANY_NOT_FOUND', 'NEW_OWNER_MUST_BE_ADMIN', 'NO_PERMISSION'],
  }),
  authority: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/user/company/{id}/my/authority/',
    who: 'user',
    summary: 'My authority codes in the session’s company; ADMIN_CONSOLE opens the console.',
    input: v.object({ id: Id }),
    output: v.object({ authorityCodes: v.array(v.string()) }),
    errors: ['NO_PERMISSION'],
  }),
};
