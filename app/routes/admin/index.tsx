import { redirect } from '@remix-run/node';
import { redirect as go } from '@remix-run/react';
import { paths } from '~/paths';

/** The console opens with its overview, also offline. */
export const loader = () => redirect(paths.admin.overview());
export const clientLoader = () => {
  throw go(paths.admin.overview());
};

export default function AdminIndex() {
  return null;
}
