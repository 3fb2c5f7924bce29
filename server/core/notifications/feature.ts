/** Notifications of a person. */
import { notifications } from '../../../sync/model/kinds/notifications';
import { writeDemoNotifications } from './demo';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { notificationCalls } from './contract';
import { notificationRoutes } from './routes';

export const notificationFeature = defineFeature<CoreServices>({
  name: 'core/notifications',
  calls: [
    callGroup('Notifications', 'Notifications of people and of administrators.', notificationCalls, {
      Notification: notifications.schema,
    }),
  ],
  handlers: ({ platform, sync }) => notificationRoutes(platform, sync),
  policies: none('because server/sync/policies.ts has the rules of notifications and preferences'),
  jobs: none('because the features that send notifications do so in their own transactions'),
  notifications: none('because it delivers the kinds of other features and sends none itself'),
  ownership: none('because notifications are a person’s own and end with the membership'),
  retention: none('because a person deletes their notifications themselves'),
  storage: none('because it stores no files'),
  audit: none('because administrators change nothing here'),
  passages: none('because notifications are not searched'),
  demo: writeDemoNotifications,
});
