import { useTranslation } from 'react-i18next';
import { useStatus } from '~/replica/hooks';

/** What a notice adds to what was done on this device: without a connection, that it is sent later. */
export function useSentLater(): { description?: string } {
  const { t } = useTranslation('common');
  return useStatus().connection.state === 'online' ? {} : { description: t('savedHere') };
}
