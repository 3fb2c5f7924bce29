import { useParams } from '@remix-run/react';
import { AgentScreen } from '~/features/agents/agent-screen';
import { ScreenError } from '~/features/project/screen-error';
import { loadNamespaces } from '~/i18n/client';

export const clientLoader = async () => {
  await loadNamespaces(['agents']);
  return null;
};

export default function Agent() {
  const { id = '' } = useParams();
  return <AgentScreen key={id} id={id} />;
}

export const ErrorBoundary = ScreenError;
