import { WaitingAgents } from '~/features/agents/waiting-agents';
import { ScreenError } from '~/features/project/screen-error';
import { loadNamespaces } from '~/i18n/client';

export const clientLoader = async () => {
  await loadNamespaces(['agents']);
  return null;
};

export default function AgentsWaiting() {
  return <WaitingAgents />;
}

export const ErrorBoundary = ScreenError;
