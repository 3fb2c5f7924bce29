/** Selects the version of an agent that answers: the draft in its creator's test, otherwise the published version. */
import { BUILT_IN_AGENTS, isBuiltInAgent, type AgentTool } from '../../../sync/model/agents';
import type { AgentKnowledge } from '../../../sync/model/kinds/agents';
import { CallError } from '../../../sync/protocol/errors';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { versionsOf } from './publishing';

export interface Worker {
  id: string;
  /** 0 for a draft and for a built-in agent */
  version: number;
  /** '' for a built-in agent */
  name: string;
  instructions: string;
  knowledge: readonly AgentKnowledge[];
  tools: readonly AgentTool[];
  /** '' or undefined: the default model */
  model?: string | undefined;
}

type Reading = Pick<SyncTransaction, 'get' | 'roleIn'>;

/** Returns the agent of a chat. Throws AGENT_NOT_FOUND, also for an agent that the person may not use. */
export async function workerOf(
  tx: Reading,
  { agentId = '', isAgentTest = false }: Pick<StoredDoc<'threads'>, 'agentId' | 'isAgentTest'>,
  userId: string,
): Promise<Worker> {
  if (isBuiltInAgent(agentId)) {
    const { tools } = BUILT_IN_AGENTS[agentId];
    return { id: agentId, version: 0, name: '', instructions: '', knowledge: [], tools };
  }
  if (isAgentTest) {
    const draft = await tx.get('agents', agentId);
    if (draft?.creatorId !== userId) throw new CallError('AGENT_NOT_FOUND');
    return { ...draft, version: 0 };
  }
  const published = await tx.get('publishedAgents', agentId);
  const isSeen = published && (await tx.roleIn(published.space, userId)) !== null;
  const versions = isSeen ? await versionsOf(tx, agentId) : [];
  const version = versions.find(({ no }) => no === published?.version);
  if (!version) throw new CallError('AGENT_NOT_FOUND');
  return { ...version, id: agentId, version: version.no };
}
