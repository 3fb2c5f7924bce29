import { AgentList } from '~/features/agents/agent-list';
import { ScreenError } from '~/features/project/screen-error';
import { loadNamespaces } from '~/i18n/client';

export const clientLoader = async () => {
  await loadNamespaces(['agents']);
  return null;
};

export default function Agents() {
  return <AgentList />;
}

export const ErrorBoundary = ScreenError;
