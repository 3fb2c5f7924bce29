/** Views of pages that are shared or published. */
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { pageViewCalls } from './contract';
import { pageViewRoutes } from './routes';

export const pageViewFeature = defineFeature<CoreServices>({
  name: 'core/page-views',
  calls: [callGroup('Page views', 'Views of pages that are shared or published.', pageViewCalls)],
  handlers: ({ platform }) => pageViewRoutes(platform),
  policies: none('because it has no documents'),
  jobs: none('because a view is counted in its call'),
  notifications: none('because it sends none'),
  ownership: none('because counts belong to no person'),
  retention: none('because counts name no person and have no content'),
  storage: none('because it stores no files'),
  audit: none('because administrators change nothing here'),
  passages: none('because it has no documents'),
  demo: none('because the demo’s pages were not viewed yet'),
});
