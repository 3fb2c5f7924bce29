import { FileQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { useStatus } from '~/replica/hooks';
import { LinkButton } from '~/ui/button';
import { EmptyState } from '~/ui/empty-state';
import { PageHeader } from '~/ui/page-header';
import { SkeletonRows } from '~/ui/skeleton';

/**
 * A document of this address is not on this device: it was deleted, or this person may not see it, or it has not come yet. While the
 * first sync runs it may still come.
 */
export function Missing({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation('project');
  const status = useStatus();
  if (status.firstSync || status.connection.state === 'starting') return <div className="mx-auto w-full max-w-3xl px-6 py-10" role="status"><p className="mb-4 text-13 text-ink-muted">{t('missing.firstSync')}</p><SkeletonRows rows={4} /></div>;
  const away = status.connection.state !== 'online';
  return (
    <>
      <PageHeader title={t('list.title')} />
      <EmptyState
        icon={<FileQuestion size={22} />}
        title={title}
        text={`${text} ${away ? t('missing.offline') : ''}`.trim()}
        action={<><LinkButton variant="primary" href={paths.projects()}>{t('missing.projects')}</LinkButton><LinkButton href={paths.home()}>{t('missing.home')}</LinkButton></>}
      />
    </>
  );
}
