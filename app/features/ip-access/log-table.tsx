import { useTranslation } from 'react-i18next';
import { Badge } from '~/ui/badge';
import { PlainTable } from '~/ui/plain-table';
import { RelativeTime } from '~/ui/relative-time';
import type { AccessEntry } from '../../../server/organization/ip-access/contract';

export function LogTable({ entries }: { entries: readonly (AccessEntry & { regionName: string })[] }) {
  const { t } = useTranslation('admin');
  return (
    <PlainTable
      label={t('ip.log.table')}
      rows={entries}
      columns={[
        { id: 'ip', title: t('ip.log.ip'), isRowHeader: true, cell: (e) => <code className="font-mono text-13 text-ink-strong">{e.ip}</code> },
        { id: 'status', title: t('ip.log.status'), cell: (e) => <Badge tone={e.status === 'ALLOW' ? 'success' : 'danger'}>{t(e.status === 'ALLOW' ? 'ip.log.allowed' : 'ip.log.blocked')}</Badge> },
        { id: 'time', title: t('ip.log.time'), className: 'whitespace-nowrap', cell: (e) => <RelativeTime at={e.at} /> },
        { id: 'person', title: t('ip.log.person'), cell: (e) => e.userName },
        { id: 'device', title: t('ip.log.device'), className: 'whitespace-nowrap', cell: (e) => t(`ip.device.${e.deviceType}`) },
        { id: 'region', title: t('ip.log.region'), cell: (e) => (e.region === 'private' ? t('ip.private') : e.regionName) },
        { id: 'server', title: t('ip.log.server'), cell: (e) => e.serverIp && <code className="font-mono text-13 text-ink-muted">{e.serverIp}</code> },
        { id: 'userAgent', title: t('ip.log.userAgent'), className: 'md:max-w-56', cell: (e) => e.userAgent && <span translate="no" title={e.userAgent} className="block min-w-0 truncate text-13 text-ink-muted">{e.userAgent}</span> },
      ]}
    />
  );
}
