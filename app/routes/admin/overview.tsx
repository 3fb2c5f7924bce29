import { redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { callFailure } from '~/api/call-failure';
import { withStaleFallback } from '~/features/admin/stale-fallback';
import { Filters } from '~/features/admin/overview/filters';
import { StatCards } from '~/features/admin/overview/stat-cards';
import { pointsOf } from '~/features/admin/overview/span-text';
import { Trend } from '~/features/admin/overview/trend';
import { ScreenError } from '~/features/admin/screen-error';
import { consoleLoader } from '~/features/admin/server';
import { useConsole } from '~/features/admin/state';
import { timeZoneOf, useTimeZone } from '~/features/admin/time-zone';
import { paths } from '~/paths';
import { Banner } from '~/ui/feedback/banner';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { NativeLink } from '~/ui/controls/native-controls';
import { dashboardCalls, DashboardRange, TimeZone, type DashboardStats } from '../../../server/core/dashboard/contract';
import { departmentCalls, type DepartmentNode } from '../../../server/organization/departments/contract';
import { profileCalls } from '../../../server/organization/profile/contract';

/** Departments in tree order, with their depth. */
const flat = (nodes: readonly DepartmentNode[], depth = 0): { id: string; name: string; depth: number }[] =>
  nodes.flatMap((node) => [{ id: node.id, name: node.name, depth }, ...flat(node.children, depth + 1)]);

/** milliseconds after its registration during which an organization is reminded of open steps of its set-up */
const NEW_MS = 30 * 24 * 60 * 60 * 1000;

export const loader = consoleLoader(async ({ api, companyId, url, request }) => {
  const asked = url.searchParams.get('range');
  const range = v.is(DashboardRange, asked) ? asked : 'month';
  const departmentId = url.searchParams.get('departmentId') || undefined;
  const timeZone = timeZoneOf(request);
  try {
    const [data, { departments }, { company, onboarding }] = await Promise.all([
      api(dashboardCalls.data, {
        companyId,
        range,
        departmentId,
        timeZone: v.is(TimeZone, timeZone) ? timeZone : undefined,
      }),
      api(departmentCalls.tree, { id: companyId }),
      api(profileCalls.profile, { id: companyId }),
    ]);
    const steps = Object.values(onboarding);
    const isNew = Date.now() - company.createdAt < NEW_MS;
    return {
      data,
      departments: flat(departments),
      setUp: isNew && steps.includes(false) ? { done: steps.filter(Boolean).length, of: steps.length } : null,
    };
  } catch (error) {
    // a bookmarked address may name a deleted department
    if (departmentId && ['DEPARTMENT_NOT_FOUND', 'PARAM_ERROR'].includes(callFailure(error)?.code ?? ''))
      throw redirect(paths.admin.overview({ range }));
    throw error;
  }
});
export const clientLoader = withStaleFallback<typeof loader>('overview');

const PARTS = { day: 'hour', week: 'weekday', month: 'day', year: 'month' } as const;

export default function Overview() {
  const { t, i18n } = useTranslation('admin');
  const { data, departments, setUp } = useLoaderData<typeof loader>();
  const { stale } = useConsole();
  const [shown, setShown] = useState<keyof DashboardStats>('activeUserCount');
  useTimeZone(data.timeZone);
  const name = t(`overview.stat.${shown}`);
  const points = pointsOf(
    PARTS[data.range],
    data.timeZone,
    i18n.language,
    data.trend.map((part) => ({ from: part.from, value: part[shown] })),
  );
  return (
    <>
      <PageHeader title={t('overview.title')} />
      <PageBody width="wide">
        <div className="flex flex-col gap-6">
          {setUp && !stale && (
            <Banner
              kind="info"
              action={
                <NativeLink size="small" href={paths.verificationSuccess()}>
                  {t('overview.setUp.open')}
                </NativeLink>
              }
            >
              {t('overview.setUp.text', setUp)}
            </Banner>
          )}
          <Filters range={data.range} departmentId={data.departmentId} departments={departments} />
          <StatCards data={data} shown={shown} onShow={setShown} />
          <Trend
            name={name}
            title={t('overview.trendOf', { name, range: t(`overview.rangeLong.${data.range}`) })}
            points={points}
          />
        </div>
      </PageBody>
    </>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation('admin');
  return <ScreenError title={t('overview.failed')} />;
}
