import { useTranslation } from 'react-i18next';
import { LinkFailed } from '~/features/account/link-failed';
import { paths } from '~/paths';
import { NativeLink } from '~/ui/controls/native-controls';

/**
 * A request that is refused before consent: the reason, and where to go. `back`: the third party's address if it may
 * receive the error.
 */
export function ConsentRefused({ code, back }: { code: string; back: string }) {
  const { t } = useTranslation('account');
  return (
    <LinkFailed
      title={t(
        code === 'OAUTH_REQUEST_EXPIRED'
          ? 'consent.expiredTitle'
          : code === 'OAUTH_CLIENT_UNKNOWN'
            ? 'consent.unknownTitle'
            : 'consent.failedTitle',
      )}
      code={code}
      action={
        <div className="flex flex-col gap-2">
          {back && (
            <NativeLink variant="primary" size="large" className="w-full" href={back} rel="noreferrer">
              {t('consent.back', { host: new URL(back).host })}
            </NativeLink>
          )}
          <NativeLink variant={back ? 'secondary' : 'primary'} size="large" className="w-full" href={paths.home()}>
            {t('consent.toSatchel')}
          </NativeLink>
        </div>
      }
    />
  );
}
