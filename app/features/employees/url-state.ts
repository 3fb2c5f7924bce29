/** URL state of the directory: everything shown follows from the address, on the server too. */
import { useSearchParams, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
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
    page: Math.max(1, Math.min(100_000, Math.floor(Number(read('page')) || 1))),
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
export function needsAnew({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
}: Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl' | 'formMethod' | 'actionResult'>): boolean {
  const shown = (url: URL): string => {
    const { tab, words, department, status, page } = urlStateOf(url.searchParams);
    return JSON.stringify([url.pathname, tab, words, department, status, page]);
  };
  const sent =
    actionResult !== undefined ||
    (formMethod !== undefined && formMethod !== 'GET') ||
    nextUrl.searchParams.has('done');
  return sent || currentUrl.href === nextUrl.href || shown(currentUrl) !== shown(nextUrl);
}
