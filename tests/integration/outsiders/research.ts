import { researchCalls } from '../../../server/core/research/contract';
import type { OutsiderEntry } from '../../support/outsiders';

export const entries: OutsiderEntry[] = [
  [researchCalls.start, (ann) => [{ title: 'What was decided?', projectId: ann.project }]],
  [researchCalls.get, (ann) => [{ id: ann.research }]],
  [researchCalls.step, (ann) => [{ id: ann.research }]],
  [researchCalls.report, (ann) => [{ id: ann.research }]],
  [researchCalls.html, (ann) => [{ id: ann.research }]],
  [researchCalls.searchMine, () => []],
  [researchCalls.setShare, (ann) => [{ id: ann.research, shareRange: 'private' }]],
  [researchCalls.savePlan, (ann) => [{ id: ann.research, plan: ['What was paid?'], usesWeb: false }]],
  [researchCalls.begin, (ann) => [{ id: ann.research }]],
  [researchCalls.cancel, (ann) => [{ id: ann.research }]],
  [researchCalls.retry, (ann) => [{ id: ann.research }]],
  [researchCalls.feedbacks, (ann) => [{ id: ann.askingResearch, feedback: 'The first' }]],
  [researchCalls.chat, (ann) => [{ sid: ann.askingResearch, user_input: 'The second' }]],
];
