import { CloudDownload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '~/replica/hooks';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { FirstSync } from './start-states';

/** In place of an empty list: renders `children` only after this device has completed its first sync. */
export function InitialSyncGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const { firstSync, firstSyncDocuments, firstSyncTotal, connection, lastSyncAt } = useStatus();
  if (connection.state === 'starting' && lastSyncAt === 0) return <SkeletonRows rows={6} />;
  if (!firstSync) return <>{children}</>;
  if (connection.state === 'online' || connection.state === 'starting')
    return <FirstSync documents={firstSyncDocuments} total={firstSyncTotal} />;
  return (
    <div data-not-here>
      <EmptyState
        icon={<CloudDownload size={22} />}
        title={t('firstSync.waitingTitle')}
        text={t('firstSync.waitingText')}
      />
    </div>
  );
}
