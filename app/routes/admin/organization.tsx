import { useLoaderData } from '@remix-run/react';
import { withStaleFallback } from '~/features/admin/stale-fallback';
import { consoleLoader } from '~/features/admin/server';
import { actOnOrganization } from '~/features/organization/actions';
import { dialogAction } from '~/features/organization/dialog-action';
import { loadOrganization } from '~/features/organization/load';
import { sendDialog } from '~/features/organization/result';
import { OrganizationScreen } from '~/features/organization/screen';

export { needsAnew as shouldRevalidate } from '~/features/organization/url-state';

export const loader = consoleLoader(loadOrganization);
export const clientLoader = withStaleFallback<typeof loader>('organization');
export const action = dialogAction(actOnOrganization);
export const clientAction = sendDialog;

export default function Organization() {
  return <OrganizationScreen data={useLoaderData<typeof loader>()} />;
}
