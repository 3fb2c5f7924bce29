/**
 * Authenticates a request by its cookie or Authorization header.
 *
 *   token ─► signature, expiry ─► session's row, person, membership (cached for 5 s; an event of the topic `session` invalidates)
 *                                     ├─ expired: JWT_TOKEN_EXPIRED, beyond the company's session limits, or of a
 *                                     │  company that the person left
 *                                     ├─ ended: SESSION_REVOKED, `wipe` 'true' if the device is to erase its replica,
 *                                     │  `handover` 'true' if it hands over first
 *                                     └─ live ─► the company's IP filter: IP_BLOCKED from a disallowed address
 */
import { CallError } from '../../../sync/protocol/errors';
import type { Ending } from '../../../sync/protocol/session';
import type { Actor, CompanyRole, Platform } from '../../platform/context';
import type { Authenticator } from '../../platform/http/authenticator';
import { mayEnter } from '../companies/policy';
import { endOfSession, mustChangePassword } from '../settings/policy';
import { visitorOf, type IpFilter } from '../ip-access/ip-filter';
import type { AccessClaims, AccessTokens } from './access-token';
import { ACCESS_COOKIE } from './cookies';
import { LAST_SEEN_EVERY_MS, SESSION_CACHE_MS, TOKENS_KEPT_MS } from './lifetimes';
import { maySignIn } from './policy';
import { endingOf, sessionRevokedError, type SessionStore } from './session-store';
import type { UserActivity } from './user-activity';

type SessionState = { is: 'live'; actor: Actor } | ({ is: 'ended' } & Ending) | { is: 'over' };

/** Maximum cache entries; the oldest are dropped first. */
const CACHE_MAX = 20_000;

export class SessionAuthenticator implements Authenticator {
  private readonly cache = new Map<string, { until: number; state: SessionState }>();
  /** Incremented by each event: a row that was read before an event is not cached after it. */
  private changes = 0;
  private readonly unsubscribe: () => void;

  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'events' | 'log'>,
    private readonly tokens: AccessTokens,
    private readonly sessions: SessionStore,
    private readonly ipFilter: Pick<IpFilter, 'pass'>,
    private readonly activity: Pick<UserActivity, 'note'>,
    readonly granted?: Authenticator['granted'],
  ) {
    this.unsubscribe = platform.events.subscribe('session', ({ sessionId }) => this.forget(sessionId));
  }

  /** Invalidates a session: its row is read again at the next request. */
  forget(sessionId: string): void {
    this.changes += 1;
    for (const key of this.cache.keys()) if (key.startsWith(`${sessionId}|`)) this.cache.delete(key);
  }

  /**
   * Returns null without a token or for one of another issuer. Throws JWT_TOKEN_EXPIRED, SESSION_REVOKED and
   * IP_BLOCKED.
   */
  async authenticate(request: Parameters<Authenticator['authenticate']>[0]): Promise<Actor | null> {
    const token = bearer(request.authorization) ?? request.cookies[ACCESS_COOKIE];
    const claims = token ? await this.tokens.read(token) : null;
    if (!claims) return null;
    const state = await this.state(claims);
    if (state.is === 'live') {
      const { actor } = state;
      if (actor.role !== null) await this.ipFilter.pass(actor.companyId, visitorOf(actor.userId, request));
      return actor;
    }
    if (state.is === 'over') throw new CallError('JWT_TOKEN_EXPIRED');
    if (state.wipe) await this.sessions.recordWipeNotice(claims.sessionId);
    throw sessionRevokedError(state);
  }

  close(): void {
    this.unsubscribe();
    this.cache.clear();
  }

  private async state(claims: AccessClaims): Promise<SessionState> {
    const key = `${claims.sessionId}|${claims.companyId}|${claims.generation}`;
    const now = this.platform.clock.now();
    const known = this.cache.get(key);
    if (known && known.until > now && known.until <= now + SESSION_CACHE_MS) return known.state;
    const before = this.changes;
    const state = await this.loadState(claims, now);
    if (this.changes === before) {
      this.cache.delete(key);
      this.cache.set(key, { until: now + SESSION_CACHE_MS, state });
      if (this.cache.size > CACHE_MAX)
        for (const oldest of this.cache.keys()) {
          this.cache.delete(oldest);
          break;
        }
    }
    return state;
  }

  private async loadState(claims: AccessClaims, now: number): Promise<SessionState> {
    const row = await this.platform.db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .leftJoin('user_company as m', (join) =>
        join.onRef('m.user_id', '=', 's.user_id').on('m.company_id', '=', claims.companyId),
      )
      .leftJoin('companies as c', 'c.id', 'm.company_id')
      .select([
        's.revoked_at',
        's.wipe',
        's.handover',
        's.handed_over_at',
        's.erased_at',
        's.last_seen_at',
        's.used_generation',
        's.created_at',
        's.company_id',
        'u.lang',
        'u.enabled',
        'u.mailbox_proven_at',
        'u.password_set_at',
        'm.role',
        'm.status',
        'm.enabled as member_enabled',
        'c.enabled as company_enabled',
        'c.must_change_password_since',
        'c.session_max_hours',
      ])
      .where('s.id', '=', claims.sessionId)
      .where('s.user_id', '=', claims.userId)
      .executeTakeFirst();
    if (!row) return { is: 'ended', wipe: false, handover: false };
    if (!maySignIn(row) || row.revoked_at !== null) return { is: 'ended', ...endingOf(row, now) };
    if (endOfSession(row) <= now) return { is: 'over' };
    const member =
      row.role !== null &&
      row.status !== null &&
      mayEnter({
        status: row.status,
        enabled: row.member_enabled === true,
        companyEnabled: row.company_enabled === true,
      });
    // A removed member's session continues in another company: a renewal issues the token for it.
    if (row.role === null && row.company_id !== claims.companyId) return { is: 'over' };
    // Earlier, a browser that is killed may still lose the new tokens.
    if (claims.generation > row.used_generation && now - claims.issuedAt >= TOKENS_KEPT_MS)
      await this.sessions.used(claims.sessionId, claims.generation);
    if (now - row.last_seen_at > LAST_SEEN_EVERY_MS) await this.seen(claims.sessionId, now);
    const role: CompanyRole | null = member ? row.role : null;
    if (role !== null) await this.activity.note(claims.companyId, claims.userId, now);
    return {
      is: 'live',
      actor: {
        userId: claims.userId,
        sessionId: claims.sessionId,
        companyId: claims.companyId,
        role,
        lang: row.lang,
        ...(member && mustChangePassword(row) ? { mustChangePassword: true } : {}),
      },
    };
  }

  private async seen(sessionId: string, now: number): Promise<void> {
    await this.platform.db
      .updateTable('sessions')
      .set({ last_seen_at: now })
      .where('id', '=', sessionId)
      .where('last_seen_at', '<', now)
      .execute();
  }
}

/** The token of an `Authorization: Bearer …` header (RFC 6750); undefined for anything else. */
function bearer(authorization: string | null | undefined): string | undefined {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
}
