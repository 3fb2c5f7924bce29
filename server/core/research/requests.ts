/** Names of the runs of a research, the id of its use, and cancelling of its runs. */
import { cancelRunsOf } from '../../runs/cancel';
import type { Platform } from '../../platform/context';

/** asks the person clarifying questions, and makes the plan */
export const REFINE_RUN = 'research.refine';
/** searches, reads and writes as planned */
export const WORK_RUN = 'research.work';

export const idOfUse = (threadId: string): string => `${threadId}/research`;

/** Cancels the runs of a research that is deleted. */
export const cancelResearch = (platform: Platform, companyId: string, threadId: string): Promise<void> =>
  cancelRunsOf(platform, companyId, [REFINE_RUN, WORK_RUN], [threadId]);
