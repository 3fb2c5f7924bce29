/**
 * Sessions and their refresh tokens (rotation with reuse detection).
 *
 *   login ──► session, token 1 (current)
 *                       │ refresh
 *                       ▼
 *             token 1 exchanged · token 2 current
 *                       │         │ token 1 again, token 2 never used: the answer was lost, token 2 once more (30 days)
 *                       │         │ token 1 again, token 2 used: within 20 s another tab, token 2 once more;
 *                       │ refresh │                              later a stolen copy, the session ends
 *                       ▼
 *             token 2 exchanged · token 3 current …
 *
 * A token counts as used when it is exchanged, or when an access token issued with it is received 45 s later or more:
 * only a client that received the answer, and has stored it on disk by then, can do either. A browser that is killed
 * earlier restarts with the previous token.
 *
 * An exchange locks the session's row, so a family has exactly one current token.
 */
import { newId } from '../../../sync/model/ids';
import { CallError } from '../../../sync/protocol/errors';
import type { Ending } from '../../../sync/protocol/session';
import type { Platform, RequestInfo } from '../../platform/context';
import { endOfSession } from '../settings/policy';
import { deviceName } from './device-name';
import { LOST_ANSWER_MS, REFRESH_GRACE_MS, SESSION_MS } from './lifetimes';
import { mayHandOver, type EndedSession } from './policy';
import { hashOf, RefreshTokens, type RefreshToken } from './refresh-tokens';
import type { RevokedReason } from '../../shared/identity-tables';

export interface IssuedSession extends RefreshToken {
  sessionId: string;
  userId: string;
  companyId: string;
}

type Exchange =
  { is: 'issued'; session: IssuedSession } | { is: 'unknown' } | { is: 'reused' } | ({ is: 'ended' } & Ending);

/**
 * The error of an ended session. `wipe` 'true': the device erases its replica; `handover` 'true': after it has handed
 * over its unsent changes.
 */
export const sessionRevokedError = ({ wipe, handover }: Ending): CallError =>
  new CallError('SESSION_REVOKED', { params: { wipe: String(wipe), ...(handover ? { handover: 'true' } : {}) } });

/** Whether a device whose session has ended is to erase its replica, and may hand over before. */
export const endingOf = (session: EndedSession, now: number): Ending => ({
  wipe: session.wipe,
  handover: mayHandOver(session, now),
});

/** A session that hands over, identified by its refresh token. */
export interface HandingOver {
  id: string;
  userId: string;
  companyId: string;
  deviceName: string;
  revokedAt: number;
}

/** The copy stays on the device for the next sign-in. */
const STAYS: Ending = { wipe: false, handover: false };

