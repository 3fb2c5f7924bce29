/** The agents that this person may use, from this device: built-in ones, their own, and those of colleagues. */
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount, useQuery, useStatus } from '~/replica/hooks';
import {
  BUILT_IN_AGENT_IDS,
  BUILT_IN_AGENTS,
  FIRST_PERMISSION,
  mayUseAgents,
  type AgentTool,
  type BuiltInAgentId,
} from '../../../sync/model/agents';
import type { Agent } from '../../../sync/model/kinds/agents';

/** An agent as it is used: the draft of an own agent, or the published version of an agent of a colleague. */
export interface UsableAgent {
  id: string;
  name: string;
  introduction: string;
  /** a picture as a data address, '' for none */
  avatar: string;
  tools: readonly AgentTool[];
  /** questions that a new chat suggests */
  openings: readonly string[];
  /** '' for built-in agents */
  creatorId: string;
  isBuiltIn: boolean;
  isPublished: boolean;
  /** the draft of an own agent, null for others */
  own: Agent | null;
}

const builtIn = (t: TFunction<'agents'>, id: BuiltInAgentId): UsableAgent => ({
  id,
  name: t(`builtIn.${id}.name`),
  introduction: t(`builtIn.${id}.introduction`),
  avatar: '',
  tools: BUILT_IN_AGENTS[id].tools,
  openings: [t(`builtIn.${id}.opening.first`), t(`builtIn.${id}.opening.second`)],
  creatorId: '',
  isBuiltIn: true,
  isPublished: true,
  own: null,
});

const NEWEST_FIRST = [{ recency: 'asc' as const }];

/** Built-in agents, then own ones, then those of colleagues, each newest first; undefined until read. */
export function useAgents(): UsableAgent[] | undefined {
  const { t } = useTranslation('agents');
  const account = useAccount();
  const mine = useQuery({ kind: 'find', collection: 'agents', sort: NEWEST_FIRST });
  const published = useQuery({ kind: 'find', collection: 'publishedAgents', sort: NEWEST_FIRST });
  return useMemo(() => {
    if (!account || !mine || !published) return undefined;
    const own = mine.filter(({ creatorId }) => creatorId === account.userId);
    return [
      ...BUILT_IN_AGENT_IDS.map((id) => builtIn(t, id)),
      ...own.map((agent): UsableAgent => ({
        ...summaryOf(agent),
        isPublished: agent.liveVersion > 0,
        own: agent,
      })),
      ...published
        .filter(({ id, creatorId }) => creatorId !== account.userId && !own.some((agent) => agent.id === id))
        .map((agent): UsableAgent => ({ ...summaryOf(agent), isPublished: true, own: null })),
    ];
  }, [t, account, mine, published]);
}

const summaryOf = ({
  id,
  name,
  introduction,
  avatar,
  tools,
  openings,
  creatorId,
}: Pick<Agent, 'id' | 'name' | 'introduction' | 'avatar' | 'tools' | 'openings' | 'creatorId'>) => ({
  ...{ id, name, introduction, avatar, tools, openings, creatorId },
  isBuiltIn: false,
});

/** One of these agents: undefined until read, null if this device has none with this id. */
export function useAgent(id: string): UsableAgent | null | undefined {
  const agents = useAgents();
  return useMemo(() => agents && (agents.find((agent) => agent.id === id) ?? null), [agents, id]);
}

/**
 * `isAllowed`: this person may ask, create and publish agents. `isEnabled`: they see the screens of agents; without
 * `isAllowed`, because they own agents, which they may only withdraw and delete. Undefined until known.
 */
export function useAgentPermission(): { isEnabled: boolean; isAllowed: boolean } | undefined {
  const account = useAccount();
  const settings = useQuery(account && { kind: 'one', collection: 'agentSettings', id: account.companyId });
  const isChosen = settings?.mode === 'chosen';
  const people = useQuery(isChosen ? { kind: 'find', collection: 'people' } : null);
  const mine = useQuery({ kind: 'find', collection: 'agents' });
  const { firstSync } = useStatus();
  return useMemo(() => {
    // an organization that never set the permission has no document; during the first sync it may still arrive
    if (settings === null && firstSync) return undefined;
    if (!account || settings === undefined || !mine || (isChosen && !people)) return undefined;
    const isAllowed = mayUseAgents(settings ?? FIRST_PERMISSION, account.userId, people ?? []);
    return { isAllowed, isEnabled: isAllowed || mine.some(({ creatorId }) => creatorId === account.userId) };
  }, [account, settings, isChosen, people, mine, firstSync]);
}
