/**
 * Queued calls that stop questions. One about a question that the server may lack depends on no document: the question is
 * not pushed while the call waits (../replication/waiting-questions.ts).
 */
import type { DeviceDatabase } from './device-database';

export const STOP_PATH = '/chat/turn/stop';

/** In any state. For live queries: awaits nothing but Dexie. */
export const stopCalls = (device: DeviceDatabase) =>
  device.outbox.rows.filter(({ path }) => path === STOP_PATH).toArray();

/** Ids of questions that are not pushed before a queued call has stopped them. A refused call holds no question back. */
export const stoppedQuestions = async (device: DeviceDatabase): Promise<string[]> =>
  (await stopCalls(device))
    .filter(({ state, after }) => state !== 'attention' && after.length === 0)
    .map(({ about = '' }) => about.slice(about.indexOf('/') + 1));
