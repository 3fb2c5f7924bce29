import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { keepLast } from '~/features/admin/keep-last';
import { consoleAction, consoleLoader } from '~/features/admin/server';
import { actOnOrganization } from '~/features/organization/act';
import { loadOrganization } from '~/features/organization/load';
import { OrganizationScreen } from '~/features/organization/screen';
import { sendDialog, toldTo } from '~/features/organization/outcome';

export { needsAnew as shouldRevalidate } from '~/features/organization/place';

export const meta: MetaFunction = () => [{ title: 'Satchel' }, { name: 'robots', content: 'noindex' }];

export const loader = consoleLoader(loadOrganization);
export const clientLoader = keepLast<typeof loader>('organization');

const act = consoleAction(actOnOrganization);
export const action = (args: ActionFunctionArgs) => toldTo(args.request, () => act(args));
export const clientAction = sendDialog;

export default function Organization() {
  return <OrganizationScreen data={useLoaderData<typeof loader>()} />;
}
