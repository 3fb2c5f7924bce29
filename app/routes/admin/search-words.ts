/**
 * Receives the search forms of the console and redirects to the list. The address of the list has the words encrypted
 * (search-form).
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { redirect, type ClientActionFunctionArgs } from '@remix-run/react';
import { consoleFile } from '~/features/admin/server';
import { paths } from '~/paths';
import { ownAddress } from '../../../sync/protocol/own-address';
import { isConsoleScreen } from '../../screens';

/** maximum length of a filter in the form, in UTF-16 units; filters become parameters of the address */
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

/** Offline the words cannot be encrypted: the list stays as it is and shows its age (stale-fallback). */
export const clientAction = async ({ serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return redirect(location.pathname + location.search + location.hash);
  }
};

/** A sign-in during the submission returns to this address by GET, and is redirected to the console. */
export const loader = (_: LoaderFunctionArgs): Response => redirect(paths.admin.home());
