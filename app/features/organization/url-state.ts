/** URL state of the departments: everything shown follows from the address, on the server too. */
import { useSearchParams, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
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
    page: Math.max(1, Math.min(100_000, Math.floor(Number(read('page')) || 1))),
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
export function needsAnew({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
}: Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl' | 'formMethod' | 'actionResult'>): boolean {
  const shown = (url: URL): string => {
    const { department, page, dialog, words } = urlStateOf(url.searchParams);
    return JSON.stringify([url.pathname, department, page, dialog === 'add' ? (words ?? '') : null]);
  };
  const sent =
    actionResult !== undefined ||
    (formMethod !== undefined && formMethod !== 'GET') ||
    nextUrl.searchParams.has('done');
  return sent || currentUrl.href === nextUrl.href || shown(currentUrl) !== shown(nextUrl);
}
