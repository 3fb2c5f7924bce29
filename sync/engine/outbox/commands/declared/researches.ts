/** Deep research. */
import type { Research } from '../../../../model/kinds/researches';

export interface ResearchCommands {
  /**
   * Begins a deep research, in a thread of its own that only this person reads; offline it waits. `followsId`: the
   * research whose report it goes on from, '' for none. Throws CHAT_QUESTION_REQUIRED, PROJECT_NOT_FOUND
   */
  'research.start': {
    input: Pick<Research, 'question' | 'usesWeb' | 'own' | 'language'> & { projectId?: string; followsId?: string };
    output: { id: string };
  };
  /**
   * queued as a call: answers the next open question, '' leaves them open; says how the plan should change, or what to
   * think of the report. All calls of a research throw DEEP_RESEARCH_NOT_FOUND, NO_PERMISSION
   */
  'research.answer': { input: { id: string; text: string }; output: null };
  /** queued as a call, in place of one that waits: the plan as its person has edited it. Throws PARAM_ERROR */
  'research.plan': { input: { id: string } & Pick<Research, 'plan' | 'budget' | 'usesWeb' | 'own'>; output: null };
  /** queued as calls: the plan, and the beginning of its work */
  'research.begin': { input: { id: string } & Pick<Research, 'plan' | 'budget' | 'usesWeb' | 'own'>; output: null };
  /** queued as a call: ends the work; what it has found becomes a partial report */
  'research.stop': { input: { id: string }; output: null };
  /** queued as a call: goes on with a research that was stopped or failed */
  'research.retry': { input: { id: string }; output: null };
}
