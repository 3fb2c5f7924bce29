import type { MetaFunction } from '@remix-run/node';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { EmptyState } from '~/ui/feedback/empty-state';
import { NativeButton, NativeLink } from '~/ui/controls/native-controls';
import { Brand } from '~/features/shell/brand';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

/** For a signed-in person without access. */
export default function NoAccess() {
  const { t } = useTranslation(['auth', 'common']);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex min-h-14 items-center px-4 md:px-6">
        <Brand />
      </header>
      <main className="flex flex-1 items-center justify-center">
        <EmptyState
          level={1}
          icon={<Lock size={22} />}
          title={t('auth:noAccess.title')}
          text={t('auth:noAccess.text')}
          action={
            <>
              <NativeButton onClick={() => history.back()}>{t('common:back')}</NativeButton>
              <NativeLink variant="primary" href={paths.home()}>
                {t('auth:noAccess.exit')}
              </NativeLink>
            </>
          }
        />
      </main>
    </div>
  );
}
