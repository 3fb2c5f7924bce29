import { useTranslation } from 'react-i18next';
import { useStatus } from '~/replica/hooks';

/** The line that a notice of a local change adds without a connection: the change is sent later. */
export function useSentLater(): { description?: string } {
  const { t } = useTranslation('common');
  return useStatus().connection.state === 'online' ? {} : { description: t('savedHere') };
}
