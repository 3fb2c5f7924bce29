/** Departments and their members. */
import { callGroup } from '../../platform/openapi/group';
import { departmentCalls, DepartmentNode, MemberRow } from './contract';
import { departmentRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const departmentFeature = defineFeature<OrganizationServices>({
  name: 'organization/departments',
  calls: [
    callGroup('Departments', 'The tree of departments and who is in them.', departmentCalls, {
      Department: DepartmentNode,
      MemberRow,
    }),
  ],
  handlers: ({ platform, departments, sync, audit }) => departmentRoutes(platform, departments, sync, audit),
  policies: none('because its documents are written by the server alone'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because the removal itself takes a person out of departments'),
  retention: none('because a department stays until an administrator deletes it'),
  storage: none('because it stores no files'),
  audit: [
    'department.created',
    'department.updated',
    'department.deleted',
    'department.membersAdded',
    'department.membersRemoved',
  ],
  passages: none('because it has no text to search'),
  demo: none('because the demo’s people and departments are made before all content'),
});
