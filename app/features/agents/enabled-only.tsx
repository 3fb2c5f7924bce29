import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { NotEnabled } from './not-enabled';
import { useAgentPermission } from './use-agents';

/** A screen for people who may make agents; others see whom to ask. */
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
