import { ChevronDown } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button as AriaButton } from 'react-aria-components';
import { AgentAvatar } from '~/features/agents/agent-avatar';
import { useAgentPermission, useAgents, type UsableAgent } from '~/features/agents/use-agents';
import { MenuButton } from '~/ui/overlays/menu';

/** Which agent answers, beside the modes. */
export default function AgentChoice({
  agentId,
  onChange,
  onAllowed,
}: {
  agentId: string;
  onChange: (agent: Pick<UsableAgent, 'id' | 'tools'>) => void;
  /** told whether this person may ask agents */
  onAllowed: (isAllowed: boolean) => void;
}) {
  const { t } = useTranslation('agent-chat');
  const isAllowed = useAgentPermission()?.isAllowed;
  const agents = useAgents();
  const asked = useMemo(() => agents?.filter(({ isBuiltIn, isPublished }) => isBuiltIn || isPublished), [agents]);
  useEffect(() => {
    if (isAllowed !== undefined) onAllowed(isAllowed);
  }, [isAllowed, onAllowed]);
  if (!asked || !isAllowed) return null;
  // one that was taken back meanwhile answers no more
  const chosen = asked.find(({ id }) => id === agentId) ?? asked[0]!;
  const label = t('home.label');
  return (
    <MenuButton
      label={label}
      placement="bottom start"
      items={asked.map((agent) => ({
        id: agent.id,
        label: agent.name,
        ...(agent.introduction ? { detail: agent.introduction } : {}),
        icon: <AgentAvatar agent={agent} size={24} />,
        isSelected: agent.id === chosen.id,
      }))}
      onAction={(id) => {
        const next = asked.find((agent) => agent.id === id);
        if (next) onChange(next);
      }}
      trigger={
        <AriaButton
          aria-label={`${label}: ${chosen.name}`}
          className="focus-ring flex h-9 max-w-full min-w-0 cursor-default items-center gap-1.5 rounded-control px-1.5 text-13 text-ink data-hovered:bg-hover data-pressed:bg-pressed"
        >
          <AgentAvatar agent={chosen} size={20} />
          <span className="truncate">{chosen.name}</span>
          <ChevronDown aria-hidden size={14} className="shrink-0 text-ink-muted" />
        </AriaButton>
      }
    />
  );
}
