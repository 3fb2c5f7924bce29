import { FlaskConical, MessageSquare, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { ListRow } from '~/ui/data/list-row';
import { AgentIcon } from '~/features/agent-chat/agent-icon';
import { useWaitsForDecision } from '~/features/agent-chat/use-waits-for-decision';
import { isListed } from '~/features/chat/use-threads';
import { Written } from '~/i18n/written';
import type { Thread } from '../../../sync/model/kinds/threads';
import { RecentSection } from './recent-section';

/** rows on home, and rows among which they are looked for */
const SHOWN = 5;
const LATEST = 40;

const ICONS = { search: Search, research: FlaskConical };

/** The person's own chats, also with agents, web searches and researches, latest first; undefined until the device has answered. */
export function useRecentChats(userId: string): Thread[] | undefined {
  const threads = useQuery({ kind: 'find', collection: 'threads', sort: [{ recency: 'asc' }], limit: LATEST });
  return threads?.filter((thread) => isListed(thread) && thread.creatorId === userId).slice(0, SHOWN);
}

const isRunning = ({ status }: Thread): boolean => status === 'READY' || status === 'EXECUTING' || status === 'RETRY';

export function RecentChats({ chats }: { chats: readonly Thread[] }) {
  const { t } = useTranslation('ask');
  return (
    <RecentSection title={t('recent.chats')} href={paths.chatHistory()}>
      <ul>
        {chats.map((chat) => (
          <li key={chat.id}>
            <ChatRow chat={chat} />
          </li>
        ))}
      </ul>
    </RecentSection>
  );
}

function ChatRow({ chat }: { chat: Thread }) {
  const { t } = useTranslation('ask');
  const waitsForDecision = useWaitsForDecision(chat);
  const isResearch = chat.kind === 'research';
  const Icon = ICONS[chat.kind as keyof typeof ICONS] ?? MessageSquare;
  return (
    <ListRow
      href={paths.thread(chat)}
      icon={chat.kind === 'task' ? <AgentIcon agentId={chat.agentId ?? ''} /> : <Icon size={18} />}
      title={<Written text={chat.title} />}
      detail={
        waitsForDecision ? (
          t('recent.decision')
        ) : isRunning(chat) ? (
          t(isResearch ? 'recent.researching' : 'recent.answering')
        ) : chat.body ? (
          <Written text={chat.body} />
        ) : (
          t(chat.status !== '' ? 'recent.noAnswer' : isResearch ? 'recent.research' : 'recent.waiting')
        )
      }
      at={chat.updatedAt}
    />
  );
}
