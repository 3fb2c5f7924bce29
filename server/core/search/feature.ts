/** Search over everything that a person may see. */
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { cleanUpIndex } from './clean-up';
import { searchCalls } from './contract';
import { searchJobs } from './jobs';
import { searchRoutes } from './routes';

export const searchFeature = defineFeature<CoreServices>({
  name: 'core/search',
  calls: [
    callGroup(
      'Search',
      'Search over projects, notes, meetings, files and links, and the chats of a project.',
      searchCalls,
    ),
  ],
  handlers: searchRoutes,
  policies: none('because its index is no document'),
  jobs: searchJobs,
  notifications: none('because it sends none'),
  ownership: none('because the index knows documents by their space'),
  retention: { cleanUp: ({ platform }) => cleanUpIndex(platform) },
  storage: none('because the index can be made again'),
  audit: none('because searching changes nothing'),
  passages: none('because it reads the passages that others have'),
  demo: none('because the index follows the demo’s documents'),
});
