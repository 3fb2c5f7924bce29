/** Unsent changes of revoked devices. */
import { callGroup } from '../../platform/openapi/group';
import { handoverCalls } from './contract';
import { handoverRoutes } from './routes';
import { HANDOVER_CRON, HANDOVER_JOB } from './review';
import { defineFeature, job, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const handoverFeature = defineFeature<OrganizationServices>({
  name: 'organization/handover',
  calls: [
    callGroup(
      'Handover',
      'Unsent changes of devices that were signed out, saved for their person to review.',
      handoverCalls,
    ),
  ],
  handlers: ({ handoverUploads, handoverReview }) => handoverRoutes(handoverUploads, handoverReview),
  policies: none('because it has no documents'),
  jobs: ({ handoverReview, handoverUploads }) => [
    job(
      {
        name: HANDOVER_JOB,
        concurrency: 1,
        handle: async () => {
          await handoverReview.cleanUp();
          await handoverUploads.notifyWaiting();
        },
      },
      { cron: HANDOVER_CRON },
    ),
  ],
  notifications: ['handedOver'],
  ownership: ({ handoverReview }, tx, leaver, heirId) => handoverReview.memberLeft(tx.companyId, leaver, heirId),
  retention: none('because its own job deletes reviewed and expired handovers'),
  storage: none('because handed-over audio is temporary and has a limit of its own'),
  audit: none('because administrators change nothing here'),
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
