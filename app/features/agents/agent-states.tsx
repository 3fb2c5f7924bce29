import { useTranslation } from 'react-i18next';
import { Badge } from '~/ui/data/badge';
import type { Agent } from '../../../sync/model/kinds/agents';
import { STATE_TONES, statesOf, type QueuedPublishing } from './agent-state';

/** Badges of an own agent: its audience, and versions that wait for approval. */
export function AgentStates({ agent, queued }: { agent: Agent; queued: QueuedPublishing | undefined }) {
  const { t } = useTranslation('agents');
  return (
    <>
      {statesOf(agent, queued).map((state) => (
        <Badge key={state} tone={STATE_TONES[state]}>
          {t(`state.${state}`)}
        </Badge>
      ))}
    </>
  );
}
