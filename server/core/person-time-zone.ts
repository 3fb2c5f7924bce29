/** Time zones of people, which their devices report (sync/engine/host/leader/time-zone.ts). */
import { isTimeZone } from '../../sync/model/time-zone';
import type { SyncTransaction } from '../sync/store';

/** The zone of the first of these people whose zone is known; '' if none is. */
export async function timeZoneOf(tx: Pick<SyncTransaction, 'get'>, ...userIds: readonly string[]): Promise<string> {
  for (const userId of new Set(userIds)) {
    const zone = (await tx.get('preferences', userId))?.timeZone ?? '';
    if (zone && isTimeZone(zone)) return zone;
  }
  return '';
}
