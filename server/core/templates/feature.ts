/** Templates of meeting summaries. */
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import { writeDemoTemplates } from './demo/write';
import type { CoreServices } from '../context';
import { templateCalls } from './contract';
import { transferTemplates } from './ownership';
import { templatePolicy } from './policy';
import { templateRoutes } from './routes';

export const templateFeature = defineFeature<CoreServices>({
  name: 'core/templates',
  calls: [callGroup('Summary templates', 'Built-in and custom templates of meeting summaries.', templateCalls)],
  handlers: (core) => templateRoutes(core),
  policies: () => [templatePolicy],
  jobs: none('because its work is done in the pushes'),
  notifications: none('because it sends none'),
  ownership: (_core, tx, leaver, heirId) => transferTemplates(tx, leaver, heirId),
  retention: none('because a template stays until its creator deletes it'),
  storage: none('because it stores no files'),
  audit: none('because members change them themselves, without an administrator'),
  passages: none('because templates are not searched'),
  demo: writeDemoTemplates,
});
