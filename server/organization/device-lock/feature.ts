/** Recovery secrets of device locks. */
import { callGroup } from '../../platform/openapi/group';
import { deviceLockCalls } from './contract';
import { deviceLockRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const deviceLockFeature = defineFeature<OrganizationServices>({
  name: 'organization/device-lock',
  calls: [callGroup('Device lock', 'The recovery secret of a device’s lock.', deviceLockCalls)],
  handlers: ({ deviceLocks }) => deviceLockRoutes(deviceLocks),
  policies: none('because it has no documents'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because a recovery secret belongs to a person’s device'),
  retention: none('because a recovery secret is deleted with its session'),
  storage: none('because it stores no files'),
  audit: none('because administrators change nothing here'),
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
