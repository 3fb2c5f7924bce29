/**
 * What lies over the app while it is locked. A React root of its own, outside of the app's: screens stay mounted underneath (a recording
 * goes on), but nothing of them can be seen, focused, read out or reached by a key.
 */
import i18next from 'i18next';
import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { busyReasons, isBusy } from '~/features/update/busy';
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

let place: HTMLElement | null = null;
let root: Root | null = null;
let last: LockState | null = null;
/** something of the account was on the screen of this page */
let wasOpen = false;

/** Shows what the lock asks for, or the app. */
export function follow(lock: LockState): void {
  last = lock;
  // a page of its own: what was on the screen is in the memory of this one
  if (lock.state === 'erased') {
    location.assign(`${paths.login(undefined, 'revoked')}&handedOver=${lock.handover?.sent ?? 0}`);
    return;
  }
  watchIdle(lock.state === 'open');
  if (!lock.isClosed) wasOpen = true;
  // what was on the screen is in the page's memory: a page loaded anew has nothing of it
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
  if (!place) {
    place = document.createElement('div');
    place.dataset['lock'] = '';
    place.addEventListener('keydown', (event) => event.stopPropagation());
    document.body.append(place);
    root = createRoot(place);
    addEventListener('keydown', swallow, { capture: true });
  }
  document.documentElement.dataset['locked'] = '';
  for (const other of document.body.children) if (other !== place) other.toggleAttribute('inert', true);
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.closest('[inert]')) focused.blur();
  root!.render(
    <I18nextProvider i18n={i18next}>
      <LockScreens lock={lock} />
    </I18nextProvider>,
  );
}

function hide(): void {
  if (!place) return;
  root?.unmount();
  place.remove();
  place = root = null;
  removeEventListener('keydown', swallow, { capture: true });
  delete document.documentElement.dataset['locked'];
  for (const other of document.body.children) other.removeAttribute('inert');
}

/** Shortcuts of the app underneath; what is typed in the cover passes. */
function swallow(event: KeyboardEvent): void {
  if (place?.contains(event.target as Node)) return;
  event.stopImmediatePropagation();
}
