import { useTranslation } from 'react-i18next';
import { useStatus } from '~/replica/hooks';

/** While offline, a line for notices: the local change will be sent later. */
export function useSentLater(): { description?: string } {
  const { t } = useTranslation('common');
  return useStatus().connection.state === 'online' ? {} : { description: t('savedHere') };
}
