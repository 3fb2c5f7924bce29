/**
 * Queued calls that stop questions. A call about a question that the server may not have has no dependency (`after`) on
 * it; instead, the question is not pushed while the call is queued (../replication/waiting-questions.ts).
 */
import type { DeviceDatabase } from './device-database';

export const STOP_PATH = '/chat/turn/stop';

/** The queued stop calls in any state. Awaits only Dexie, as a live query must. */
export const stopCalls = (device: DeviceDatabase) =>
  device.outbox.rows.filter(({ path }) => path === STOP_PATH).toArray();

/**
 * Ids of questions that are held back until a queued call has stopped them. A rejected call holds nothing back.
 */
export const stoppedQuestions = async (device: DeviceDatabase): Promise<string[]> =>
  (await stopCalls(device))
    .filter(({ state, after }) => state !== 'attention' && after.length === 0)
    .map(({ about = '' }) => about.slice(about.indexOf('/') + 1));
