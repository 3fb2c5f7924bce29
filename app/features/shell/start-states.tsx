import { useEffect, useRef, useState } from 'react';
import { CloudOff, MonitorSmartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Button } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Progress } from '~/ui/feedback/progress';

/** milliseconds until the server is asked again; doubled after each attempt */
const RETRY_MS = 2_000;
const RETRY_MAX_MS = 30_000;

/** Retries with increasing delays, and when the network or the person returns. */
function useRetrying(onRetry: () => void, isRetrying: boolean): void {
  const [attempts, setAttempts] = useState(0);
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  });
  useEffect(() => {
    if (isRetrying) return undefined;
    const again = (): void => {
      if (document.visibilityState === 'visible') {
        setAttempts((count) => count + 1);
        retry.current();
      }
    };
    const anew = (): void => {
      setAttempts(0);
      again();
    };
    const timer = setTimeout(again, Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** Math.min(attempts, 10)));
    addEventListener('online', anew);
    addEventListener('focus', anew);
    document.addEventListener('visibilitychange', anew);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', anew);
      removeEventListener('focus', anew);
      document.removeEventListener('visibilitychange', anew);
    };
  }, [isRetrying, attempts]);
}

/** Shown when no account is signed in on this device and the server does not answer. */
export function SignedOutScreen({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  const { t } = useTranslation('shell');
  useRetrying(onRetry, isRetrying);
  const here = location.pathname + location.search;
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        level={1}
        icon={<CloudOff size={22} />}
        title={t('nobody.title')}
        text={t('nobody.text')}
        action={
          <>
            <Button variant="primary" isLoading={isRetrying} onPress={onRetry}>
              {t('nobody.retry')}
            </Button>
            <Button onPress={() => location.assign(paths.login(here))}>{t('signIn')}</Button>
          </>
        }
      />
    </main>
  );
}

/**
 * Progress of this device's first sync: documents received, and the total if the server reported it (0: not yet). The
 * app is usable meanwhile.
 */
export function FirstSync({ documents, total }: { documents: number; total: number }) {
  const { t } = useTranslation('shell');
  return (
    <section className="mb-6 flex items-center gap-4 rounded-card border border-line bg-raised p-4" data-first-sync>
      <span
        aria-hidden
        className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-tint text-accent-ink"
      >
        <MonitorSmartphone size={20} />
      </span>
      <div className="flex flex-1 flex-col gap-2">
        <h2 className="text-14">{t('firstSync.title')}</h2>
        <p className="text-13 text-ink-muted">
          {total > 0
            ? t('firstSync.textOf', { done: Math.min(documents, total), count: total })
            : t('firstSync.text', { count: documents })}
        </p>
        <Progress
          label={t('firstSync.title')}
          showLabel={false}
          value={total > 0 ? Math.min(100, (documents / total) * 100) : null}
        />
      </div>
    </section>
  );
}
