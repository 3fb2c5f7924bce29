/**
 * The console stays readable on a bad network. A screen opts in by one line:
 *
 *   export const loader = consoleLoader(…);
 *   export const clientLoader = withStaleFallback<typeof loader>('employees');
 *
 *   answer within 4 s ─► shown, and stored on this device (encrypted, for this person and company; erased by sign-out and erasure)
 *       else, stored ─► the last answer for this screen and address, with its time: `useConsole().stale`, the banner of the frame,
 *            │          changes disabled with the reason; retried until the server answers
 *            └ none ──► up to 20 s, then the console reports that it could not be loaded, with a button
 *
 * The component reads `useLoaderData<typeof loader>()` as usual: the first document is rendered by the server with the
 * same data. A redirect of the server (sign-in, no access) always wins over a stored answer.
 */
import type { ClientLoaderFunctionArgs } from '@remix-run/react';
import { isRouteErrorResponse } from '@remix-run/react';
import { startWorkspace, type Start } from '~/features/shell/start';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import type { Owned } from './server';
import { arrived, setStoredScreen, setStale } from './state';

/** milliseconds to wait for the server with a stored answer, and without */
const PATIENCE_MS = 4_000;
const LONGEST_MS = 20_000;
/** milliseconds for which a late answer counts as fresh */
const FRESH_MS = 10_000;

type Loader = (...args: never[]) => Promise<Owned>;
type Data<L extends Loader> = Awaited<ReturnType<L>>;

export interface StaleFallbackOptions<L extends Loader> {
  /** the result without a stored answer */
  otherwise?: (start: Start) => Data<L> | null;
  /** the frame around a screen: its age is not the screen's */
  isFrame?: boolean;
}

let starting: Promise<Start | null> | null = null;
/** This device's workspace, which stores the answers; opened once per page, in the background. */
export const startConsole = (): Promise<Start | null> =>
  (starting ??= startWorkspace().catch((error: unknown) => {
    console.warn('the console works without keeping what it shows', error);
    return null;
  }));

/** Requests by screen and address that are still open, or whose answer came after the wait had ended. */
const asked = new Map<string, Promise<Owned>>();
/** the account of this page */
let shown: string | null = null;

/** One address is one request, whatever the order of its parameters. */
function placeOf(key: string, request: Request): string {
  const url = new URL(request.url);
  url.searchParams.sort();
  return `${key}${url.search}`;
}

const after = (ms: number): Promise<'late'> =>
  new Promise((resolve) => {
    setTimeout(() => resolve('late'), ms);
  });

/** The server itself answered: a redirect or a 404. A proxy's error page does not count. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Response || (isRouteErrorResponse(error) && error.status < 500);

async function keep(key: string, value: Owned): Promise<boolean> {
  const start = await startConsole();
  if (start?.state !== 'open') return false;
  // a full or broken disk stores nothing; the shown answer came from the server
  return run('console.keep', { account: value.account, key, at: Date.now(), value }).then(
    ({ kept }) => kept,
    () => false,
  );
}

async function last(key: string): Promise<{ at: number; value: unknown } | null> {
  const start = await startConsole();
  return start?.state === 'open' ? run('console.last', { key }).catch(() => null) : null;
}

/** Stored answers are erased when the person loses access to the console. */
async function forget(): Promise<void> {
  const start = await startConsole();
  if (start?.state === 'open') await run('console.forget', {}).catch(() => undefined);
}

/** Another tab signed in or switched: this page's account is no longer active. */
function refuseOther(account: string): Promise<void> | void {
  shown ??= account;
  if (shown === account) return;
  location.reload();
  return new Promise(() => undefined);
}

export function withStaleFallback<L extends Loader>(
  key: string,
  { otherwise, isFrame = false }: StaleFallbackOptions<L> = {},
) {
  const clientLoader = async ({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<Data<L>> => {
    const screen = placeOf(key, request);
    const answer = asked.get(screen) ?? (serverLoader() as Promise<Owned>);
    asked.set(screen, answer);
    const settle = async (): Promise<Data<L>> => {
      const data = await answer.finally(() => asked.delete(screen));
      await refuseOther(data.account);
      void keep(screen, data).then((kept) => {
        if (kept && !isFrame) setStoredScreen(screen);
      });
      if (!isFrame && !request.signal.aborted) setStale(null);
      return data as Data<L>;
    };
    const result = await Promise.race([
      answer.then(
        () => 'answered' as const,
        (error: unknown) => ({ error }),
      ),
      after(PATIENCE_MS),
    ]);
    if (result === 'answered') return settle();
    if (result !== 'late') {
      asked.delete(screen);
      if (isRefusal(result.error)) {
        if (result.error instanceof Response && result.error.headers.get('location')?.startsWith(paths.noAccess()))
          await forget();
        throw result.error;
      }
    }
    const kept = await last(screen);
    const start = kept || !otherwise ? null : await startConsole();
    const instead = kept ? (kept.value as Data<L>) : start && otherwise ? otherwise(start) : null;
    if (instead) {
      await refuseOther(instead.account);
      if (result === 'late') whenLate(screen, answer);
      if (!isFrame && !request.signal.aborted) setStale(kept?.at ?? Date.now());
      return instead;
    }
    if (
      result === 'late' &&
      (await Promise.race([
        answer.then(
          () => true,
          () => false,
        ),
        after(LONGEST_MS - PATIENCE_MS),
      ])) === true
    )
      return settle();
    asked.delete(screen);
    if (!isFrame) setStale(null);
    throw new Response(null, { status: 503, statusText: 'no answer' });
  };
  clientLoader.hydrate = true as const;
  return clientLoader;
}

/** A late answer is used for the next request, which is sent at once. */
function whenLate(screen: string, answer: Promise<Owned>): void {
  answer.then(
    () => {
      arrived();
      setTimeout(() => {
        if (asked.get(screen) === answer) asked.delete(screen);
      }, FRESH_MS);
    },
    (error: unknown) => {
      if (asked.get(screen) === answer) asked.delete(screen);
      if (isRefusal(error)) arrived();
    },
  );
}
