/**
 * The console stays readable on a bad network. A screen gets this by one line:
 *
 *   export const loader = consoleLoader(…);
 *   export const clientLoader = keepLast<typeof loader>('employees');
 *
 *   the server answers within 4 s ─► shown, and kept on this device (sealed, for this person and company; logout and wipe erase it)
 *              else, kept before ─► the last answer of this screen and address, with its time: `useConsole().stale`, the banner of the
 *              │                    frame, changes disabled with their reason; asked again by itself until the server answers
 *              └ nothing kept ────► up to 20 s, then the console says that it could not be loaded, with a button
 *
 * The component reads `useLoaderData<typeof loader>()` as ever: the first document is rendered by the server with the same data. A
 * redirect of the server (sign-in, no access) always wins over what is kept.
 */
import type { ClientLoaderFunctionArgs } from '@remix-run/react';
import { isRouteErrorResponse } from '@remix-run/react';
import { startWorkspace, type Start } from '~/features/shell/start';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import type { Owned } from './server';
import { arrived, setKept, setStale } from './state';

/** milliseconds to wait for the server with something to show instead, and without */
const PATIENCE_MS = 4_000;
const LONGEST_MS = 20_000;
/** milliseconds that a late answer counts as new */
const FRESH_MS = 10_000;

type Loader = (...args: never[]) => Promise<Owned>;
type Data<L extends Loader> = Awaited<ReturnType<L>>;

export interface StaleFallbackOptions<L extends Loader> {
  /** what to show where nothing was kept */
  otherwise?: (start: Start) => Data<L> | null;
  /** the frame around a screen: its age is not the screen's */
  isFrame?: boolean;
}

let starting: Promise<Start | null> | null = null;
/** The workspace of this device, which keeps the answers; opened once a page, behind what is shown. */
export const startConsole = (): Promise<Start | null> =>
  (starting ??= startWorkspace().catch((error: unknown) => {
    console.warn('the console works without keeping what it shows', error);
    return null;
  }));

/** Questions by place that are still open, or whose answer came too late for who asked. */
const asked = new Map<string, Promise<Owned>>();
/** of what this page shows */
let shown: string | null = null;

/** One address asks one question, however the parameters are ordered. */
function placeOf(key: string, request: Request): string {
  const url = new URL(request.url);
  url.searchParams.sort();
  return `${key}${url.search}`;
}

const after = (ms: number): Promise<'late'> =>
  new Promise((resolve) => {
    setTimeout(() => resolve('late'), ms);
  });

/** The server has spoken: a redirect, a 404. A proxy that speaks in its place has not. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Response || (isRouteErrorResponse(error) && error.status < 500);

async function keep(key: string, value: Owned): Promise<boolean> {
  const start = await startConsole();
  if (start?.state !== 'open') return false;
  // a full or broken disk keeps nothing; what is shown came from the server
  return run('console.keep', { account: value.account, key, at: Date.now(), value }).then(
    ({ kept }) => kept,
    () => false,
  );
}

async function last(key: string): Promise<{ at: number; value: unknown } | null> {
  const start = await startConsole();
  return start?.state === 'open' ? run('console.last', { key }).catch(() => null) : null;
}

/** Nothing of the console stays with somebody who may not see it any more. */
async function forget(): Promise<void> {
  const start = await startConsole();
  if (start?.state === 'open') await run('console.forget', {}).catch(() => undefined);
}

/** Another tab signed in or switched: this page belongs to nobody now. */
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
    const place = placeOf(key, request);
    const answer = asked.get(place) ?? (serverLoader() as Promise<Owned>);
    asked.set(place, answer);
    const settle = async (): Promise<Data<L>> => {
      const data = await answer.finally(() => asked.delete(place));
      await refuseOther(data.account);
      void keep(place, data).then((kept) => {
        if (kept && !isFrame) setKept(place);
      });
      if (!isFrame && !request.signal.aborted) setStale(null);
      return data as Data<L>;
    };
    const outcome = await Promise.race([
      answer.then(
        () => 'answered' as const,
        (error: unknown) => ({ error }),
      ),
      after(PATIENCE_MS),
    ]);
    if (outcome === 'answered') return settle();
    if (outcome !== 'late') {
      asked.delete(place);
      if (isRefusal(outcome.error)) {
        if (outcome.error instanceof Response && outcome.error.headers.get('location')?.startsWith(paths.noAccess()))
          await forget();
        throw outcome.error;
      }
    }
    const kept = await last(place);
    const start = kept || !otherwise ? null : await startConsole();
    const instead = kept ? (kept.value as Data<L>) : start && otherwise ? otherwise(start) : null;
    if (instead) {
      await refuseOther(instead.account);
      if (outcome === 'late') whenLate(place, answer);
      if (!isFrame && !request.signal.aborted) setStale(kept?.at ?? Date.now());
      return instead;
    }
    if (
      outcome === 'late' &&
      (await Promise.race([
        answer.then(
          () => true,
          () => false,
        ),
        after(LONGEST_MS - PATIENCE_MS),
      ])) === true
    )
      return settle();
    asked.delete(place);
    if (!isFrame) setStale(null);
    throw new Response(null, { status: 503, statusText: 'no answer' });
  };
  clientLoader.hydrate = true as const;
  return clientLoader;
}

/** The answer that comes after all is shown as the answer to the next question, which is asked at once. */
function whenLate(place: string, answer: Promise<Owned>): void {
  answer.then(
    () => {
      arrived();
      setTimeout(() => {
        if (asked.get(place) === answer) asked.delete(place);
      }, FRESH_MS);
    },
    (error: unknown) => {
      if (asked.get(place) === answer) asked.delete(place);
      if (isRefusal(error)) arrived();
    },
  );
}
