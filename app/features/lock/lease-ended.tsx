import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { replica } from '~/replica/client';
import { Banner } from '~/ui/feedback/banner';
import { Button } from '~/ui/controls/button';
import type { LockState } from '../../../sync/engine/account/lock/state';
import { Screen } from './screen';

/** Whole days as days, otherwise hours. */
export function useHours(): (hours: number) => string {
  const { t } = useTranslation('lock');
  return (hours) => (hours >= 24 && hours % 24 === 0 ? t('days', { count: hours / 24 }) : t('hours', { count: hours }));
}

/** The server was not reached for longer than the organization permits. */
export function LeaseEnded({ lock, company, hours }: { lock: LockState; company: string; hours: number }) {
  const { t } = useTranslation('lock');
  const time = useHours()(hours);
  const { contact } = lock;
  return (
    <Screen title={t('lease.title')} text={t('lease.text', { company, time })}>
      {(contact === 'noAnswer' || contact === 'blocked' || contact === 'signedOut') && (
        <Banner kind="warning">{t(`lease.${contact}`)}</Banner>
      )}
      <div className="flex flex-wrap gap-2">
        {contact === 'signedOut' && lock.isClosed && (
          <Button
            variant="primary"
            size="large"
            onPress={() => location.assign(paths.login(location.pathname + location.search))}
          >
            {t('lease.signIn')}
          </Button>
        )}
        <Button
          variant={contact === 'signedOut' ? 'secondary' : 'primary'}
          size="large"
          autoFocus
          isLoading={contact === 'asking'}
          onPress={() => void replica().lock({ do: 'contact' })}
        >
          {t('lease.retry')}
        </Button>
      </div>
    </Screen>
  );
}
