import { redirect } from '@remix-run/react';
import { paths } from '~/paths';

/** Redirects the address of the knowledge base to its projects. */
export const clientLoader = () => redirect(paths.projects());

export default function MyBase() {
  return null;
}
