/** The search as calls. */
import { bind, type BoundCall } from '../../platform/http/feature';
import type { CoreServices } from '../context';
import { visibleOr } from '../change';
import { searchCalls } from './contract';
import { SearchService } from './service';

export function searchRoutes({ platform, sync }: Pick<CoreServices, 'platform' | 'sync'>): BoundCall[] {
  const service = new SearchService(platform);
  return [
    bind(searchCalls.ofProject, async ({ actor, input: { projectId, keyword, recordLimit } }) => {
      await visibleOr(sync, actor, 'projects', projectId, 'PROJECT_NOT_FOUND');
      return service.ofProject(actor, keyword, recordLimit, projectId);
    }),
    bind(searchCalls.all, ({ actor, input: { keyword, recordLimit } }) => service.search(actor, keyword, recordLimit)),
  ];
}
