/**
 * Opening the workspace on this device.
 *
 *   just signed in? ─ yes ─► ask the server who it is ─┐
 *        │ no                                          ▼
 *        └──► account on this device? ─ yes ─────► open
 *                    │ no
 *                    ▼
 *             ask the server ─ somebody ─► open          a database that cannot be opened ─► 'broken', or made anew and loaded again
 *                    ├ nobody ──────────► sign-in; not from this network ─► /ip-blocked
 *                    └ no answer ───────► 'nobody': nobody is signed in here, and no network
 */
import { isLanguage } from '../../../sync/model/languages';
import { watchLock } from '~/features/lock/guard';
import { chosenLanguage, switchLanguage } from '~/i18n/client';
import { paths } from '~/paths';
import { replica } from '~/replica/client';
import type { Account } from '../../../sync/engine/storage/account';
import { CallError } from '../../../sync/protocol/errors';

export type Start =
  | { state: 'open'; account: Account }
  | { state: 'nobody' }
  /** a database cannot be opened; `unsent`: what only it holds, null if unknown */
  | { state: 'broken'; unsent: number | null };

/** Marks a page that was reloaded because a database was recreated, so that it happens once. */
const MENDED_KEY = 'storageMended';

/** Does not resolve when the page navigates to the sign-in. */
export async function startWorkspace(): Promise<Start> {
  watchLock();
  let account: Account | null;
  try {
    account = await whoIsHere();
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'DEVICE_STORAGE_BROKEN') throw error;
    const unsent = error.details.params?.['count'];
    if (error.details.params?.['mended'] === 1 && !sessionStorage.getItem(MENDED_KEY)) {
      sessionStorage.setItem(MENDED_KEY, '1');
      location.reload();
      return new Promise<never>(() => undefined);
    }
    return { state: 'broken', unsent: typeof unsent === 'number' ? unsent : null };
  }
  sessionStorage.removeItem(MENDED_KEY);
  if (!account) return { state: 'nobody' };
  return { state: 'open', account };
}

/** Without a choice on this device, uses the person's language. Not during hydration, when the text is the server's. */
export async function speakTheirs(start: Start | null): Promise<void> {
  if (start?.state === 'open' && chosenLanguage() === null && isLanguage(start.account.lang))
    await switchLanguage(start.account.lang);
}

async function whoIsHere(): Promise<Account | null> {
  // right after a sign-in the replica is opened with the server's answer (replica/client)
  const known = await replica().open({ refresh: false });
  if (known) return known;
  const found = await replica().open({ refresh: true });
  if (found) return found;
  // a file that cannot be loaded counts as a server that does not answer
  const instead = await import('./ask-session').then(
    ({ addressWithoutAccount }) => addressWithoutAccount(),
    () => null,
  );
  if (instead === null) return null;
  location.assign(instead);
  return new Promise<never>(() => undefined);
}

/** The session that the person last ended in this browser: its other pages receive that end from the server too. */
const SIGNED_OUT_KEY = 'signedOut';
let signingOut: Promise<void> = Promise.resolve();

/** Signs out by the person's wish. Throws what the replica throws. */
export function signOut({ sessionId }: Pick<Account, 'sessionId'>, options: { force: boolean }): Promise<void> {
  localStorage.setItem(SIGNED_OUT_KEY, sessionId);
  const done = replica().logout(options);
  signingOut = done.catch(() => {
    localStorage.removeItem(SIGNED_OUT_KEY);
  });
  return done;
}

/** Push messages and the app's badge are of the account that leaves. Its subscription on the server ends with the session. */
async function endNotifications(): Promise<void> {
  await (navigator as { clearAppBadge?(): Promise<void> }).clearAppBadge?.();
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  await (await import('~/features/notifications/push-device')).dropSubscription();
}

let leaving: Promise<void> | null = null;
/**
 * Leaves a workspace that was removed from this device: by signing out here or in another tab, or by a remote sign-out.
 * Not while this page is signing out. Without an answer of the server, navigates to the screen that says so.
 */
export function leaveWorkspace({ sessionId }: Pick<Account, 'sessionId'>): Promise<void> {
  leaving ??= signingOut
    .then(() => endNotifications().catch(() => undefined))
    .then(() => import('./ask-session'))
    .then(
      ({ addressAfterLeaving }) => addressAfterLeaving(localStorage.getItem(SIGNED_OUT_KEY) === sessionId),
      () => paths.home(),
    )
    .then((to) => location.assign(to));
  return leaving;
}
