import { GitMerge } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ConflictCard } from '~/features/outbox/conflict-card';
import { ScreenError } from '~/features/project/screen-error';
import { useQuery } from '~/replica/hooks';
import { EmptyState } from '~/ui/feedback/empty-state';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { SkeletonRows } from '~/ui/feedback/skeleton';

/** Open conflicts: both versions are kept until the person decides. */
export default function Conflicts() {
  const { t } = useTranslation('outbox');
  const versions = useQuery({ kind: 'conflictVersions' });
  const open = versions?.filter((version) => !version.resolved);
  return (
    <>
      <PageHeader title={t('conflict.title')} />
      <PageBody>
        <p className="mb-4 leading-relaxed text-ink-muted">{t('conflict.text')}</p>
        {!open ? (
          <SkeletonRows rows={3} />
        ) : open.length === 0 ? (
          <EmptyState icon={<GitMerge size={22} />} title={t('conflict.empty')} text={t('conflict.emptyText')} />
        ) : (
          <ul className="flex flex-col gap-4">
            {open.map((version) => (
              <li key={version.id}>
                <ConflictCard version={version} />
              </li>
            ))}
          </ul>
        )}
      </PageBody>
    </>
  );
}

export const ErrorBoundary = ScreenError;
