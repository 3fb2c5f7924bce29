import { Link, useLoaderData, useNavigation } from '@remix-run/react';
import { Download, ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Entries } from '~/features/admin/audit/entries';
import { filterOf, isFiltered, MOST, queryOf, STEP, type AuditFilter } from '~/features/admin/audit/filter';
import { Filters } from '~/features/admin/audit/filters';
import { withStaleFallback } from '~/features/admin/stale-fallback';
import { ScreenError } from '~/features/admin/screen-error';
import { consoleLoader } from '~/features/admin/server';
import { useConsole } from '~/features/admin/state';
import { paths } from '~/paths';
import { EmptyState } from '~/ui/feedback/empty-state';
import { nativeButtonClass } from '~/ui/controls/button-styles';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { auditCalls } from '../../../server/organization/audit/contract';

export const loader = consoleLoader(async ({ api, companyId, url, searched }) => {
  const filter = filterOf(url, searched);
  const [{ entries, more }, { actors }] = await Promise.all([
    api(auditCalls.query, { ...queryOf(companyId, filter, Date.now()), before: filter.before, pageSize: filter.count }),
    api(auditCalls.actors, { companyId }),
  ]);
  return { filter, entries, more, actors };
});
export const clientLoader = withStaleFallback<typeof loader>('audit');

/** The filter in the address, without the position and number of the shown entries. */
const wished = ({ words, action, actorId, period }: AuditFilter) => ({ words, action, actorId, period });

export default function Audit() {
  const { t } = useTranslation('admin');
  const { filter, entries, more, actors } = useLoaderData<typeof loader>();
  const { stale } = useConsole();
  const isLoading = useNavigation().state === 'loading';
  const next =
    filter.count < MOST
      ? { ...wished(filter), before: filter.before, count: String(filter.count + STEP) }
      : { ...wished(filter), before: entries.at(-1)?.id ?? '' };
  const download = !stale && entries.length > 0 && (
    <a
      href={paths.admin.auditExport(wished(filter))}
      download
      className={nativeButtonClass('secondary', 'normal', 'max-sm:size-9 max-sm:px-0')}
    >
      <Download aria-hidden size={16} />
      <span className="max-sm:sr-only">{t('audit.export')}</span>
    </a>
  );
  return (
    <>
      <PageHeader title={t('audit.title')} more={download || undefined} />
      <PageBody width="wide">
        <div className="flex flex-col gap-6">
          <p className="leading-relaxed text-ink-muted">{t('audit.text')}</p>
          <Filters filter={filter} actors={actors} />
          {entries.length === 0 ? (
            <EmptyState
              icon={<ScrollText size={22} />}
              title={t(isFiltered(filter) ? 'audit.noneTitle' : 'audit.emptyTitle')}
              text={t(isFiltered(filter) ? 'audit.noneText' : 'audit.emptyText')}
            />
          ) : (
            <>
              <Entries entries={entries} />
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p role="status" className="text-13 text-ink-muted">
                  {t('audit.count', { count: entries.length })}
                </p>
                {more && (
                  <Link
                    to={paths.admin.audit(next)}
                    preventScrollReset={'count' in next}
                    replace
                    className={nativeButtonClass('secondary', 'normal')}
                  >
                    {t(isLoading ? 'audit.loading' : 'audit.more')}
                  </Link>
                )}
              </div>
            </>
          )}
        </div>
      </PageBody>
    </>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation('admin');
  return <ScreenError title={t('audit.failed')} />;
}
