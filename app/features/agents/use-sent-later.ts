import { useTranslation } from 'react-i18next';
import { useStatus } from '~/replica/hooks';

/** The line of a notice that tells, while offline, that a local change will be sent later. */
export function useSentLater(): { description?: string } {
  const { t } = useTranslation('common');
  return useStatus().connection.state === 'online' ? {} : { description: t('savedHere') };
}
