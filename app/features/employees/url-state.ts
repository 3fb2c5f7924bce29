/** URL state of the directory: everything shown follows from the address, on the server too. */
import { useSearchParams } from '@remix-run/react';
import { loadsAgain, pageOf } from '~/features/admin/url-state';
import type { EmployeesDialog, EmployeesUrlState } from '~/console-paths';

const DIALOGS: readonly EmployeesDialog[] = ['invite', 'link', 'member', 'remove', 'erase', 'put', 'take', 'request'];

/** members per page */
export const PAGE_SIZE = 50;

export function urlStateOf(params: URLSearchParams): EmployeesUrlState {
  const read = (name: string): string | undefined => params.get(name) || undefined;
  const status = read('status');
  return {
    tab: read('tab') === 'requests' ? 'requests' : undefined,
    words: read('words'),
    department: read('department')?.slice(0, 60),
    status: status === 'active' || status === 'pending' ? status : undefined,
    page: pageOf(read('page')),
    dialog: DIALOGS.find((known) => known === read('dialog')),
    member: read('member'),
    device: read('device'),
    request: read('request'),
    users: params.getAll('user').slice(0, 200),
  };
}

export function useUrlState(): EmployeesUrlState {
  const [params] = useSearchParams();
  return urlStateOf(params);
}

/** The same address without a dialog; the selection stays. */
export const withoutDialog = (urlState: EmployeesUrlState): EmployeesUrlState => ({
  ...urlState,
  dialog: undefined,
  member: undefined,
  device: undefined,
  request: undefined,
});

/** Opening and closing dialogs does not load data; submissions, another page or another search do. */
export const needsAnew = (args: Parameters<typeof loadsAgain>[0]): boolean =>
  loadsAgain(args, (params) => {
    const { tab, words, department, status, page } = urlStateOf(params);
    return [tab, words, department, status, page];
  });
