import { Link, useLoaderData, useNavigation } from '@remix-run/react';
import { ArrowLeft, Download, ListChecks, RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { withStaleFallback } from '~/features/admin/stale-fallback';
import { ScreenError } from '~/features/admin/screen-error';
import { consoleLoader } from '~/features/admin/server';
import { useNumber } from '~/features/admin/use-number';
import { LOG_FILTERS, LOG_MOST, LOG_PAGE, readLogAddress, statusOf } from '~/features/ip-access/log-filter';
import { LogTable } from '~/features/ip-access/log-table';
import { regionNames } from '~/features/ip-access/region-name';
import { languageTag } from '../../../sync/model/languages';
import { languageOf } from '~/i18n/server';
import { paths } from '~/paths';
import { cx } from '~/ui/cx';
import { EmptyState } from '~/ui/feedback/empty-state';
import { nativeButtonClass } from '~/ui/controls/button-styles';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { LinkTabs } from '~/ui/controls/tabs';
import { IP_LOG_KEPT_DAYS, ipCalls } from '../../../server/organization/ip-access/contract';

export const loader = consoleLoader(async ({ api, companyId, request }) => {
  const { filter, shown } = readLogAddress(request.url);
  const { total, entries } = await api(ipCalls.log, { companyId, pageNumber: 1, pageSize: shown, ...statusOf(filter) });
  const nameOf = regionNames(languageTag(await languageOf(request)), '');
  return { filter, total, entries: entries.map((entry) => ({ ...entry, regionName: nameOf(entry.region) })) };
});
export const clientLoader = withStaleFallback<typeof loader>('ip-logs');

/**
 * The access log: addresses, people and results. Filter and number of rows are in the address, so that the screen works
 * before its scripts have loaded.
 */
export default function IpLogs() {
  const { t } = useTranslation(['admin', 'common']);
  const { filter, total, entries } = useLoaderData<typeof loader>();
  const number = useNumber();
  const isLoading = useNavigation().state === 'loading';
  const status = filter === 'all' ? undefined : filter;
  const shown = Math.max(LOG_PAGE, Math.ceil(entries.length / LOG_PAGE) * LOG_PAGE);
  const here = paths.admin.ipLogs(status, shown > LOG_PAGE ? shown : undefined);
  const counts = { shown: number(entries.length), total: number(total) };
  const small = nativeButtonClass('secondary', 'normal', 'max-sm:size-9 max-sm:px-0');
  return (
    <>
      <PageHeader
        title={t('admin:ip.logTitle')}
        more={
          <>
            <Link to={here} replace preventScrollReset className={small}>
              <RefreshCw aria-hidden size={16} className={cx(isLoading && 'spin')} />
              <span className="max-sm:sr-only">{t('admin:ip.log.refresh')}</span>
            </Link>
            <a href={paths.admin.ipLogsCsv(status)} download className={small}>
              <Download aria-hidden size={16} />
              <span className="max-sm:sr-only">{t('admin:ip.log.export')}</span>
            </a>
          </>
        }
      />
      <PageBody width="wide">
        <Link
          to={paths.admin.ipManagement()}
          className="focus-ring -ml-1 mb-4 inline-flex items-center gap-1.5 rounded-control px-1 py-1 text-13 text-ink-muted hover:text-ink-strong"
        >
          <ArrowLeft aria-hidden size={14} />
          {t('admin:ip.title')}
        </Link>
        <LinkTabs
          label={t('admin:ip.log.filter')}
          value={filter}
          items={LOG_FILTERS.map((id) => ({
            id,
            label: t(`admin:ip.log.${id}`),
            href: paths.admin.ipLogs(id === 'all' ? undefined : id),
          }))}
        />
        {entries.length === 0 ? (
          <EmptyState
            icon={<ListChecks size={22} />}
            title={filter === 'blocked' ? t('admin:ip.log.emptyBlocked') : t('admin:ip.log.emptyTitle')}
            text={t('admin:ip.log.emptyText')}
          />
        ) : (
          <div className="mt-4">
            <LogTable entries={entries} />
            <div className="flex flex-wrap items-center justify-between gap-3 py-5">
              <p className="tabular text-13 text-ink-muted">
                {entries.length < total && shown >= LOG_MOST
                  ? t('admin:ip.log.most', counts)
                  : t('admin:ip.log.shown', counts)}{' '}
                {t('admin:ip.log.kept', { days: number(IP_LOG_KEPT_DAYS) })}
              </p>
              {entries.length < total && shown < LOG_MOST && (
                <Link
                  to={paths.admin.ipLogs(status, shown + LOG_PAGE)}
                  replace
                  preventScrollReset
                  className={nativeButtonClass()}
                >
                  {t('admin:ip.log.more')}
                </Link>
              )}
            </div>
          </div>
        )}
      </PageBody>
    </>
  );
}

/** Shows 'Failed to load logs' (specification: organization 8). */
export function ErrorBoundary() {
  const { t } = useTranslation('admin');
  return <ScreenError title={t('ip.log.failed')} />;
}
