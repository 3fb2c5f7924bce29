/**
 * Tells the server how much is only on this device, so that the person sees it before they erase it from another one. Only what stays for a while, and only
 * when it changed: what is typed is usually sent within seconds.
 */
import { call } from '~/api/client';
import { unsyncedCount } from '~/features/shell/sync-words';
import { storeOf } from '~/replica/live';
import { deviceCalls } from '../../../server/organization/sessions/contract';

/** milliseconds that a number must stand before it is told */
const STANDS_MS = 20_000;

/** Gives the end of the telling. */
export function tellWaiting(): () => void {
  const store = storeOf({ kind: 'status' });
  let told = -1;
  let counted = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = (): void => {
    timer = undefined;
    const status = store.peek();
    if (!status?.leader || status.connection.state !== 'online' || counted === told) return;
    const waiting = counted;
    call(deviceCalls.report, { waiting }).then(
      () => {
        told = waiting;
      },
      () => undefined,
    );
  };
  const look = (): void => {
    const status = store.peek();
    if (!status) return;
    const now = unsyncedCount(status);
    if (now !== counted) {
      clearTimeout(timer);
      timer = undefined;
    }
    counted = now;
    if (counted !== told) timer ??= setTimeout(tell, STANDS_MS);
  };
  const end = store.subscribe(look);
  look();
  return () => {
    end();
    clearTimeout(timer);
  };
}
