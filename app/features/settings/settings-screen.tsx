import { lazy, Suspense } from 'react';
import { useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { InstallCard } from '~/features/install/install-card';
import { LockSection } from '~/features/lock/lock-section';
import { NoticesSection } from '~/features/notifications/notices-section';
import { useTestRun } from '~/features/summary/use-test-run';
import { paths } from '~/paths';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { LinkTabs } from '~/ui/controls/tabs';
import { AppsSection } from './apps-section';
import { DevicesSection } from './devices-section';
import { ProfileSection } from './profile-section';
import { StorageSection } from './storage-section';

const TemplatesSection = lazy(() => import('~/features/templates/templates-section'));

const SECTIONS = ['profile', 'notifications', 'templates', 'apps', 'devices', 'lock', 'storage'] as const;
type Section = (typeof SECTIONS)[number];

/** Settings: profile, appearance, summary templates, connected apps, devices, storage; terminology as a dialog. */
export function SettingsScreen() {
  const { t } = useTranslation(['settings', 'lock']);
  const [search] = useSearchParams();
  const asked = search.get('section');
  const section: Section = SECTIONS.find((id) => id === asked) ?? 'profile';
  const tabs = SECTIONS.map((id) => ({
    id: id as Section | 'terminology',
    label: id === 'lock' ? t('lock:section') : t(`section.${id}`),
    href: id === 'profile' ? paths.settings() : paths.settings(id),
  }));
  tabs.splice(SECTIONS.indexOf('templates') + 1, 0, {
    id: 'terminology',
    label: t('section.terminology'),
    href: paths.terminology(),
  });
  return (
    <>
      <PageHeader title={t('title')} />
      <PageBody>
        <LinkTabs label={t('sections')} value={section} className="mb-6" items={tabs} />
        {section === 'profile' && (
          <div className="flex flex-col gap-8">
            <ProfileSection />
            <InstallCard />
          </div>
        )}
        {section === 'notifications' && <NoticesSection />}
        {section === 'templates' && <Templates />}
        {section === 'apps' && <AppsSection />}
        {section === 'devices' && <DevicesSection />}
        {section === 'lock' && <LockSection />}
        {section === 'storage' && <StorageSection />}
      </PageBody>
    </>
  );
}

function Templates() {
  const testRun = useTestRun();
  return (
    <Suspense fallback={<SkeletonRows />}>
      <TemplatesSection {...(testRun ? { testRun } : {})} />
    </Suspense>
  );
}
