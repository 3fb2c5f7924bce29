/** The audit trail. */
import { callGroup } from '../../platform/openapi/group';
import { AuditEntry, auditCalls } from './contract';
import { auditRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const auditFeature = defineFeature<OrganizationServices>({
  name: 'organization/audit',
  calls: [callGroup('Audit', 'What administrators did.', auditCalls, { AuditEntry })],
  handlers: ({ platform }) => auditRoutes(platform),
  policies: none('because it has no documents'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because entries keep the name of the person who acted'),
  retention: none('because the audit trail is never shortened'),
  storage: none('because it stores no files'),
  audit: none('because reading the trail is no entry of it'),
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
