/** Profiles and pictures. */
import { callGroup } from '../../platform/openapi/group';
import { Company, profileCalls } from './contract';
import { profileRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const profileFeature = defineFeature<OrganizationServices>({
  name: 'organization/profile',
  calls: [callGroup('Profiles', 'Profiles and pictures of people and organizations.', profileCalls, { Company })],
  handlers: ({ profile, pictures }) => profileRoutes(profile, pictures),
  policies: none('because its documents are written by the server alone'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because a profile is its person’s own'),
  retention: none('because a profile stays with its account'),
  storage: none('because pictures are small, one for each person and organization'),
  audit: ['company.updated', 'company.logo'],
  passages: none('because it has no text to search'),
  demo: none('because the demo’s people and departments are made before all content'),
});
