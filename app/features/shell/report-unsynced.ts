/**
 * Reports the number of unsynced changes to the server, so that the person sees it before erasing this device remotely.
 * Only numbers that persist and have changed: typed text is usually sent within seconds.
 */
import { call } from '~/api/client';
import { unsyncedCount } from '~/features/shell/sync-words';
import { storeOf } from '~/replica/live';
import { deviceCalls } from '../../../server/organization/sessions/contract';

/** milliseconds that a number must persist before it is reported */
const PERSISTS_MS = 20_000;

/** Returns a function that stops the reports. */
export function reportUnsynced(): () => void {
  const store = storeOf({ kind: 'status' });
  let reported = -1;
  let counted = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = (): void => {
    timer = undefined;
    const status = store.peek();
    if (!status?.leader || status.connection.state !== 'online' || counted === reported) return;
    const unsynced = counted;
    call(deviceCalls.report, { waiting: unsynced }).then(
      () => {
        reported = unsynced;
      },
      () => undefined,
    );
  };
  const check = (): void => {
    const status = store.peek();
    if (!status) return;
    const now = unsyncedCount(status);
    if (now !== counted) {
      clearTimeout(timer);
      timer = undefined;
    }
    counted = now;
    if (counted !== reported) timer ??= setTimeout(report, PERSISTS_MS);
  };
  const end = store.subscribe(check);
  check();
  return () => {
    end();
    clearTimeout(timer);
  };
}
