/**
 * Receives the console's search forms and redirects to the list, whose address carries the words encrypted
 * (search-form).
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { redirect, type ClientActionFunctionArgs } from '@remix-run/react';
import { consoleFile } from '~/features/admin/server';
import { paths } from '~/paths';
import { ownAddress } from '../../../sync/protocol/own-address';
import { isConsoleScreen } from '../../screens';

/** Filters of the form, as parameters of the list's address. */
const FILTER_MAX = 200;

export const action = consoleFile(async ({ request, sealWords }) => {
  const form = await request.formData();
  const read = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const to = ownAddress(read('to'));
  if (!to || !isConsoleScreen(to.pathname)) throw new Response(null, { status: 400 });
  for (const name of new Set(form.keys()))
    if (name !== 'to' && name !== 'words') to.searchParams.set(name, read(name).slice(0, FILTER_MAX));
  to.searchParams.set('words', sealWords(read('words')));
  for (const [name, value] of [...to.searchParams]) if (!value) to.searchParams.delete(name);
  return redirect(to.pathname + to.search + to.hash, 303);
});

/** Without the server nothing can be encrypted: the list stays, and shows its age (stale-fallback). */
export const clientAction = async ({ serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return redirect(location.pathname + location.search + location.hash);
  }
};

/** The address to return to after a sign-in. */
export const loader = (_: LoaderFunctionArgs): Response => redirect(paths.admin.home());
