import { FlaskConical, MessageSquare, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { ListRow } from '~/ui/data/list-row';
import { Written } from '~/i18n/written';
import type { Thread } from '../../../sync/model/kinds/threads';
import { RecentSection } from './recent-section';

/** rows on home, and rows among which they are looked for */
const SHOWN = 5;
const LATEST = 40;

const ICONS = { search: Search, research: FlaskConical };
const isListed = ({ kind }: Thread): boolean => kind === 'chat' || kind === 'search' || kind === 'research';

/** The person's own chats, web searches and researches, latest first; undefined until the device has answered. */
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
        {chats.map((chat) => {
          const isResearch = chat.kind === 'research';
          const Icon = ICONS[chat.kind as keyof typeof ICONS] ?? MessageSquare;
          return (
            <li key={chat.id}>
              <ListRow
                href={paths.thread(chat)}
                icon={<Icon size={18} />}
                title={<Written text={chat.title} />}
                detail={
                  isRunning(chat) ? (
                    t(isResearch ? 'recent.researching' : 'recent.answering')
                  ) : chat.body ? (
                    <Written text={chat.body} />
                  ) : (
                    t(chat.status !== '' ? 'recent.noAnswer' : isResearch ? 'recent.research' : 'recent.waiting')
                  )
                }
                at={chat.updatedAt}
              />
            </li>
          );
        })}
      </ul>
    </RecentSection>
  );
}
