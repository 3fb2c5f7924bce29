/** The runs of a research: their names, and the id under which its use is counted. */
import { cancelRunsOf } from '../../runs/cancel';
import type { Platform } from '../../platform/context';

/** asks its person what is unclear, and makes the plan */
export const REFINE_RUN = 'research.refine';
/** searches, reads and writes, as the plan says */
export const WORK_RUN = 'research.work';

export const idOfUse = (threadId: string): string => `${threadId}/research`;

/** Ends what is being done for a research that is deleted. */
export const cancelResearch = (platform: Platform, companyId: string, threadId: string): Promise<void> =>
  cancelRunsOf(platform, companyId, [REFINE_RUN, WORK_RUN], [threadId]);
