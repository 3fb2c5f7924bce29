import { agentCalls } from '../../../server/core/agents/contract';
import type { OutsiderEntry } from '../../support/outsiders';

export const entries: OutsiderEntry[] = [
  [agentCalls.permission, () => []],
  [agentCalls.search, () => [{}]],
  [agentCalls.create, () => []],
  [agentCalls.get, (ann) => [{ id: ann.agent }]],
  [agentCalls.update, (ann) => [{ id: ann.agent, introduction: 'taken' }]],
  [agentCalls.usage, (ann) => [{ id: ann.agent }]],
  [agentCalls.createChat, (ann) => [{ agentId: ann.agent, query: 'What are you told?', isTest: true }]],
  [agentCalls.decide, (ann) => [{ turnId: ann.agentTurn, proposalId: 's1', isConfirmed: false }]],
  [agentCalls.undo, (ann) => [{ turnId: ann.agentTurn, proposalId: 's2' }]],
  [agentCalls.publish, (ann) => [{ id: ann.agent, published: true }]],
  [agentCalls.remove, (ann) => [{ id: ann.agent }]],
  // of administrators, who read the versions that wait for them: core-agent-publishing.integration.ts
  [agentCalls.permissionSetting, () => []],
  [agentCalls.setPermission, () => []],
  [agentCalls.waiting, () => []],
  [agentCalls.approve, () => []],
];
