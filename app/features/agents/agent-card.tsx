import { Link } from '@remix-run/react';
import { MessageSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { LinkButton } from '~/ui/controls/button';
import { Badge } from '~/ui/data/badge';
import { AgentActions } from './agent-actions';
import { AgentAvatar } from './agent-avatar';
import type { QueuedPublishing } from './agent-state';
import { AgentStates } from './agent-states';
import type { UsableAgent } from './use-agents';

export interface AgentCardProps {
  agent: UsableAgent;
  /** name of its creator, '' for an own agent */
  creator: string;
  queued: QueuedPublishing | undefined;
  isAllowed: boolean;
  onDeleted: () => void;
}

/** An agent in the list. The whole card is a link, below its buttons. */
export function AgentCard({ agent, creator, queued, isAllowed, onDeleted }: AgentCardProps) {
  const { t } = useTranslation('agents');
  const { id, name, introduction, own, isBuiltIn } = agent;
  return (
    <section
      data-agent={id}
      className="relative flex h-full flex-col gap-3 rounded-card border border-line bg-raised p-4 transition-colors focus-within:border-line-strong hover:border-line-strong"
    >
      <div className="flex items-start gap-3">
        <AgentAvatar agent={agent} size={40} />
        <div className="min-w-0 flex-1">
          <h2 className="text-14">
            <Link
              to={paths.agent(id)}
              className="focus-ring line-clamp-2 break-words rounded-card after:absolute after:inset-0"
            >
              <Written text={name} />
            </Link>
          </h2>
          {creator && <p className="truncate text-12 text-ink-muted">{t('by', { name: creator })}</p>}
        </div>
        {own && (
          <div className="relative z-10 -mr-2 -mt-2">
            <AgentActions agent={own} isAllowed={isAllowed} onDeleted={onDeleted} />
          </div>
        )}
      </div>
      <p className="flex-1 break-words text-13 leading-relaxed text-ink-muted">
        {introduction ? <Written text={introduction} /> : t('noIntroduction')}
      </p>
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <div className="flex min-w-0 flex-1 flex-wrap gap-1.5">
          {own ? <AgentStates agent={own} queued={queued} /> : isBuiltIn && <Badge>{t('ofSatchel')}</Badge>}
        </div>
        {isAllowed && (
          <div className="relative z-10">
            <LinkButton size="small" href={paths.agentChats(id)} icon={<MessageSquare aria-hidden size={14} />}>
              {t('chat')}
            </LinkButton>
          </div>
        )}
      </div>
    </section>
  );
}
