/**
 * The mode and the agent of a question on the home screen. The agent is chosen beside the modes, or by `@` in the
 * field.
 */
import { useState } from 'react';
import { BUILT_IN_AGENTS, type AgentTool } from '../../../sync/model/agents';
import type { Mode } from './modes';
import type { AskedAgent, AskedAgents } from './use-asked-agents';

interface Answering {
  id: string;
  title: string;
  tools: readonly AgentTool[];
}
/** The default agent, until the agents are known. */
const FIRST_AGENT: Answering = { id: 'ai-search', title: '', tools: BUILT_IN_AGENTS['ai-search'].tools };

export function useAgentMode() {
  const [mode, setMode] = useState<Mode>('search');
  /** null: the person has not chosen one */
  const [chosen, setChosen] = useState<AskedAgent | null>(null);
  /** undefined until the agents were needed and read */
  const [known, setKnown] = useState<AskedAgents>();
  /** the agent chosen by `@`, with mode and agent before that choice */
  const [named, setNamed] = useState<{ agent: AskedAgent; before: { mode: Mode; chosen: AskedAgent | null } } | null>(
    null,
  );
  const agent: Answering =
    chosen ?? known?.agents.find(({ id }) => id === FIRST_AGENT.id) ?? known?.agents[0] ?? FIRST_AGENT;
  return {
    mode,
    setMode: (next: Mode): void => {
      setMode(next);
      setNamed(null);
    },
    agent,
    /** chooses an agent beside the modes */
    chooseAgent: (next: AskedAgent): void => {
      setChosen(next);
      setNamed((last) => last && { ...last, agent: next });
    },
    /** chooses an agent by `@`, and the agent mode */
    nameAgent: (next: AskedAgent): void => {
      setNamed((last) => ({ agent: next, before: last?.before ?? { mode, chosen } }));
      setChosen(next);
      setMode('agent');
    },
    /** removes an agent chosen by `@`, and restores the mode and the agent that were chosen before it */
    removeAgent: (): void => {
      if (!named) return;
      setMode(named.before.mode);
      setChosen(named.before.chosen);
      setNamed(null);
    },
    named: named?.agent ?? null,
    known,
    setKnown,
    /** whether the chosen agent was withdrawn or deleted since it was chosen */
    isGone:
      mode === 'agent' &&
      chosen !== null &&
      known?.isAllowed === true &&
      !known.agents.some(({ id }) => id === chosen.id),
  };
}