export class SessionStore {
  private readonly tokens: RefreshTokens;

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'transaction' | 'afterCommit' | 'events' | 'clock' | 'config'>,
  ) {
    this.tokens = new RefreshTokens(platform);
  }

  /** Opens a session for a device. */
  async open(
    userId: string,
    companyId: string,
    request: Pick<RequestInfo, 'ip' | 'userAgent'>,
  ): Promise<IssuedSession> {
    const now = this.platform.clock.now();
    const sessionId = newId(now);
    return this.platform.transaction(async () => {
      await this.platform.db
        .insertInto('sessions')
        .values({
          id: sessionId,
          user_id: userId,
          company_id: companyId,
          device_name: deviceName(request.userAgent),
          user_agent: request.userAgent.slice(0, 500),
          ip: request.ip,
          created_at: now,
          last_seen_at: now,
          expires_at: now + SESSION_MS,
        })
        .execute();
      return { sessionId, userId, companyId, ...(await this.tokens.add(sessionId, 1)) };
    });
  }

  /**
   * Exchanges a refresh token. Throws JWT_TOKEN_EXPIRED for an unknown or expired one, SESSION_REVOKED if its session
   * has ended.
   */
  async exchange(token: string, request: Pick<RequestInfo, 'ip' | 'userAgent'>): Promise<IssuedSession> {
    // The end of a session must be committed, so the error is thrown after the transaction.
    const result = await this.platform.transaction(() => this.tryExchange(token, request));
    switch (result.is) {
      case 'issued':
        return result.session;
      case 'unknown':
        throw new CallError('JWT_TOKEN_EXPIRED');
      case 'reused':
        throw sessionRevokedError(STAYS);
      case 'ended':
        throw sessionRevokedError(result);
    }
  }

  /**
   * Moves a session into another company and exchanges its current refresh token. The caller has checked the
   * membership.
   */
  async switchCompany(sessionId: string, companyId: string): Promise<IssuedSession> {
    return this.platform.transaction(async () => {
      const session = await this.lock(sessionId);
      if (!session || session.revoked_at !== null)
        throw sessionRevokedError(session ? endingOf(session, this.platform.clock.now()) : STAYS);
      await this.platform.db
        .updateTable('sessions')
        .set({ company_id: companyId })
        .where('id', '=', sessionId)
        .execute();
      return { sessionId, userId: session.user_id, companyId, ...(await this.tokens.rotate(sessionId)) };
    });
  }

  /**
   * Ends a session of a person; returns false if the person has no such session. `wipe` tells its device to erase the
   * replica, `handover` to hand over its unsent changes first. `wipe` can be added to an ended session, and a pending
   * handover can be cancelled.
   */
  async end(
    sessionId: string,
    userId: string,
    reason: RevokedReason,
    { wipe, handover }: Ending = STAYS,
  ): Promise<boolean> {
    return this.platform.transaction(async () => {
      const session = await this.lock(sessionId);
      if (!session || session.user_id !== userId) return false;
      const now = this.platform.clock.now();
      const newEnding = wipe && (!session.wipe || (session.handover && !handover)) ? { wipe, handover } : null;
      if (session.revoked_at === null)
        await this.platform.db
          .updateTable('sessions')
          .set({ revoked_at: now, revoked_reason: reason, wipe, handover })
          .where('id', '=', sessionId)
          .execute();
      else if (newEnding)
        await this.platform.db.updateTable('sessions').set(newEnding).where('id', '=', sessionId).execute();
      else return true;
      this.announce(
        sessionId,
        userId,
        endingOf({ ...session, wipe, handover, revoked_at: session.revoked_at ?? now }, now),
      );
      return true;
    });
  }

  /** Ends sessions of a person: all, those in one company, or all but one. */
  async endAll(
    userId: string,
    reason: RevokedReason,
    of: { except?: string | null; companyId?: string; ending?: Ending } = {},
  ): Promise<void> {
    const open = await this.platform.db
      .selectFrom('sessions')
      .select(['id', 'company_id'])
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute();
    for (const session of open) {
      if (session.id === of.except || (of.companyId !== undefined && session.company_id !== of.companyId)) continue;
      await this.end(session.id, userId, reason, of.ending);
    }
  }

  /**
   * After a person has left a company: sessions there continue in `other` with the next renewal; with '' they end, and
   * their devices hand over and erase. Devices of continuing sessions hand over and erase the company's data when they
   * learn of it (MyUser.memberOf, handover/service).
   */
  async leaveCompany(userId: string, companyId: string, other: string): Promise<void> {
    if (!other) return this.endAll(userId, 'revoked', { companyId, ending: { wipe: true, handover: true } });
    await this.platform.db
      .updateTable('sessions')
      .set({ company_id: other })
      .where('user_id', '=', userId)
      .where('company_id', '=', companyId)
      .where('revoked_at', 'is', null)
      .execute();
  }

  /** Ends a session by any refresh token of its family; no-op for an unknown one. */
  async endByToken(token: string): Promise<void> {
    const found = await this.platform.db
      .selectFrom('refresh_tokens as t')
      .innerJoin('sessions as s', 's.id', 't.session_id')
      .select(['s.id', 's.user_id'])
      .where('t.token_hash', '=', hashOf(token))
      .executeTakeFirst();
    if (found) await this.end(found.id, found.user_id, 'logout');
  }

  /**
   * The person and the company of the active session of a refresh token; null for an unknown token, and for a person
   * who is not a member there.
   */
  async holderOf(token: string): Promise<{ userId: string; companyId: string } | null> {
    const found = await this.platform.db
      .selectFrom('refresh_tokens as t')
      .innerJoin('sessions as s', 's.id', 't.session_id')
      .innerJoin('user_company as m', (join) =>
        join.onRef('m.company_id', '=', 's.company_id').onRef('m.user_id', '=', 's.user_id'),
      )
      .select(['s.user_id', 's.company_id'])
      .where('t.token_hash', '=', hashOf(token))
      .where('s.revoked_at', 'is', null)
      .executeTakeFirst();
    return found ? { userId: found.user_id, companyId: found.company_id } : null;
  }

  /** Records that the device has stored the tokens of a generation: from now on earlier ones count as copies. */
  async used(sessionId: string, generation: number): Promise<void> {
    await this.platform.db
      .updateTable('sessions')
      .set({ used_generation: generation })
      .where('id', '=', sessionId)
      .where('used_generation', '<', generation)
      .execute();
  }

  /** Records that a device was told to erase its copy. */
  async recordWipeNotice(sessionId: string): Promise<void> {
    await this.platform.db
      .updateTable('sessions')
      .set({ told_at: this.platform.clock.now() })
      .where('id', '=', sessionId)
      .where('wipe', '=', true)
      .where('told_at', 'is', null)
      .execute();
  }

  /**
   * Records that a device has erased its copy; any refresh token of its family identifies it. No-op for an unknown one.
   */
  async erased(token: string): Promise<void> {
    const now = this.platform.clock.now();
    const found = await this.platform.db
      .selectFrom('refresh_tokens')
      .select('session_id')
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst();
    if (found)
      await this.platform.db
        .updateTable('sessions')
        .set({ erased_at: now })
        .where('id', '=', found.session_id)
        .where('wipe', '=', true)
        .where('erased_at', 'is', null)
        .execute();
  }

  /**
   * The ended session that may hand over with this refresh token; null otherwise. As in an exchange, a replaced token
   * whose successor was used counts as a copy.
   */
  async handingOver(token: string): Promise<HandingOver | null> {
    const session = await this.platform.db
      .selectFrom('refresh_tokens as t')
      .innerJoin('sessions as s', 's.id', 't.session_id')
      .selectAll('s')
      .select('t.generation')
      .where('t.token_hash', '=', hashOf(token))
      .executeTakeFirst();
    if (
      !session ||
      session.revoked_at === null ||
      session.generation < session.used_generation ||
      !mayHandOver(session, this.platform.clock.now())
    )
      return null;
    return {
      id: session.id,
      userId: session.user_id,
      companyId: session.company_id,
      deviceName: session.device_name,
      revokedAt: session.revoked_at,
    };
  }

  /** Records that a session has handed over; it may not do so again. */
  async handedOver(sessionId: string): Promise<void> {
    await this.platform.db
      .updateTable('sessions')
      .set({ handed_over_at: this.platform.clock.now() })
      .where('id', '=', sessionId)
      .execute();
  }

  private async tryExchange(token: string, request: Pick<RequestInfo, 'ip' | 'userAgent'>): Promise<Exchange> {
    const { db } = this.platform;
    const hash = hashOf(token);
    const found = await db
      .selectFrom('refresh_tokens')
      .select('session_id')
      .where('token_hash', '=', hash)
      .executeTakeFirst();
    const session = found && (await this.lock(found.session_id));
    if (!session) return { is: 'unknown' };
    const now = this.platform.clock.now();
    if (session.revoked_at !== null) {
      if (session.wipe) await this.recordWipeNotice(session.id);
      return { is: 'ended', ...endingOf(session, now) };
    }
    const user = await db
      .selectFrom('users')
      .select('enabled')
      .where('id', '=', session.user_id)
      .executeTakeFirstOrThrow();
    if (!user.enabled) return { is: 'ended', ...STAYS };
    const company = await db
      .selectFrom('companies')
      .select(['session_hours', 'session_max_hours'])
      .where('id', '=', session.company_id)
      .executeTakeFirst();
    if (Math.min(session.expires_at, endOfSession({ ...session, ...company })) <= now) return { is: 'unknown' };
    // Read under the lock: another tab may have exchanged it in between.
    const { used_at, generation } = await db
      .selectFrom('refresh_tokens')
      .select(['used_at', 'generation'])
      .where('token_hash', '=', hash)
      .executeTakeFirstOrThrow();
    const age = used_at === null ? 0 : now - used_at;
    if (age > REFRESH_GRACE_MS && session.used_generation > generation) {
      await this.end(session.id, session.user_id, 'reuse');
      return { is: 'reused' };
    }
    if (age > LOST_ANSWER_MS) return { is: 'unknown' };
    await this.used(session.id, generation);
    const next = used_at === null ? await this.tokens.rotate(session.id) : await this.tokens.current(session.id);
    await db
      .updateTable('sessions')
      .set({ expires_at: now + SESSION_MS, last_seen_at: now, ip: request.ip })
      .where('id', '=', session.id)
      .execute();
    return {
      is: 'issued',
      session: { sessionId: session.id, userId: session.user_id, companyId: session.company_id, ...next },
    };
  }

  private lock(sessionId: string) {
    return this.platform.db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', sessionId)
      .forUpdate()
      .executeTakeFirst();
  }

  private announce(sessionId: string, userId: string, ending: Ending): void {
    this.platform.afterCommit(() => this.platform.events.publish('session', { sessionId, userId, ...ending }));
  }
}
