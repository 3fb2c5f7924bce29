import { redirect } from '@remix-run/react';
import { paths } from '~/paths';

/** The knowledge base opens with its projects. */
export const clientLoader = () => redirect(paths.projects());

export default function MyBase() {
  return null;
}
