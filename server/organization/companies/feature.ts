/** The organizations of the signed-in person. */
import { callGroup } from '../../platform/openapi/group';
import { myCompanyCalls } from './contract';
import { myCompanyRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const companyFeature = defineFeature<OrganizationServices>({
  name: 'organization/companies',
  calls: [callGroup('My organizations', 'The organizations of the signed-in person.', myCompanyCalls)],
  handlers: ({ myCompanies, identity }) => myCompanyRoutes(myCompanies, identity),
  policies: none('because its documents are written by the server alone'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because a membership ends with the removal itself'),
  retention: none('because an organization stays until its operator deletes it'),
  storage: none('because it stores no files'),
  audit: none('because administrators change nothing here'),
  passages: none('because it has no text to search'),
  demo: none('because the demo’s people and departments are made before all content'),
});
