import { useActionData, useLoaderData } from '@remix-run/react';
import { PanelsTopLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { isFailed } from '~/features/account/result';
import { sendForm, useFailureText } from '~/features/admin/console-form';
import { withStaleFallback } from '~/features/admin/stale-fallback';
import { LivePageTable } from '~/features/admin/livepage/live-page-table';
import { pointsOf } from '~/features/admin/overview/span-text';
import { Trend } from '~/features/admin/overview/trend';
import { SearchForm, SearchInput } from '~/features/admin/search-form';
import { ScreenError } from '~/features/admin/screen-error';
import { consoleAction, consoleLoader } from '~/features/admin/server';
import { timeZoneOf, useTimeZone } from '~/features/admin/time-zone';
import { useNumber } from '~/features/admin/use-number';
import { paths } from '~/paths';
import { Banner } from '~/ui/feedback/banner';
import { EmptyState } from '~/ui/feedback/empty-state';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { NativeButton } from '~/ui/controls/native-controls';
import { LinkTabs } from '~/ui/controls/tabs';
import { TimeZone } from '../../../server/core/dashboard/contract';
import { livePageAdminCalls, LivePageRange } from '../../../server/core/livepages/contract';

const PAGE_SIZE = 20;

export const loader = consoleLoader(async ({ api, companyId, url, request, searched }) => {
  const asked = url.searchParams.get('range');
  const range = v.is(LivePageRange, asked) ? asked : 'days';
  const page = Math.min(1_000_000, Math.max(1, Math.floor(Number(url.searchParams.get('page'))) || 1));
  const timeZone = timeZoneOf(request);
  const [counts, trend, pages] = await Promise.all([
    api(livePageAdminCalls.count, { companyId }),
    api(livePageAdminCalls.trend, { companyId, range, timeZone: v.is(TimeZone, timeZone) ? timeZone : undefined }),
    api(livePageAdminCalls.page, { companyId, keyword: searched, currentPage: page, pageSize: PAGE_SIZE }),
  ]);
  return { counts, trend, pages, searched, words: url.searchParams.get('words') ?? '' };
});
export const clientLoader = withStaleFallback<typeof loader>('livepage');

/** Changes a LivePage's visibility. */
export const action = consoleAction(async ({ api, form }) => {
  await api(livePageAdminCalls.setVisible, {
    id: String(form.get('id') ?? ''),
    visible: form.get('visible') === 'true',
  });
  return { done: true };
});
export const clientAction = sendForm;

const PARTS = { days: 'day', weeks: 'week', months: 'month' } as const;
const RANGES = ['days', 'weeks', 'months'] as const;

export default function LivePageData() {
  const { t, i18n } = useTranslation(['admin', 'common']);
  const { counts, trend, pages, searched, words } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failure = useFailureText(isFailed(result) ? result : null);
  const number = useNumber();
  useTimeZone(trend.timeZone);
  const points = pointsOf(
    PARTS[trend.range],
    trend.timeZone,
    i18n.language,
    trend.trend.map(({ from, livePageCount }) => ({ from, value: livePageCount })),
  );
  const name = t('admin:livepage.new');
  return (
    <>
      <PageHeader title={t('admin:frame.navigation.livepage')} />
      <PageBody width="wide">
        <div className="flex flex-col gap-6">
          {failure && (
            <Banner kind="danger" live="alert">
              {failure}
            </Banner>
          )}
          <dl className="grid grid-cols-3 gap-2 sm:gap-3">
            {(['total', 'visible', 'views'] as const).map((key) => (
              <div
                key={key}
                className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-raised p-3 sm:p-4"
              >
                <dt className="text-13 text-ink-muted">{t(`admin:livepage.count.${key}`)}</dt>
                <dd className="tabular text-24 font-semibold text-ink-strong">{number(counts[key])}</dd>
              </div>
            ))}
          </dl>
          <LinkTabs
            label={t('admin:overview.rangeLabel')}
            value={trend.range}
            items={RANGES.map((id) => ({ id, label: t(`admin:livepage.range.${id}`), href: paths.admin.livePage(id) }))}
          />
          <Trend
            name={name}
            title={t('admin:overview.trendOf', { name, range: t(`admin:livepage.rangeLong.${trend.range}`) })}
            points={points}
          />
          {counts.total === 0 ? (
            <EmptyState
              icon={<PanelsTopLeft size={22} />}
              title={t('admin:livepage.emptyTitle')}
              text={t('admin:livepage.emptyText')}
            />
          ) : (
            <section className="flex flex-col gap-3">
              <SearchForm to={paths.admin.livePage(trend.range)} className="flex items-center gap-2">
                <SearchInput
                  label={t('admin:livepage.search')}
                  placeholder={t('admin:livepage.search')}
                  searched={searched}
                  className="sm:max-w-80"
                />
                <NativeButton type="submit">{t('common:search')}</NativeButton>
              </SearchForm>
              <LivePageTable pages={pages} range={trend.range} words={words} />
            </section>
          )}
        </div>
      </PageBody>
    </>
  );
}

export function ErrorBoundary() {
  return <ScreenError />;
}
