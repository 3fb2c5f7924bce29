import { useTranslation } from 'react-i18next';
import { useAccount } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';

/** Reminds the person to tell everyone that they record, unless the organization has turned it off. */
export function ConsentHint() {
  const { t } = useTranslation('recorder');
  return useAccount()?.recordingHint === false ? null : <Banner kind="info">{t('consentHint')}</Banner>;
}
