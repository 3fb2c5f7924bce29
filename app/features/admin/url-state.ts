/** URL state that several screens of the console share. */
import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';

const PAGE_MAX = 100_000;

/** The page of a list, from 1. */
export const pageOf = (text: string | undefined): number =>
  Math.max(1, Math.min(PAGE_MAX, Math.floor(Number(text) || 1)));

/**
 * Whether a screen loads its data again: after a submission, after the redirect that follows one, when the same address
 * is opened again, and when `shown` differs, the parts of the address that its data depend on.
 */
export function loadsAgain(
  {
    currentUrl,
    nextUrl,
    formMethod,
    actionResult,
  }: Pick<ShouldRevalidateFunctionArgs, 'currentUrl' | 'nextUrl' | 'formMethod' | 'actionResult'>,
  shown: (params: URLSearchParams) => readonly unknown[],
): boolean {
  const key = (url: URL): string => JSON.stringify([url.pathname, ...shown(url.searchParams)]);
  const sent =
    actionResult !== undefined ||
    (formMethod !== undefined && formMethod !== 'GET') ||
    nextUrl.searchParams.has('done');
  return sent || currentUrl.href === nextUrl.href || key(currentUrl) !== key(nextUrl);
}
