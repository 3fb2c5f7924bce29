/** Deep research. */
import type { Research } from '../../../../model/kinds/researches';

type PlanChange = { id: string } & Partial<Pick<Research, 'plan' | 'budget' | 'usesWeb' | 'own'>>;

export interface ResearchCommands {
  /**
   * Starts a deep research in a private thread of its own; offline it waits for the connection. `followsId`: the
   * research whose report it follows up, '' for none. Throws CHAT_QUESTION_REQUIRED, PROJECT_NOT_FOUND
   */
  'research.start': {
    input: Pick<Research, 'question' | 'usesWeb' | 'own' | 'language'> & { projectId?: string; followsId?: string };
    output: { id: string };
  };
  /**
   * queued as a call: answers the next open question ('' skips all), or gives feedback on the plan or the report. All
   * commands on a research throw DEEP_RESEARCH_NOT_FOUND, NO_PERMISSION
   */
  'research.answer': { input: { id: string; text: string }; output: null };
  /** queued as a call, merged with a waiting one: saves the given fields of the plan. Throws PARAM_ERROR */
  'research.plan': { input: PlanChange; output: null };
  /** queued as calls: saves the given fields of the plan and starts the work */
  'research.begin': { input: PlanChange; output: null };
  /** queued as a call: stops the work; findings so far become a partial report */
  'research.stop': { input: { id: string }; output: null };
  /** queued as a call: continues a research that was stopped or failed */
  'research.retry': { input: { id: string }; output: null };
}
