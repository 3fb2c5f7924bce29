import { Library } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { withStaleFallback } from '~/features/admin/stale-fallback';
import { ScreenError } from '~/features/admin/screen-error';
import { consoleLoader } from '~/features/admin/server';
import { paths } from '~/paths';
import { EmptyState } from '~/ui/feedback/empty-state';
import { PageBody, PageHeader } from '~/ui/layout/page-header';

/** Only checks access: sources for a whole organization do not exist yet. */
export const loader = consoleLoader(() => Promise.resolve({}));
export const clientLoader = withStaleFallback<typeof loader>('knowledge-sources');

export default function KnowledgeSources() {
  const { t } = useTranslation('admin');
  return (
    <>
      <PageHeader title={t('knowledge.title')} place={[{ label: t('knowledge.back'), href: paths.admin.settings() }]} />
      <PageBody>
        <EmptyState icon={<Library size={22} />} title={t('knowledge.emptyTitle')} text={t('knowledge.emptyText')} />
      </PageBody>
    </>
  );
}

export function ErrorBoundary() {
  return <ScreenError />;
}
