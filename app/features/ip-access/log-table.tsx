import { useTranslation } from 'react-i18next';
import { Badge } from '~/ui/data/badge';
import { NativeTable } from '~/ui/data/native-table';
import { RelativeTime } from '~/ui/data/relative-time';
import type { AccessEntry } from '../../../server/organization/ip-access/contract';

type Entry = AccessEntry & { regionName: string };

export function LogTable({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('admin');
  return (
    <NativeTable
      label={t('ip.log.table')}
      rows={entries}
      columns={[
        {
          id: 'ip',
          title: t('ip.log.ip'),
          isRowHeader: true,
          className: 'md:min-w-32',
          cell: (e) => <Heading entry={e} />,
        },
        { id: 'status', title: t('ip.log.status'), isWideOnly: true, cell: (e) => <Result entry={e} /> },
        {
          id: 'time',
          title: t('ip.log.time'),
          isWideOnly: true,
          className: 'whitespace-nowrap',
          cell: (e) => <RelativeTime at={e.at} />,
        },
        { id: 'person', title: t('ip.log.person'), isWideOnly: true, className: 'min-w-28', cell: (e) => e.userName },
        {
          id: 'device',
          title: t('ip.log.device'),
          isWideOnly: true,
          className: 'whitespace-nowrap',
          cell: (e) => t(`ip.device.${e.deviceType}`),
        },
        { id: 'region', title: t('ip.log.region'), isWideOnly: true, cell: (e) => <Region entry={e} /> },
        {
          id: 'server',
          title: t('ip.log.server'),
          isWideOnly: true,
          cell: (e) => e.serverIp && <code className="font-mono text-13 text-ink-muted">{e.serverIp}</code>,
        },
        {
          id: 'userAgent',
          title: t('ip.log.userAgent'),
          isWideOnly: true,
          className: 'md:max-w-44',
          cell: (e) =>
            e.userAgent && (
              <span translate="no" title={e.userAgent} className="block min-w-0 truncate text-13 text-ink-muted">
                {e.userAgent}
              </span>
            ),
        },
      ]}
    />
  );
}

/** On a narrow screen this cell includes the content of the hidden columns. */
function Heading({ entry }: { entry: Entry }) {
  const { t } = useTranslation('admin');
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1">
      <span className="flex items-center justify-between gap-3">
        <code className="min-w-0 font-mono [overflow-wrap:anywhere] text-13 text-ink-strong">{entry.ip}</code>
        <span className="shrink-0 md:hidden">
          <Result entry={entry} />
        </span>
      </span>
      <span className="text-12 text-ink-muted md:hidden">
        <RelativeTime at={entry.at} />
        {entry.userName && ` · ${entry.userName}`} · {t(`ip.device.${entry.deviceType}`)}
        {(entry.region === 'private' || entry.regionName) && (
          <>
            {' '}
            · <Region entry={entry} />
          </>
        )}
      </span>
      {(entry.serverIp || entry.userAgent) && (
        <span translate="no" className="truncate text-12 text-ink-muted md:hidden">
          {[entry.serverIp, entry.userAgent].filter(Boolean).join(' · ')}
        </span>
      )}
    </span>
  );
}

function Result({ entry }: { entry: Entry }) {
  const { t } = useTranslation('admin');
  return (
    <Badge tone={entry.status === 'ALLOW' ? 'success' : 'danger'}>
      {t(entry.status === 'ALLOW' ? 'ip.log.allowed' : 'ip.log.blocked')}
    </Badge>
  );
}

function Region({ entry }: { entry: Entry }) {
  const { t } = useTranslation('admin');
  return <>{entry.region === 'private' ? t('ip.private') : entry.regionName}</>;
}
