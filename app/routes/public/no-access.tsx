import type { MetaFunction } from '@remix-run/node';
import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { NativeButton, NativeLink } from '~/ui/controls/native-controls';
import { NoticePage } from '~/features/account/notice-page';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

/** Shown to a signed-in person without access to a screen. */
export default function NoAccess() {
  const { t } = useTranslation(['auth', 'common']);
  return (
    <NoticePage
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
  );
}
