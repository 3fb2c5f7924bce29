import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { NotEnabled } from './not-enabled';
import { useAgentPermission } from './use-agents';

/** Shows a screen to people with the permission to use agents; others see the administrators to ask. */
export function EnabledOnly({ children }: { children: ReactNode }) {
  const { t } = useTranslation('agents');
  const permission = useAgentPermission();
  if (permission?.isAllowed) return children;
  return (
    <>
      <PageHeader title={t('title')} />
      <PageBody>{permission ? <NotEnabled /> : <SkeletonRows rows={6} />}</PageBody>
    </>
  );
}
