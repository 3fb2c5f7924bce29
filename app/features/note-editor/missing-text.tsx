import { useTranslation } from 'react-i18next';
import { useComing } from '~/replica/hooks';
import { WritingSkeleton } from './writing-skeleton';

/**
 * Shown for a text whose list row reached this device first: a skeleton while it is expected, then a message that it
 * isn't available.
 */
export function MissingText({ withToolbar = false }: { withToolbar?: boolean }) {
  const { t } = useTranslation('note');
  const coming = useComing();
  return (
    <div>
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
