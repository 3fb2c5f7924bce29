import type { TFunction } from 'i18next';
import type { UsableAgent } from '~/features/agents/use-agents';

/** The name of an agent; a generic word for one that is not on this device. `t` must have loaded `agentChat`. */
export const nameOfAgent = (
  t: TFunction<readonly ['agent-chat', ...string[]]>,
  agent: Pick<UsableAgent, 'name'> | null,
): string => agent?.name || t('agent-chat:unknown');
