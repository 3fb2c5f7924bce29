import { useSearchParams } from '@remix-run/react';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ThreadList } from '~/features/chat/thread-list';
import { useThreads } from '~/features/chat/use-threads';
import { ScreenError } from '~/features/project/screen-error';
import { loadNamespaces } from '~/i18n/client';
import { paths } from '~/paths';
import { LinkButton } from '~/ui/controls/button';
import { LinkChips } from '~/ui/controls/chips';
import { PageBody, PageHeader } from '~/ui/layout/page-header';

const FILTERS = ['all', 'chat', 'search', 'research', 'task'] as const;

export const clientLoader = async () => {
  await loadNamespaces(['chat']);
  return null;
};

/** Own and shared chats, chats with agents, web searches and researches, latest first. */
export default function ChatHistory() {
  const { t } = useTranslation('chat');
  const [parameters] = useSearchParams();
  const filter = FILTERS.find((each) => each === parameters.get('kind')) ?? 'all';
  const all = useThreads();
  const threads = useMemo(() => all?.filter(({ kind }) => filter === 'all' || kind === filter), [all, filter]);
  return (
    <>
      <PageHeader
        title={t('title')}
        action={
          <LinkButton variant="primary" href={paths.home()} icon={<Plus aria-hidden size={16} />}>
            {t('ask')}
          </LinkButton>
        }
      />
      <PageBody>
        <ThreadList
          threads={threads}
          withProjects
          filters={
            <LinkChips
              label={t('filter.label')}
              value={filter}
              items={FILTERS.map((id) => ({
                id,
                label: t(`filter.${id}`),
                href: id === 'all' ? paths.chatHistory() : `${paths.chatHistory()}?kind=${id}`,
              }))}
            />
          }
          empty={{ title: t('empty'), text: t('emptyText') }}
        />
      </PageBody>
    </>
  );
}

export const ErrorBoundary = ScreenError;
