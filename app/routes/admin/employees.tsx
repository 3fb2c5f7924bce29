import { useLoaderData } from '@remix-run/react';
import { withStaleFallback } from '~/features/admin/stale-fallback';
import { consoleLoader } from '~/features/admin/server';
import { actOnEmployees } from '~/features/employees/actions';
import { loadEmployees } from '~/features/employees/load';
import { EmployeesScreen } from '~/features/employees/screen';
import { dialogAction } from '~/features/organization/dialog-action';
import { sendDialog } from '~/features/organization/result';

export { needsAnew as shouldRevalidate } from '~/features/employees/url-state';

export const loader = consoleLoader(loadEmployees);
export const clientLoader = withStaleFallback<typeof loader>('employees');
export const action = dialogAction(actOnEmployees);
export const clientAction = sendDialog;

export default function Employees() {
  return <EmployeesScreen data={useLoaderData<typeof loader>()} />;
}
