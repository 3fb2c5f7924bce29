import type { QueuedResearchCall } from '../../../sync/engine/host/api';
import type { Project } from '../../../sync/model/kinds/projects';
import type { Report } from '../../../sync/model/kinds/reports';
import type { Research } from '../../../sync/model/kinds/researches';
import type { Thread } from '../../../sync/model/kinds/threads';

/** Data of the screen of a research. */
export interface ResearchProps {
  thread: Thread;
  research: Research;
  queued: readonly QueuedResearchCall[];
  /** null if there is none yet */
  report: Report | null;
  project: Project | null;
  /** whether this person started it; only they may answer, plan and stop */
  isOwn: boolean;
}
