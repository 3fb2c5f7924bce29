import { useParams } from '@remix-run/react';
import { EditAgent } from '~/features/agents/edit-agent';
import { EnabledOnly } from '~/features/agents/enabled-only';
import { ScreenError } from '~/features/project/screen-error';
import { loadNamespaces } from '~/i18n/client';

export const clientLoader = async () => {
  await loadNamespaces(['agents']);
  return null;
};

export default function AgentEdit() {
  const { id = '' } = useParams();
  return (
    <EnabledOnly>
      <EditAgent key={id} id={id} />
    </EnabledOnly>
  );
}

export const ErrorBoundary = ScreenError;
