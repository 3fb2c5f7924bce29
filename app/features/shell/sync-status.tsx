import { useEffect, useState } from 'react';
import { Link } from '@remix-run/react';
import { CloudOff, RefreshCw, TriangleAlert, HardDrive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { useStatusNow } from '~/replica/hooks';
import { cx } from '~/ui/cx';
import { Tooltip } from '~/ui/overlays/tooltip';
import { Pressable } from 'react-aria-components';
import { calmWords, syncWords, pendingCount, type SyncTone } from './sync-words';

const ICONS = { quiet: HardDrive, working: RefreshCw, waiting: CloudOff, problem: TriangleAlert };
const COLORS: Record<SyncTone, string> = {
  quiet: 'text-ink-muted',
  working: 'text-accent-ink',
  waiting: 'text-ink-muted',
  problem: 'text-warning-ink',
};

/** milliseconds for which something is pending or being sent before it is displayed */
const CALM_MS = 1_000;

/** True once the value has been true for `ms`. */
function useLong(is: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!is) return undefined;
    const timer = setTimeout(() => setLong(true), CALM_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [is]);
  return isLong;
}

/**
 * The sync status at the foot of the sidebar; empty when everything is synced. Links to the outbox. The element's
 * attribute always has the current state, whatever is displayed.
 */
export function SyncStatusLine({ collapsed = false }: { collapsed?: boolean }) {
  const { t } = useTranslation('shell');
  const status = useStatusNow();
  const now = syncWords(status);
  const waitsLong = useLong(pendingCount(status) > 0);
  const sendsLong = useLong(status.sending !== null);
  const words = calmWords(status, { waitsLong, sendsLong });
  const text = words ? t(`sync.${words.key}`, words.params) : '';
  const Icon = ICONS[words?.tone ?? 'quiet'];
  const line = (
    <Link
      to={paths.outbox()}
      aria-label={collapsed ? text : undefined}
      className={cx(
        'focus-ring flex min-h-9 items-center gap-2 rounded-control px-2.5 py-1.5 text-12 leading-snug hover:bg-hover',
        COLORS[words?.tone ?? 'quiet'],
        collapsed && 'justify-center px-0',
      )}
    >
      <Icon aria-hidden size={14} className={cx('shrink-0', words?.tone === 'working' && 'spin')} />
      {!collapsed && <span className="tabular">{text}</span>}
    </Link>
  );
  return (
    <div data-sync-status={now?.key ?? (status.connection.state === 'starting' ? 'starting' : 'quiet')}>
      {words &&
        (collapsed ? (
          <Tooltip text={text} placement="right">
            <Pressable>{line}</Pressable>
          </Tooltip>
        ) : (
          line
        ))}
      {/* Announced when the text changes, not on every count. */}
      <span role="status" aria-live="polite" className="sr-only">
        {words && words.tone !== 'working' ? text : ''}
      </span>
    </div>
  );
}
