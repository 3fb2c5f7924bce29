/** URL state of the departments: everything shown follows from the address, on the server too. */
import { useSearchParams } from '@remix-run/react';
import { loadsAgain, pageOf } from '~/features/admin/url-state';
import type { OrganizationDialog, OrganizationUrlState } from '~/console-paths';

const DIALOGS: readonly OrganizationDialog[] = ['company', 'create', 'edit', 'move', 'delete', 'add', 'put'];

/** members per page */
export const PAGE_SIZE = 50;
/** in no department */
export const NOWHERE = 'none';

export function urlStateOf(params: URLSearchParams): OrganizationUrlState {
  const read = (name: string): string | undefined => params.get(name) || undefined;
  return {
    department: read('department')?.slice(0, 60),
    page: pageOf(read('page')),
    dialog: DIALOGS.find((known) => known === read('dialog')),
    words: read('words'),
    users: params.getAll('user').slice(0, 200),
  };
}

export function useUrlState(): OrganizationUrlState {
  const [params] = useSearchParams();
  return urlStateOf(params);
}

/** The same address without a dialog; the selection stays. */
export const withoutDialog = (urlState: OrganizationUrlState): OrganizationUrlState => ({
  ...urlState,
  dialog: undefined,
  words: undefined,
});

/** Opening and closing dialogs does not load data, except people who can be added to a department. */
export const needsAnew = (args: Parameters<typeof loadsAgain>[0]): boolean =>
  loadsAgain(args, (params) => {
    const { department, page, dialog, words } = urlStateOf(params);
    return [department, page, dialog === 'add' ? (words ?? '') : null];
  });
