import { useTranslation } from 'react-i18next';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';
import type { Unsent } from '../../../sync/engine/storage/integrity/loss-counter';
import { languageTag } from '../../../sync/model/languages';

const sumOf = (unsent: Unsent): number => Object.values(unsent).reduce((sum, count) => sum + count, 0);

/** Reports data lost on this device until the person dismisses it: since when, and how much was unsynced. */
export function LossBanner() {
  const { t, i18n } = useTranslation('shell');
  const loss = useQuery({ kind: 'loss' });
  if (!loss) return null;
  const lost = loss.unsent && sumOf(loss.unsent);
  const date = new Intl.DateTimeFormat(languageTag(i18n.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(loss.lastSeenAt);
  return (
    <div data-loss={lost ?? 'unknown'}>
      <Banner
        isWide
        live="alert"
        kind={lost === 0 ? 'info' : 'warning'}
        title={t(`loss.${loss.extent}`)}
        onClose={() => void run('loss.read', {})}
      >
        {loss.lastSeenAt > 0 ? t('loss.since', { date }) : t('loss.sinceUnknown')}{' '}
        {lost === null
          ? t('loss.unsentUnknown')
          : lost === 0
            ? t('loss.unsentNone')
            : t('loss.unsent', { count: lost })}
      </Banner>
    </div>
  );
}
