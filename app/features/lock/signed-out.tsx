import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Button } from '~/ui/controls/button';
import { Screen } from './screen';

/** The session ended, for example by a new password. Nothing is lost: data stay until the sign-in. */
export function SignedOut() {
  const { t } = useTranslation('lock');
  return (
    <Screen title={t('signedOut.title')} text={t('signedOut.text')}>
      <Button
        variant="primary"
        size="large"
        autoFocus
        onPress={() => location.assign(paths.login(location.pathname + location.search))}
      >
        {t('signedOut.signIn')}
      </Button>
    </Screen>
  );
}
