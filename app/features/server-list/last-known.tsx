import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/shell/error-text';
import { Button } from '~/ui/controls/button';
import { RelativeTime } from '~/ui/data/relative-time';
import { Banner } from '~/ui/feedback/banner';
import type { Failure } from './server-list';

/** Reports that a list is shown as last known, since when, and why. */
export function LastKnown({
  failure,
  at,
  onRetry,
  className = 'mb-4',
}: {
  failure: Failure | null;
  /** when the server reported the list, milliseconds; 0: never */
  at: number;
  onRetry: () => void;
  className?: string;
}) {
  const { t } = useTranslation(['common', 'errors']);
  if (!failure) return null;
  const isOffline = failure === 'offline';
  return (
    <Banner
      kind={isOffline ? 'info' : 'warning'}
      className={className}
      action={
        !isOffline && (
          <Button size="small" onPress={onRetry}>
            {t('common:retry')}
          </Button>
        )
      }
    >
      {isOffline ? t(at > 0 ? 'common:lastKnown.offline' : 'common:lastKnown.never') : errorText(t, failure.error)}
      {at > 0 && (
        <>
          {' '}
          {t('common:lastKnown.updated')} <RelativeTime at={at} />
        </>
      )}
    </Banner>
  );
}
