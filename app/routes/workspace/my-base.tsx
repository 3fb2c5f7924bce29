import { redirect } from '@remix-run/react';
import { paths } from '~/paths';

export const clientLoader = () => redirect(paths.projects());

export default function MyBase() {
  return null;
}
