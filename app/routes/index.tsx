import { redirect as serverRedirect } from '@remix-run/node';
import { redirect } from '@remix-run/react';
import { paths } from '~/paths';

export const loader = () => serverRedirect(paths.home());
/** In the app no server is asked. */
export const clientLoader = () => redirect(paths.home());

export default function Index() {
  return null;
}
