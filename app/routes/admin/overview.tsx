import { redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { callFailure } from '~/api/call-failure';
import { keepLast } from '~/features/admin/keep-last';
import { Filters } from '~/features/admin/overview/filters';
import { StatCards } from '~/features/admin/overview/stat-cards';
import { pointsOf } from '~/features/admin/overview/span-text';
import { Trend } from '~/features/admin/overview/trend';
import { ScreenError } from '~/features/admin/screen-error';
import { consoleLoader } from '~/features/admin/server';
import { timeZoneOf, useTimeZone } from '~/features/admin/time-zone';
import { paths } from '~/paths';
import { PageBody, PageHeader } from '~/ui/page-header';
import { dashboardCalls, DashboardRange, TimeZone, type DashboardStats } from '../../../server/core/dashboard/contract';
import { departmentCalls, type DepartmentNode } from '../../../server/organization/departments/contract';

/** Departments in the order of the tree, with their depth. */
const flat = (nodes: readonly DepartmentNode[], depth = 0): { id: string; name: string; depth: number }[] =>
  nodes.flatMap((node) => [{ id: node.id, name: node.name, depth }, ...flat(node.children, depth + 1)]);

export const loader = consoleLoader(async ({ api, companyId, url, request }) => {
  const asked = url.searchParams.get('range');
  const range = v.is(DashboardRange, asked) ? asked : 'month';
  const departmentId = url.searchParams.get('departmentId') || undefined;
  const timeZone = timeZoneOf(request);
  try {
    const [data, { departments }] = await Promise.all([
      api(dashboardCalls.data, { companyId, range, departmentId, timeZone: v.is(TimeZone, timeZone) ? timeZone : undefined }),
      api(departmentCalls.tree, { id: companyId }),
    ]);
    return { data, departments: flat(departments) };
  } catch (error) {
    // a bookmark of a department that is gone
    if (departmentId && ['DEPARTMENT_NOT_FOUND', 'PARAM_ERROR'].includes(callFailure(error)?.code ?? '')) throw redirect(paths.admin.overview({ range }));
    throw error;
  }
});
export const clientLoader = keepLast<typeof loader>('overview');

const PARTS = { day: 'hour', week: 'weekday', month: 'day', year: 'month' } as const;

export default function Overview() {
  const { t, i18n } = useTranslation('admin');
  const { data, departments } = useLoaderData<typeof loader>();
  const [shown, setShown] = useState<keyof DashboardStats>('activeUserCount');
  useTimeZone(data.timeZone);
  const name = t(`overview.stat.${shown}`);
  const points = pointsOf(PARTS[data.range], data.timeZone, i18n.language, data.trend.map((part) => ({ from: part.from, value: part[shown] })));
  return (
    <>
      <PageHeader title={t('overview.title')} />
      <PageBody width="wide">
        <div className="flex flex-col gap-6">
          <Filters range={data.range} departmentId={data.departmentId} departments={departments} />
          <StatCards data={data} shown={shown} onShow={setShown} />
          <Trend name={name} title={t('overview.trendOf', { name, range: t(`overview.rangeLong.${data.range}`) })} points={points} />
        </div>
      </PageBody>
    </>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation('admin');
  return <ScreenError title={t('overview.failed')} />;
}
