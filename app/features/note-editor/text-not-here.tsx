import { useTranslation } from 'react-i18next';
import { useComing } from '~/replica/hooks';
import { WritingSkeleton } from './writing-skeleton';

/** In place of a text whose row came to this device before it: its lines as long as it is on its way, then that it is not here. */
export function MissingText({ withToolbar = false }: { withToolbar?: boolean }) {
  const { t } = useTranslation('note');
  const coming = useComing();
  return (
    <div data-text-here="false">
      {coming === 'now' ? (
        <WritingSkeleton withToolbar={withToolbar} />
      ) : (
        <p className="text-14 text-ink-muted" role="status">
          {t('detail.notHere')}
        </p>
      )}
    </div>
  );
}
