import { ChevronDown } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button as AriaButton } from 'react-aria-components';
import { MenuButton } from '~/ui/overlays/menu';
import { useAskedAgents, type AskedAgent, type AskedAgents } from './use-asked-agents';

/**
 * Reports the agents that the person may ask to the home screen, and renders the choice among them beside the modes.
 */
export default function AgentChoice({
  agent,
  onChange,
  onKnown,
}: {
  /** the chosen agent; null: the choice is not rendered */
  agent: { id: string; title: string } | null;
  onChange: (agent: AskedAgent) => void;
  onKnown: (asked: AskedAgents) => void;
}) {
  const { t } = useTranslation('agent-chat');
  const asked = useAskedAgents();
  useEffect(() => {
    if (asked) onKnown(asked);
  }, [asked, onKnown]);
  if (agent === null || !asked?.isAllowed) return null;
  // an agent that was withdrawn meanwhile keeps its name here until another one is chosen
  const shown = asked.agents.find(({ id }) => id === agent.id);
  const name = shown?.title ?? agent.title;
  const label = t('home.label');
  return (
    <MenuButton
      label={label}
      placement="bottom start"
      items={asked.agents.map(({ id, title, introduction, icon }) => ({
        id,
        label: title,
        ...(introduction ? { detail: introduction } : {}),
        icon,
        isSelected: id === agent.id,
      }))}
      onAction={(id) => {
        const next = asked.agents.find((each) => each.id === id);
        if (next) onChange(next);
      }}
      trigger={
        <AriaButton
          aria-label={`${label}: ${name}`}
          className="focus-ring flex h-9 max-w-full min-w-0 cursor-default items-center gap-1.5 rounded-control px-1.5 text-13 text-ink data-hovered:bg-hover data-pressed:bg-pressed"
        >
          {shown?.icon}
          <span className="truncate">{name}</span>
          <ChevronDown aria-hidden size={14} className="shrink-0 text-ink-muted" />
        </AriaButton>
      }
    />
  );
}
