/** Takes the form of a search of the console and leads to its list, whose address holds the words sealed (search-form). */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { redirect, type ClientActionFunctionArgs } from '@remix-run/react';
import { consoleFile } from '~/features/admin/server';
import { paths } from '~/paths';
import { ownAddress } from '../../../sync/protocol/own-address';
import { isConsoleScreen } from '../../screens';

/** Filters of the form, as the address of a list takes them. */
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

/** Without the server nothing is sealed: the list stays as it is, and says what it shows (keep-last). */
export const clientAction = async ({ serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return redirect(location.pathname + location.search + location.hash);
  }
};

/** Where a sign-in in between leads back to. */
export const loader = (_: LoaderFunctionArgs): Response => redirect(paths.admin.home());
