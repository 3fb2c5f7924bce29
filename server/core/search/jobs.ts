/** The job by which the search index follows a company's documents. */
import type { FeatureJob } from '../../shared/feature';
import type { CoreServices } from '../context';
import { followJobs } from '../follow-jobs';
import { SearchFollower } from './follower';
import { LeaseLost } from './lease';

export function searchJobs({ platform }: Pick<CoreServices, 'platform'>): FeatureJob[] {
  const follower = new SearchFollower(platform);
  return followJobs(platform, {
    name: 'search-follow',
    catchUpName: 'search-catch-up',
    // after the pushes that make the changes
    gatherMs: 1_000,
    heldSeconds: 5,
    failure: 'the search index does not follow',
    follow: async (companyId, signal) => {
      try {
        return await follower.follow(companyId, signal);
      } catch (error) {
        // the other process follows to the present
        if (error instanceof LeaseLost) return true;
        throw error;
      }
    },
    behind: () => follower.behind(),
  });
}
