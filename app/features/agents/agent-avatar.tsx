import { BookOpen, Bot, Sparkles, type LucideIcon } from 'lucide-react';
import { Avatar, type AvatarProps } from '~/ui/data/avatar';
import { cx } from '~/ui/cx';
import { isBuiltInAgent, type BuiltInAgentId } from '../../../sync/model/agents';
import type { UsableAgent } from './use-agents';

const ICONS: Record<BuiltInAgentId, LucideIcon> = { 'ai-search': Sparkles, 'knowledge-bot': BookOpen };

export interface AgentAvatarProps {
  agent: Pick<UsableAgent, 'id' | 'name' | 'avatar'>;
  size?: NonNullable<AvatarProps['size']>;
  className?: string;
}

/** The picture of an agent; an icon for a built-in agent, or one without a name. Decorative: the name is next to it. */
export function AgentAvatar({ agent: { id, name, avatar }, size = 32, className }: AgentAvatarProps) {
  if (!isBuiltInAgent(id) && (avatar || name.trim()))
    return (
      <Avatar shape="square" name={name} src={avatar || undefined} size={size} {...(className ? { className } : {})} />
    );
  const Icon = isBuiltInAgent(id) ? ICONS[id] : Bot;
  return (
    <span
      aria-hidden
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-control bg-accent-tint text-accent-ink',
        className,
      )}
      style={{ width: size, height: size }}
    >
      <Icon size={Math.round(size * 0.55)} />
    </span>
  );
}
