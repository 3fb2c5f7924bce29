import { ChevronDown } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button as AriaButton } from 'react-aria-components';
import { MenuButton } from '~/ui/overlays/menu';
import { useAskedAgents, type AskedAgent, type AskedAgents } from './use-asked-agents';

/** Tells home which agents may be asked, and offers the choice of the one that answers beside the modes. */
export default function AgentChoice({
  agentId,
  onChange,
  onKnown,
}: {
  /** null: no choice is shown */
  agentId: string | null;
  onChange: (agent: AskedAgent) => void;
  onKnown: (asked: AskedAgents) => void;
}) {
  const { t } = useTranslation('agent-chat');
  const asked = useAskedAgents();
  useEffect(() => {
    if (asked) onKnown(asked);
  }, [asked, onKnown]);
  if (agentId === null || !asked?.isAllowed) return null;
  // one that was taken back meanwhile answers no more
  const chosen = asked.agents.find(({ id }) => id === agentId) ?? asked.agents[0]!;
  const label = t('home.label');
  return (
    <MenuButton
      label={label}
      placement="bottom start"
      items={asked.agents.map((agent) => ({
        id: agent.id,
        label: agent.title,
        ...(agent.introduction ? { detail: agent.introduction } : {}),
        icon: agent.icon,
        isSelected: agent.id === chosen.id,
      }))}
      onAction={(id) => {
        const next = asked.agents.find((agent) => agent.id === id);
        if (next) onChange(next);
      }}
      trigger={
        <AriaButton
          aria-label={`${label}: ${chosen.title}`}
          className="focus-ring flex h-9 max-w-full min-w-0 cursor-default items-center gap-1.5 rounded-control px-1.5 text-13 text-ink data-hovered:bg-hover data-pressed:bg-pressed"
        >
          {chosen.icon}
          <span className="truncate">{chosen.title}</span>
          <ChevronDown aria-hidden size={14} className="shrink-0 text-ink-muted" />
        </AriaButton>
      }
    />
  );
}
