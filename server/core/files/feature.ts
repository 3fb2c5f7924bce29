/** File types and their limits. */
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { fileCalls } from './contract';
import { fileRoutes } from './routes';

export const fileFeature = defineFeature<CoreServices>({
  name: 'core/files',
  calls: [callGroup('Files', 'Types of files and their limits.', fileCalls)],
  handlers: () => fileRoutes(),
  policies: none('because it has no documents'),
  jobs: none('because it answers from a constant table'),
  notifications: none('because it sends none'),
  ownership: none('because it owns nothing of a person'),
  retention: none('because it stores nothing'),
  storage: none('because it stores no files'),
  audit: none('because administrators change nothing here'),
  passages: none('because it has no documents'),
  demo: none('because it has no content'),
});
