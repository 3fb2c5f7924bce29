/**
 * The cover over the app while it is locked. It is a React root of its own outside the app's: screens stay mounted
 * underneath (a recording continues), but cannot be seen, focused, read by a screen reader or reached by keyboard.
 */
import i18next from 'i18next';
import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { busyReasons, isBusy } from '~/replica/busy';
import { paths } from '~/paths';
import type { LockState } from '../../../sync/engine/account/lock/state';
import { watchIdle } from './idle';
import { LockScreens } from './lock-screens';
import { isPostponed, onPostponed } from './postponed';

const COVERING: readonly LockState['state'][] = [
  'locked',
  'covered',
  'leaseEnded',
  'setUp',
  'signedOut',
  'handingOver',
];

let container: HTMLElement | null = null;
let root: Root | null = null;
let last: LockState | null = null;
/** content of the account was shown on this page */
let wasOpen = false;

/** Shows the lock's screens, or the app. */
export function follow(lock: LockState): void {
  last = lock;
  // full page load: content that was shown is still in this page's memory
  if (lock.state === 'erased') {
    location.assign(`${paths.login(undefined, 'revoked')}&handedOver=${lock.handover?.sent ?? 0}`);
    return;
  }
  watchIdle(lock.state === 'open');
  if (!lock.isClosed) wasOpen = true;
  // content that was shown is in the page's memory: a reload drops it
  else if (lock.state === 'leaseEnded' && wasOpen && !isBusy()) {
    location.reload();
    return;
  }
  const waits = lock.state === 'setUp' && (isPostponed() || (!lock.isClosed && busyReasons().includes('recording')));
  if (COVERING.includes(lock.state) && !waits) show(lock);
  else hide();
}

onPostponed(() => {
  if (last) follow(last);
});

function show(lock: LockState): void {
  if (!container) {
    container = document.createElement('div');
    container.dataset['lock'] = '';
    container.addEventListener('keydown', (event) => event.stopPropagation());
    document.body.append(container);
    root = createRoot(container);
    addEventListener('keydown', swallow, { capture: true });
  }
  document.documentElement.dataset['locked'] = '';
  for (const other of document.body.children) if (other !== container) other.toggleAttribute('inert', true);
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.closest('[inert]')) focused.blur();
  root!.render(
    <I18nextProvider i18n={i18next}>
      <LockScreens lock={lock} />
    </I18nextProvider>,
  );
}

function hide(): void {
  if (!container) return;
  root?.unmount();
  container.remove();
  container = root = null;
  removeEventListener('keydown', swallow, { capture: true });
  delete document.documentElement.dataset['locked'];
  for (const other of document.body.children) other.removeAttribute('inert');
}

/** Blocks shortcuts of the app underneath; input in the cover passes. */
function swallow(event: KeyboardEvent): void {
  if (container?.contains(event.target as Node)) return;
  event.stopImmediatePropagation();
}
