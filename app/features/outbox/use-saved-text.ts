import { useTranslation } from 'react-i18next';
import { useStatus } from '~/replica/hooks';

/** Text of the toast after a change was saved on this device; offline, it says that the change will be sent later. */
export function useSavedText(): string {
  const { t } = useTranslation('common');
  return useStatus().connection.state === 'online' ? t('saved') : t('savedHere');
}
