/** How a question of home is answered, and by which agent: chosen beside the modes, or by `@` in the field. */
import { useState } from 'react';
import { BUILT_IN_AGENTS, type AgentTool } from '../../../sync/model/agents';
import type { Mode } from './modes';
import type { AskedAgent, AskedAgents } from './use-asked-agents';

/** The agent that answers unless another one is chosen. */
const FIRST_AGENT: { id: string; tools: readonly AgentTool[] } = {
  id: 'ai-search',
  tools: BUILT_IN_AGENTS['ai-search'].tools,
};

export function useAgentMode() {
  const [mode, setMode] = useState<Mode>('search');
  const [agent, setAgent] = useState(FIRST_AGENT);
  /** undefined until it was needed, and known */
  const [known, setKnown] = useState<AskedAgents>();
  /** chosen by `@`, and what was chosen before that */
  const [named, setNamed] = useState<{ agent: AskedAgent; before: { mode: Mode; agent: typeof FIRST_AGENT } } | null>(
    null,
  );
  return {
    mode,
    setMode: (next: Mode): void => {
      setMode(next);
      setNamed(null);
    },
    agent,
    /** beside the modes */
    chooseAgent: (next: AskedAgent): void => {
      setAgent(next);
      setNamed((last) => last && { ...last, agent: next });
    },
    /** by `@` */
    nameAgent: (next: AskedAgent): void => {
      setNamed((last) => ({ agent: next, before: last?.before ?? { mode, agent } }));
      setAgent(next);
      setMode('agent');
    },
    /** as before it was named */
    removeAgent: (): void => {
      if (!named) return;
      setMode(named.before.mode);
      setAgent(named.before.agent);
      setNamed(null);
    },
    named: named?.agent ?? null,
    known,
    setKnown,
    /** it was taken back or deleted since it was named */
    isGone: named !== null && known?.isAllowed === true && !known.agents.some(({ id }) => id === named.agent.id),
  };
}
