/** Settings of an organization, and its data retention. */
import { callGroup } from '../../platform/openapi/group';
import { CompanySetting, RetentionReceipt, settingCalls } from './contract';
import { RETENTION_CRON, RETENTION_JOB } from './retention';
import { settingRoutes } from './routes';
import { defineFeature, job, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const settingFeature = defineFeature<OrganizationServices>({
  name: 'organization/settings',
  calls: [
    callGroup('Settings', 'Settings of an organization, and its data retention.', settingCalls, {
      CompanySetting,
      RetentionReceipt,
    }),
  ],
  handlers: ({ settings, retention }) => settingRoutes(settings, retention),
  policies: none('because it has no documents'),
  jobs: ({ retention }) => [
    job(
      {
        name: RETENTION_JOB,
        concurrency: 1,
        expireInSeconds: 2 * 60 * 60,
        handle: (_data, { signal }) => retention.run(signal),
      },
      { cron: RETENTION_CRON },
    ),
  ],
  notifications: ['retentionDeleted'],
  ownership: none('because settings are the organization’s'),
  retention: none('because receipts of retention are the organization’s record'),
  storage: none('because it stores no files'),
  audit: ['company.setting', 'retention.deleted'],
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
