import { useSearchParams } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { InstallCard } from '~/features/install/install-card';
import { AppsSection } from '~/features/settings/apps-section';
import { LockSection } from '~/features/lock/lock-section';
import { ScreenError } from '~/features/project/screen-error';
import { NoticesSection } from '~/features/notifications/notices-section';
import { DevicesSection } from '~/features/settings/devices-section';
import { ProfileSection } from '~/features/settings/profile-section';
import { StorageSection } from '~/features/settings/storage-section';
import { loadNamespaces } from '~/i18n/client';
import { paths } from '~/paths';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { LinkTabs } from '~/ui/controls/tabs';

const SECTIONS = ['profile', 'notifications', 'apps', 'devices', 'lock', 'storage'] as const;
type Section = (typeof SECTIONS)[number];

export const clientLoader = async () => {
  await loadNamespaces(['notifications']);
  return null;
};

/** Settings: profile and appearance, connected apps, devices, storage. */
export default function Settings() {
  const { t } = useTranslation(['settings', 'lock']);
  const [search] = useSearchParams();
  const asked = search.get('section');
  const section: Section = SECTIONS.find((id) => id === asked) ?? 'profile';
  return (
    <>
      <PageHeader title={t('title')} />
      <PageBody>
        <LinkTabs
          label={t('sections')}
          value={section}
          className="mb-6"
          items={SECTIONS.map((id) => ({
            id,
            label: id === 'lock' ? t('lock:section') : t(`section.${id}`),
            href: id === 'profile' ? paths.settings() : paths.settings(id),
          }))}
        />
        {section === 'profile' && (
          <div className="flex flex-col gap-8">
            <ProfileSection />
            <InstallCard />
          </div>
        )}
        {section === 'notifications' && <NoticesSection />}
        {section === 'apps' && <AppsSection />}
        {section === 'devices' && <DevicesSection />}
        {section === 'lock' && <LockSection />}
        {section === 'storage' && <StorageSection />}
      </PageBody>
    </>
  );
}

export const ErrorBoundary = ScreenError;
