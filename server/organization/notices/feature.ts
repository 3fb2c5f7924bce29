/** Delivery of notifications by e-mail and push. */
import { bind } from '../../platform/http/feature';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';
import { pushCalls } from './contract';

export const noticeFeature = defineFeature<OrganizationServices>({
  name: 'organization/notices',
  calls: [callGroup('Push messages', 'Notifications to installed apps and browsers.', pushCalls)],
  handlers: ({ push }) => [
    bind(pushCalls.key, async () => ({ publicKey: await push.publicKey() })),
    bind(pushCalls.subscribe, async ({ actor, input }) => {
      await push.subscribe(actor, input);
      return {};
    }),
    bind(pushCalls.unsubscribe, async ({ actor }) => {
      await push.unsubscribe(actor);
      return {};
    }),
  ],
  rawHandlers: ({ unsubscribing }) => [unsubscribing.handler()],
  policies: none('because server/sync/policies.ts has the rules of notifications and preferences'),
  jobs: ({ noticeDelivery, push }) => [noticeDelivery.job(), push.job()],
  notifications: none('because it delivers the kinds of other features and creates none itself'),
  ownership: none('because a subscription ends with its session'),
  retention: { cleanUp: ({ push }) => push.cleanUp() },
  storage: none('because it stores no files'),
  audit: none('because people change their own devices only'),
  passages: none('because it has no text to search'),
  demo: none('because the demo has no devices'),
});
