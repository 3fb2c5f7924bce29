/** Signed-in devices. */
import { callGroup } from '../../platform/openapi/group';
import { deviceCalls, DeviceSession, MemberDevice } from './contract';
import { deviceRoutes } from './routes';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const deviceFeature = defineFeature<OrganizationServices>({
  name: 'organization/sessions',
  calls: [
    callGroup('Devices', 'Where people are signed in, and signing devices out.', deviceCalls, {
      DeviceSession,
      MemberDevice,
    }),
  ],
  handlers: ({ devices }) => deviceRoutes(devices),
  policies: none('because it has no documents'),
  jobs: none('because its work is done in the calls'),
  notifications: none('because it sends none'),
  ownership: none('because a session is its person’s own'),
  retention: none('because ended sessions are deleted by the identity feature'),
  storage: none('because it stores no files'),
  audit: ['device.erased', 'member.sessionsEnded'],
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
