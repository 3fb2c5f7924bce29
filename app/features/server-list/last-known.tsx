import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { cx } from '~/ui/cx';
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
  const { connection } = useStatus();
  if (!failure) return null;
  const isOffline = failure === 'offline';
  // the shell's banner says why already
  if (isOffline && at > 0 && connection.state === 'offline' && connection.reason === 'serverUnreachable')
    return (
      <p className={cx('text-13 text-ink-muted', className)} role="status">
        {t('common:lastKnown.updated')} <RelativeTime at={at} />
      </p>
    );
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
