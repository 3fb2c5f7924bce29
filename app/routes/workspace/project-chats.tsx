import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ThreadList } from '~/features/chat/thread-list';
import { useThreads } from '~/features/chat/use-threads';
import { ScreenError } from '~/features/project/screen-error';
import { loadNamespaces } from '~/i18n/client';
import { paths } from '~/paths';
import { LinkButton } from '~/ui/controls/button';
import { PageBody, PageHeader } from '~/ui/layout/page-header';

export const clientLoader = async () => {
  await loadNamespaces(['chat']);
  return null;
};

/** The chats that belong to projects. */
export default function ProjectChatsScreen() {
  const { t } = useTranslation('chat');
  const all = useThreads();
  const threads = useMemo(() => all?.filter(({ projectId }) => projectId !== ''), [all]);
  return (
    <>
      <PageHeader place={[{ label: t('title'), href: paths.chatHistory() }]} title={t('ofProjects.title')} />
      <PageBody>
        <ThreadList
          threads={threads}
          withProjects
          empty={{
            title: t('ofProjects.empty'),
            text: t('ofProjects.emptyText'),
            action: <LinkButton href={paths.projects()}>{t('ofProjects.toProjects')}</LinkButton>,
          }}
        />
      </PageBody>
    </>
  );
}

export const ErrorBoundary = ScreenError;
