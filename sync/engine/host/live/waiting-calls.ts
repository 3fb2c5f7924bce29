/** Calls of the outbox for live queries. */
import { switchMap, type Observable } from 'rxjs';
import type { DeviceDatabase } from '../../storage/device-database';
import type { OutboxCall } from '../../storage/device-rows';
import { deviceQuery } from '../../storage/device-query';

/** Queued and rejected calls, oldest first. */
export const waitingCalls = (
  device: DeviceDatabase,
  isAbout: (call: Pick<OutboxCall, 'path'>) => boolean,
): Observable<OutboxCall[]> =>
  deviceQuery(async () => (await device.outbox.rows.orderBy('createdAt').toArray()).filter(isAbout)).pipe(
    // decrypted after the query: a Dexie live query must not await anything but Dexie
    switchMap(async (calls) => device.outbox.openAll(calls)),
  );

/**
 * State of a queued call for a screen. `mayHaveArrived`: it is being sent, or was sent without an answer. `code`: the
 * error code of a rejected call, otherwise ''.
 */
export const queuedState = ({
  id,
  state,
  attempts,
  lastError,
}: OutboxCall): { id: string; isRefused: boolean; mayHaveArrived: boolean; code: string } => ({
  id,
  isRefused: state === 'attention',
  mayHaveArrived: attempts > 0 && state !== 'attention',
  code: state === 'attention' ? (lastError?.code ?? '') : '',
});
