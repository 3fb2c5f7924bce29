import { useTranslation } from 'react-i18next';
import { useStatus } from '~/replica/hooks';

/** What a notice says of a change that was saved on this device: without a connection it waits to be sent. */
export function useSavedText(): string {
  const { t } = useTranslation('common');
  return useStatus().connection.state === 'online' ? t('saved') : t('savedHere');
}
