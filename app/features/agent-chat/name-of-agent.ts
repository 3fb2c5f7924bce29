import type { TFunction } from 'i18next';
import type { UsableAgent } from '~/features/agents/use-agents';

/** Its name; a word for one that this device does not have. `t` must know `agentChat`. */
export const nameOfAgent = (
  t: TFunction<readonly ['agent-chat', ...string[]]>,
  agent: Pick<UsableAgent, 'name'> | null,
): string => agent?.name || t('agent-chat:unknown');
