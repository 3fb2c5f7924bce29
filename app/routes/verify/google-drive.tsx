import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { connectFailure, ConnectResult } from '~/features/account/connect-result';

export const meta: MetaFunction = () => [{ title: 'Google Drive · Satchel' }, { name: 'robots', content: 'noindex' }];

export const loader = ({ request }: LoaderFunctionArgs) => ({ failure: connectFailure(request.url) });

export default function GoogleDrive() {
  return <ConnectResult provider="Google Drive" failure={useLoaderData<typeof loader>().failure} />;
}
