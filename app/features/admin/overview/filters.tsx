import { Form, useSubmit } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { controlClass } from '~/ui/controls/button-styles';
import { NativeButton } from '~/ui/controls/native-controls';
import { LinkTabs } from '~/ui/controls/tabs';
import type { DashboardRange } from '../../../../server/core/dashboard/contract';

const RANGES: readonly DashboardRange[] = ['day', 'week', 'month', 'year'];

/** Time span and department. Both are in the address, and work before the scripts have loaded. */
export function Filters({
  range,
  departmentId,
  departments,
}: {
  range: DashboardRange;
  departmentId: string;
  departments: readonly { id: string; name: string; depth: number }[];
}) {
  const { t } = useTranslation('admin');
  const submit = useSubmit();
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <LinkTabs
        label={t('overview.rangeLabel')}
        value={range}
        items={RANGES.map((id) => ({
          id,
          label: t(`overview.range.${id}`),
          href: paths.admin.overview({ range: id, departmentId }),
        }))}
      />
      {departments.length > 0 && (
        <Form method="get" action={paths.admin.overview()} className="flex items-center gap-2 max-sm:w-full">
          <input type="hidden" name="range" value={range} />
          <select
            key={departmentId}
            name="departmentId"
            aria-label={t('overview.department')}
            defaultValue={departmentId}
            onChange={(event) => submit(event.currentTarget.form, { replace: true, preventScrollReset: true })}
            className={`${controlClass} h-9 sm:w-60`}
          >
            <option value="">{t('overview.allDepartments')}</option>
            {departments.map(({ id, name, depth }) => (
              <option key={id} value={id}>{`${'\u2003'.repeat(depth)}${name}`}</option>
            ))}
          </select>
          {!ready && <NativeButton type="submit">{t('overview.show')}</NativeButton>}
        </Form>
      )}
    </div>
  );
}
