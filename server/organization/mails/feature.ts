/** E-mails, their limits, and the tokens in their links. */
import { defineFeature, none } from '../../shared/feature';
import type { OrganizationServices } from '../services';

export const mailFeature = defineFeature<OrganizationServices>({
  name: 'organization/mails',
  calls: none('because clients send no mail; other features do'),
  handlers: none('because it has no calls'),
  policies: none('because it has no documents'),
  jobs: ({ post }) => [post.job()],
  notifications: none('because it sends none'),
  ownership: none('because it owns nothing of a person'),
  retention: {
    cleanUp: async ({ mailTokens, mailLimits }) => {
      await mailTokens.cleanUp();
      await mailLimits.cleanUp();
    },
  },
  storage: none('because it stores no files'),
  audit: none('because administrators change nothing here'),
  passages: none('because it has no text to search'),
  demo: none('because the demo company has people and content only'),
});
