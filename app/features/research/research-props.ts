import type { QueuedResearchCall } from '../../../sync/engine/host/api';
import type { Project } from '../../../sync/model/kinds/projects';
import type { Report } from '../../../sync/model/kinds/reports';
import type { Research } from '../../../sync/model/kinds/researches';
import type { Thread } from '../../../sync/model/kinds/threads';

/** What the parts of the screen of a research show. */
export interface ResearchProps {
  thread: Thread;
  research: Research;
  queued: readonly QueuedResearchCall[];
  /** null: there is none yet */
  report: Report | null;
  project: Project | null;
  /** the person has begun it, and alone answers, plans and stops it */
  isOwn: boolean;
}
