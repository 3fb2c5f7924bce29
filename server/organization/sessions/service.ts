/** The list of a person's devices, and signing one out. */
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform } from '../../platform/context';
import { ENDED_SESSION_KEPT_MS } from '../identity/lifetimes';
import type { SessionStore } from '../identity/session-store';
import type { DeviceSession } from './contract';
import { ownsSession } from './policy';

export class DeviceService {
  constructor(private readonly platform: Pick<Platform, 'db' | 'clock'>, private readonly sessions: SessionStore) {}

  /** This device first, then by last contact. */
  async list(actor: Actor): Promise<DeviceSession[]> {
    const now = this.platform.clock.now();
    const rows = await this.platform.db.selectFrom('sessions as s').leftJoin('companies as c', 'c.id', 's.company_id')
      .selectAll('s').select('c.name as company_name').where('s.user_id', '=', actor.userId)
      .where((e) => e.or([
        e.and([e('s.revoked_at', 'is', null), e('s.expires_at', '>', now - ENDED_SESSION_KEPT_MS)]),
        // who logs out erases the device's copy there
        e.and([e.or([e('s.wipe', '=', true), e('s.revoked_reason', '<>', 'logout')]), e('s.revoked_at', '>', now - ENDED_SESSION_KEPT_MS)]),
      ])).orderBy('s.last_seen_at', 'desc').limit(200).execute();
    const devices = rows.map((row): DeviceSession => ({
      id: row.id, deviceName: row.device_name, ip: row.ip, companyId: row.company_id, companyName: row.company_name ?? '', createdAt: row.created_at,
      lastSeenAt: row.last_seen_at, current: row.id === actor.sessionId, state: stateOf(row, now), stateAt: row.erased_at ?? row.told_at ?? 0, waiting: row.waiting,
    }));
    return [...devices.filter((d) => d.current), ...devices.filter((d) => !d.current)];
  }

  /** Throws SESSION_NOT_FOUND for a session that is not this person's, as for one that is not there. */
  async revoke(actor: Actor, sessionId: string): Promise<void> {
    const session = await this.platform.db.selectFrom('sessions').select('user_id').where('id', '=', sessionId).executeTakeFirst();
    if (!session || !ownsSession(session, actor)) throw new CallError('SESSION_NOT_FOUND');
    await this.sessions.end(sessionId, session.user_id, 'revoked', true);
  }

  async report(actor: Actor, waiting: number): Promise<void> {
    await this.platform.db.updateTable('sessions').set({ waiting }).where('id', '=', actor.sessionId).execute();
  }
}

function stateOf(row: { revoked_at: number | null; expires_at: number; wipe: boolean; told_at: number | null; erased_at: number | null }, now: number): DeviceSession['state'] {
  if (row.revoked_at === null) return row.expires_at > now ? 'active' : 'signedOut';
  if (!row.wipe) return 'signedOut';
  return row.erased_at !== null ? 'erased' : row.told_at !== null ? 'told' : 'erasing';
}
