import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { keepLast } from '~/features/admin/keep-last';
import { consoleAction, consoleLoader } from '~/features/admin/server';
import { actOnEmployees } from '~/features/employees/act';
import { loadEmployees } from '~/features/employees/load';
import { EmployeesScreen } from '~/features/employees/screen';
import { sendDialog, toldTo } from '~/features/organization/outcome';

export { needsAnew as shouldRevalidate } from '~/features/employees/place';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

export const loader = consoleLoader(loadEmployees);
export const clientLoader = keepLast<typeof loader>('employees');

const act = consoleAction(actOnEmployees);
export const action = (args: ActionFunctionArgs) => toldTo(args.request, () => act(args));
export const clientAction = sendDialog;

export default function Employees() {
  return <EmployeesScreen data={useLoaderData<typeof loader>()} />;
}
