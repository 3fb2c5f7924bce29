/** Templates of generated text. */
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { templatePolicy } from './policy';

export const templateFeature = defineFeature<CoreServices>({
  name: 'core/templates',
  calls: none('because templates are read and changed by replication'),
  handlers: none('because it has no calls'),
  policies: () => [templatePolicy],
  jobs: none('because its work is done in the pushes'),
  notifications: none('because it sends none'),
  ownership: none('because custom templates are their creator’s own and end with the membership'),
  retention: none('because a template stays until its creator deletes it'),
  storage: none('because it stores no files'),
  audit: none('because members change them themselves, without an administrator'),
  passages: none('because templates are not searched'),
  demo: none('because the demo has no templates'),
});
