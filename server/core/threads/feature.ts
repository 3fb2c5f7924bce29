/** Threads: chats, researches, articles and tasks. */
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { threadPolicy } from './policy';

export const threadFeature = defineFeature<CoreServices>({
  name: 'core/threads',
  calls: none('because threads are read and changed by replication'),
  handlers: none('because it has no calls'),
  policies: () => [threadPolicy],
  jobs: none('because its work is done in the pushes'),
  notifications: none('because it sends none'),
  ownership: none('because no thread is made before its feature exists'),
  retention: none('because no thread is made before its feature exists'),
  storage: none('because it stores no files'),
  audit: none('because members change them themselves, without an administrator'),
  passages: none('because threads are not searched'),
  demo: none('because the demo has no threads'),
});
