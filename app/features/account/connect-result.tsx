/**
 * Where a provider of files sends a person back to. An authorization that Satchel asked for carries a state of its own; without
 * connectors none is asked for, so that whatever arrives here is declined, or is nobody's answer.
 */
import { useTranslation } from 'react-i18next';
import { AuthFrame } from '~/features/auth/auth-frame';
import { paths } from '~/paths';
import { NativeLink } from '~/ui/controls/native-controls';

export type ConnectFailure = 'declined' | 'noCode';

/** OAuth 2.0 (RFC 6749, 4.1.2.1): the person said no, or there is no code that this installation could use. */
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
