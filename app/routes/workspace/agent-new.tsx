import { AgentEditor } from '~/features/agents/agent-editor';
import { EnabledOnly } from '~/features/agents/enabled-only';
import { ScreenError } from '~/features/project/screen-error';
import { loadNamespaces } from '~/i18n/client';

export const clientLoader = async () => {
  await loadNamespaces(['agents']);
  return null;
};

export default function AgentNew() {
  return (
    <EnabledOnly>
      <AgentEditor agent={null} />
    </EnabledOnly>
  );
}

export const ErrorBoundary = ScreenError;
