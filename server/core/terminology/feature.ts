/** Terms of a company for transcription. */
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { termPolicy } from './policy';

export const terminologyFeature = defineFeature<CoreServices>({
  name: 'core/terminology',
  calls: none('because terms are read and changed by replication'),
  handlers: none('because it has no calls'),
  policies: () => [termPolicy],
  jobs: none('because its work is done in the pushes'),
  notifications: none('because it sends none'),
  ownership: none('because terms are the organization’s'),
  retention: none('because a term stays until a member deletes it'),
  storage: none('because it stores no files'),
  audit: none('because members change them themselves, without an administrator'),
  passages: none('because terms are not searched'),
  demo: none('because the demo has no terms'),
});
