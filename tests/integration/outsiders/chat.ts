import { chatCalls } from '../../../server/core/chat/contract';
import type { OutsiderEntry } from '../../support/outsiders';

const query = 'What was decided?';

export const entries: OutsiderEntry[] = [
  [
    chatCalls.createHome,
    (ann) => [
      { query, mode: 'search', context: [{ kind: 'notes', id: ann.note }] },
      { query, mode: 'agent', context: [{ kind: 'notes', id: ann.note }] },
      { query, mode: 'research', context: [{ kind: 'projects', id: ann.project }] },
    ],
  ],
  [chatCalls.createFelo, () => []],
  [chatCalls.createInProject, (ann) => [{ projectId: ann.project, query }]],
  [chatCalls.get, (ann) => [{ id: ann.thread }]],
  [chatCalls.searchMine, () => []],
  [chatCalls.rateSource, (ann) => [{ turnId: ann.turn, source: 1, isUseless: true }]],
  [chatCalls.report, (ann) => [{ turnId: ann.turn, reason: 'wrong' }]],
  [chatCalls.stop, (ann) => [{ turnId: ann.turn }]],
  [chatCalls.retry, (ann) => [{ turnId: ann.turn }]],
  [chatCalls.question, (ann) => [{ id: ann.thread, query }]],
  [chatCalls.terminate, (ann) => [{ id: ann.thread }]],
  [chatCalls.setShare, (ann) => [{ chatId: ann.thread, shareRange: 'private' }]],
  [chatCalls.remove, (ann) => [{ id: ann.thread }]],
];
