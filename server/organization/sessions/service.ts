/**
 * Lists a person's devices and signs them out: by the person, and by administrators of the device's current company.
 */
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, CompanyRole, Platform, RequestInfo } from '../../platform/context';
import type { AuditTrail } from '../audit/audit';
import { ENDED_SESSION_KEPT_MS } from '../identity/lifetimes';
import { mayHandOver } from '../identity/policy';
import type { SessionStore } from '../identity/session-store';
import '../handover/tables';
import type { DeviceSession, MemberDevice } from './contract';
import { mayEraseDevicesOf, ownsSession } from './policy';

export interface DeviceParts {
  sessions: SessionStore;
  audit: AuditTrail;
}

export class DeviceService {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction'>,
    private readonly parts: DeviceParts,
  ) {}

  /** The person's devices in all companies. */
  list(actor: Actor): Promise<DeviceSession[]> {
    return this.devices(actor, { userId: actor.userId });
  }

  /**
   * A member's devices that work in the actor's company now; the company must not learn of others. Throws
   * USER_COMPANY_NOT_FOUND.
   */
  async ofMember(actor: Actor, userId: string): Promise<{ sessions: MemberDevice[]; mayErase: boolean }> {
    const member = await this.member(actor.companyId, userId);
    const devices = await this.devices(actor, { userId, companyId: actor.companyId });
    return {
      sessions: devices.map(({ ip: _ip, companyId: _companyId, companyName: _companyName, ...device }) => device),
      mayErase: mayEraseDevicesOf(actor, { userId, role: member.role }),
    };
  }

  /** Throws SESSION_NOT_FOUND for another person's session as for a missing one. */
  async revoke(actor: Actor, { sessionId, handover }: { sessionId: string; handover: boolean }): Promise<void> {
    const session = await this.platform.db
      .selectFrom('sessions')
      .select('user_id')
      .where('id', '=', sessionId)
      .executeTakeFirst();
    if (!session || !ownsSession(session, actor)) throw new CallError('SESSION_NOT_FOUND');
    await this.parts.sessions.end(sessionId, session.user_id, 'revoked', { wipe: true, handover });
  }

  /**
   * Tells a member's device to erase its copy; no-op if it was told the same before. Throws USER_COMPANY_NOT_FOUND,
   * PERMISSION_DENIED, and SESSION_NOT_FOUND for a session in another company, one that was signed out on the device
   * itself, and a missing one.
   */
  async revokeOfMember(
    actor: Actor,
    request: RequestInfo,
    { userId, sessionId, handover }: { userId: string; sessionId: string; handover: boolean },
  ): Promise<void> {
    const { companyId } = actor;
    await this.platform.transaction(async () => {
      const member = await this.member(companyId, userId);
      if (!mayEraseDevicesOf(actor, { userId, role: member.role })) throw new CallError('PERMISSION_DENIED');
      const session = await this.platform.db
        .selectFrom('sessions')
        .select(['device_name', 'waiting', 'wipe', 'handover', 'handed_over_at', 'revoked_reason'])
        .where('id', '=', sessionId)
        .where('user_id', '=', userId)
        .where('company_id', '=', companyId)
        .forUpdate()
        .executeTakeFirst();
      if (!session || (session.revoked_reason === 'logout' && !session.wipe)) throw new CallError('SESSION_NOT_FOUND');
      if (session.wipe && (handover || !session.handover || session.handed_over_at !== null)) return;
      await this.parts.sessions.end(sessionId, userId, 'revoked', { wipe: true, handover });
      await this.parts.audit.record(
        companyId,
        actor,
        request,
        'device.erased',
        { kind: 'device', id: sessionId, name: session.device_name },
        {
          member: [null, member.name],
          ...(session.waiting > 0 ? { onlyThere: [null, session.waiting] } : {}),
          ...(handover ? {} : { handover: [null, false] }),
        },
      );
    });
  }

  async report(actor: Actor, unsynced: number): Promise<void> {
    await this.platform.db
      .updateTable('sessions')
      .set({ waiting: unsynced })
      .where('id', '=', actor.sessionId)
      .execute();
  }

  /** The requesting device first, then by last contact; without sessions that ended a while ago. */
  private async devices(actor: Actor, of: { userId: string; companyId?: string }): Promise<DeviceSession[]> {
    const now = this.platform.clock.now();
    const rows = await this.platform.db
      .selectFrom('sessions as s')
      .leftJoin('companies as c', 'c.id', 's.company_id')
      .selectAll('s')
      .select('c.name as company_name')
      .where('s.user_id', '=', of.userId)
      .$if(of.companyId !== undefined, (q) => q.where('s.company_id', '=', of.companyId!))
      .where((e) =>
        e.or([
          e.and([e('s.revoked_at', 'is', null), e('s.expires_at', '>', now - ENDED_SESSION_KEPT_MS)]),
          // A sign-out on the device erases its copy there.
          e.and([
            e.or([e('s.wipe', '=', true), e('s.revoked_reason', '<>', 'logout')]),
            e('s.revoked_at', '>', now - ENDED_SESSION_KEPT_MS),
          ]),
        ]),
      )
      .orderBy('s.last_seen_at', 'desc')
      .limit(200)
      .execute();
    const handedOver = await this.handedOver(
      rows.map(({ id }) => id),
      of.companyId,
    );
    const devices = rows.map((row): DeviceSession => ({
      id: row.id,
      deviceName: row.device_name,
      ip: row.ip,
      companyId: row.company_id,
      companyName: row.company_name ?? '',
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      current: row.id === actor.sessionId,
      state: stateOf(row, now),
      stateAt: row.erased_at ?? row.told_at ?? 0,
      waiting: row.waiting,
      handover: mayHandOver(row, now),
      ...(handedOver.get(row.id) ?? { handedOver: 0, toReview: 0 }),
    }));
    return [...devices.filter((d) => d.current), ...devices.filter((d) => !d.current)];
  }

  /** Counts only: the content is for its reviewer. */
  private async handedOver(
    sessionIds: string[],
    companyId?: string,
  ): Promise<Map<string, Pick<DeviceSession, 'handedOver' | 'toReview'>>> {
    if (sessionIds.length === 0) return new Map();
    const rows = await this.platform.db
      .selectFrom('handover')
      .select(['session_id', 'things', 'resolved_at'])
      .where('session_id', 'in', sessionIds)
      .$if(companyId !== undefined, (q) => q.where('company_id', '=', companyId!))
      .execute();
    const counts = new Map<string, Pick<DeviceSession, 'handedOver' | 'toReview'>>();
    for (const { session_id, things, resolved_at } of rows) {
      const { handedOver, toReview } = counts.get(session_id) ?? { handedOver: 0, toReview: 0 };
      counts.set(session_id, {
        handedOver: handedOver + things,
        toReview: toReview + (resolved_at === null ? things : 0),
      });
    }
    return counts;
  }

  private async member(companyId: string, userId: string): Promise<{ name: string; role: CompanyRole }> {
    const member = await this.platform.db
      .selectFrom('user_company')
      .select(['name', 'role'])
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!member) throw new CallError('USER_COMPANY_NOT_FOUND');
    return member;
  }
}

function stateOf(
  row: {
    revoked_at: number | null;
    expires_at: number;
    wipe: boolean;
    told_at: number | null;
    erased_at: number | null;
  },
  now: number,
): DeviceSession['state'] {
  if (row.revoked_at === null) return row.expires_at > now ? 'active' : 'signedOut';
  if (!row.wipe) return 'signedOut';
  return row.erased_at !== null ? 'erased' : row.told_at !== null ? 'told' : 'erasing';
}
