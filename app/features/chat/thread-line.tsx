/** Icon and state of a chat, web search, research or chat with an agent, for the rows of lists. */
import { FlaskConical, Globe, MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentIcon } from '~/features/agent-chat/agent-icon';
import { useWaitsForDecision } from '~/features/agent-chat/use-waits-for-decision';
import { Written } from '~/i18n/written';
import { useQuery } from '~/replica/hooks';
import type { Thread } from '../../../sync/model/kinds/threads';
import { threadState } from './thread-state';

const ICONS = { search: Globe, research: FlaskConical };

export function ThreadIcon({ thread: { kind, agentId = '' } }: { thread: Thread }) {
  if (kind === 'task') return <AgentIcon agentId={agentId} />;
  const Icon = ICONS[kind as keyof typeof ICONS] ?? MessageSquare;
  return <Icon size={18} />;
}

/** The state of a chat, or the beginning of its last answer. */
export function useThreadDetail(thread: Thread): ReactNode {
  const { t } = useTranslation('ask');
  const syncState = useQuery({ kind: 'syncState', collection: 'threads', id: thread.id });
  const waitsForDecision = useWaitsForDecision(thread);
  const state = waitsForDecision ? 'decision' : threadState(thread, syncState === 'onServer');
  return state === 'answered' ? <Written text={thread.body} /> : t(`recent.${state}`);
}
