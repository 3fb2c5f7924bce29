/**
 * Where a file provider redirects a person back. An authorization requested by Satchel carries a state of its own;
 * without connectors none is requested, so every answer is either declined or unknown.
 */
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '~/features/auth/auth-frame';
import { paths } from '~/paths';
import { NativeLink } from '~/ui/controls/native-controls';

export type ConnectFailure = 'declined' | 'noCode';

/** OAuth 2.0 (RFC 6749, 4.1.2.1): the person declined, or there is no code that this installation could use. */
export const connectFailure = (address: string): ConnectFailure =>
  new URL(address).searchParams.get('error') === 'access_denied' ? 'declined' : 'noCode';

export function ConnectResult({ provider, failure }: { provider: string; failure: ConnectFailure }) {
  const { t } = useTranslation('account');
  return (
    <AuthFrame title={t('connect.failedTitle')} text={t(`connect.${failure}`, { provider })}>
      <NativeLink variant="primary" size="large" className="w-full" href={paths.home()}>
        {t('connect.toWorkspace')}
      </NativeLink>
    </AuthFrame>
  );
}
