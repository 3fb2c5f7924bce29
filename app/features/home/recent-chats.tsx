import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { ListRow } from '~/ui/data/list-row';
import { ThreadIcon, useThreadDetail } from '~/features/chat/thread-line';
import { isListed } from '~/features/chat/use-threads';
import { Written } from '~/i18n/written';
import type { Thread } from '../../../sync/model/kinds/threads';
import { RecentSection } from './recent-section';

/** number of rows shown, and number of latest threads that they are selected from */
const SHOWN = 5;
const LATEST = 40;

/**
 * The person's own chats, chats with agents, web searches and researches, latest first; undefined until the query has a
 * value.
 */
export function useRecentChats(userId: string): Thread[] | undefined {
  const threads = useQuery({ kind: 'find', collection: 'threads', sort: [{ recency: 'asc' }], limit: LATEST });
  return threads?.filter((thread) => isListed(thread) && thread.creatorId === userId).slice(0, SHOWN);
}

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
  const detail = useThreadDetail(chat);
  return (
    <ListRow
      href={paths.thread(chat)}
      icon={<ThreadIcon thread={chat} />}
      title={<Written text={chat.title} />}
      detail={detail}
      at={chat.updatedAt}
    />
  );
}
