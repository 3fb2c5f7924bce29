/** Departments and their members (specification: organization 3, 5, 7). */
import * as v from 'valibot';
import { Id, IdOrNone } from '../../../sync/model/id-schemas';
import { LIMITS } from '../../../sync/model/limits';
import { line, lines } from '../../../sync/model/text';
import { defineCall } from '../../../sync/protocol/call';

export const DepartmentName = line(LIMITS.departmentName, 'PARAM_ERROR');
export const Code = line(LIMITS.code, 'PARAM_ERROR');
export const Description = lines(LIMITS.companyDescription, 'PARAM_ERROR');

/**
 * A department with its descendants. `members`: direct members; `totalMembers`: including descendants, each person
 * once.
 */
export interface DepartmentNode {
  id: string;
  name: string;
  code: string;
  description: string;
  parentId: string;
  members: number;
  totalMembers: number;
  children: DepartmentNode[];
}
export const DepartmentNode: v.GenericSchema<DepartmentNode> = v.object({
  id: v.string(),
  name: v.string(),
  code: v.string(),
  description: v.string(),
  parentId: v.string(),
  members: v.number(),
  totalMembers: v.number(),
  children: v.array(v.lazy(() => DepartmentNode)),
});

export const MemberRow = v.object({
  userId: Id,
  name: v.string(),
  email: v.string(),
  avatar: v.string(),
  role: v.picklist(['owner', 'admin', 'member']),
  status: v.picklist(['active', 'pending']),
  enabled: v.boolean(),
  startedAt: v.number(),
  departments: v.array(v.object({ id: v.string(), name: v.string() })),
});
export type MemberRow = v.InferOutput<typeof MemberRow>;

const UserIds = v.pipe(v.array(Id), v.minLength(1, 'PARAMETER_REQUIRED'), v.maxLength(500, 'PARAM_ERROR'));

export const departmentCalls = {
  create: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/department/create',
    who: 'admin',
    summary: 'Creates a department, below another or directly below the company.',
    input: v.object({
      companyId: Id,
      name: DepartmentName,
      code: v.optional(Code, ''),
      description: v.optional(Description, ''),
      parentId: v.optional(IdOrNone, ''),
    }),
    output: v.object({ id: Id }),
    errors: [
      'PARAM_ERROR',
      'NO_PERMISSION',
      'DEPARTMENT_NOT_FOUND',
      'DEPARTMENT_NAME_DUPLICATED',
      'DEPARTMENT_CODE_DUPLICATED',
    ],
  }),
  update: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/department/update',
    who: 'admin',
    summary: 'Changes a department; parentId moves it with its descendants.',
    input: v.object({
      id: Id,
      name: v.optional(DepartmentName),
      code: v.optional(Code),
      description: v.optional(Description),
      parentId: v.optional(IdOrNone),
    }),
    output: v.object({}),
    errors: ['PARAM_ERROR', 'DEPARTMENT_NOT_FOUND', 'DEPARTMENT_NAME_DUPLICATED', 'DEPARTMENT_CODE_DUPLICATED'],
  }),
  remove: defineCall({
    service: 'organization',
    method: 'DELETE',
    path: '/department/{id}',
    who: 'admin',
    summary: 'Deletes a department without members or child departments.',
    input: v.object({ id: Id }),
    output: v.object({}),
    errors: ['DEPARTMENT_NOT_FOUND', 'DEPARTMENT_HAS_CHILD', 'DEPARTMENT_HAS_USER'],
  }),
  tree: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/department/inherited/company/{id}',
    who: 'member',
    scope: 'structure.read',
    summary: 'The departments as a tree, with member counts.',
    input: v.object({ id: Id }),
    output: v.object({ departments: v.array(DepartmentNode), members: v.number(), unassigned: v.number() }),
    errors: ['NO_PERMISSION'],
  }),
  members: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/user/company/{id}/department/users',
    who: 'member',
    scope: 'structure.read',
    summary: 'Members by department; departmentId selects one department, "none" members without a department.',
    input: v.object({ id: Id, departmentId: v.optional(v.string(), '') }),
    output: v.object({ departments: v.array(v.object({ departmentId: v.string(), members: v.array(MemberRow) })) }),
    errors: ['NO_PERMISSION', 'DEPARTMENT_NOT_FOUND'],
  }),
  addMembers: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/users/department/set',
    who: 'admin',
    summary: 'Adds members to a department.',
    input: v.object({ userIds: UserIds, departmentId: Id }),
    output: v.object({}),
    errors: ['DEPARTMENT_NOT_FOUND', 'USER_COMPANY_NOT_FOUND'],
  }),
  removeMembers: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/users/department/unset',
    who: 'admin',
    summary: 'Removes members from a department.',
    input: v.object({ userIds: UserIds, departmentId: Id }),
    output: v.object({}),
    errors: ['DEPARTMENT_NOT_FOUND', 'USER_COMPANY_NOT_FOUND'],
  }),
};
