/** Sign-in, sign-out, session renewal, and the signed-in person. */
import type * as v from 'valibot';
import { NO_DEVICE_LOCK, type LoginToken, type MyUser } from '../../../sync/protocol/session';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import { membershipsOf, startingCompany } from '../companies/memberships';
import { authorityCodes } from '../companies/policy';
import { mustChangePassword } from '../settings/policy';
import { visitorOf, type IpFilter } from '../ip-access/ip-filter';
import type { AccessTokens } from './access-token';
import type { SessionAuthenticator } from './authenticator';
import { ENDED_SESSION_KEPT_MS, ERASURE_KEPT_MS } from './lifetimes';
import type { Lockout } from './lockout';
import { verifyPassword } from './passwords';
import { maySignIn } from './policy';
import type { IssuedSession, SessionStore } from './session-store';

export type Tokens = v.InferOutput<typeof LoginToken>;

export class IdentityService {
  constructor(
    private readonly platform: Platform,
    private readonly tokens: AccessTokens,
    private readonly sessions: SessionStore,
    private readonly authenticator: Pick<SessionAuthenticator, 'forget'>,
    private readonly lockout: Lockout,
    private readonly ipFilter: Pick<IpFilter, 'pass' | 'wouldPass' | 'signedIn'>,
  ) {}

  /** Opens a session. An unknown address takes the same time and gets the same answer as a wrong password. */
  async login(
    input: { email: string; password: string },
    request: RequestInfo,
  ): Promise<{ loginToken: Tokens; mustChangePassword: boolean }> {
    const { db } = this.platform;
    const user = await db.selectFrom('users').selectAll().where('email', '=', input.email).executeTakeFirst();
    await this.lockout.attempt(
      input.email,
      request.ip,
      async () => user !== undefined && this.signedInFrom(user.id, request.ip),
    );
    const matches = await verifyPassword(user?.password_hash ?? null, input.password);
    if (!user || !matches) throw new CallError('USER_PASSOWRD_MISMATCHED');
    if (!maySignIn(user)) throw new CallError('USER_LOGIN_FORBIDDEN');
    await this.lockout.succeeded(input.email, request.ip);
    const company = await this.companyToEnter(user, request);
    const session = await this.openWith(user, company, request);
    await this.ipFilter.signedIn(company, visitorOf(user.id, request));
    const asked = await db
      .selectFrom('companies')
      .select('must_change_password_since')
      .where('id', '=', company)
      .executeTakeFirst();
    return {
      loginToken: await this.tokensFor(session),
      mustChangePassword: asked ? mustChangePassword({ ...user, ...asked }) : false,
    };
  }

  /**
   * Opens a session with a password that was just verified. Locks the user: a new password ends all sessions, so a
   * session with the old password must not be opened afterwards. Throws USER_PASSOWRD_MISMATCHED.
   */
  private openWith(
    user: { id: string; password_hash: string | null },
    companyId: string,
    request: RequestInfo,
  ): Promise<IssuedSession> {
    return this.platform.transaction(async () => {
      const now = await this.platform.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', user.id)
        .forUpdate()
        .executeTakeFirst();
      if (now?.password_hash !== user.password_hash) throw new CallError('USER_PASSOWRD_MISMATCHED');
      return this.sessions.open(user.id, companyId, request);
    });
  }

  /**
   * The company of the new session: the preferred one, or another that this network may enter. Throws IP_BLOCKED if
   * there is none.
   */
  private async companyToEnter(
    user: { id: string; default_company_id: string | null },
    request: RequestInfo,
  ): Promise<string> {
    const memberships = await membershipsOf(this.platform.db, user.id);
    const preferred = startingCompany(memberships, user.default_company_id);
    if (!preferred || (await this.ipFilter.wouldPass(preferred, request.ip))) return preferred;
    for (const { companyId } of memberships)
      if (companyId !== preferred && (await this.ipFilter.wouldPass(companyId, request.ip))) return companyId;
    await this.ipFilter.pass(preferred, visitorOf(user.id, request));
    return preferred;
  }

  /**
   * Exchanges a refresh token for new tokens, if this network may enter the session's company; otherwise the token is
   * not used up.
   */
  async refresh(refreshToken: string | undefined, request: RequestInfo): Promise<Tokens> {
    if (!refreshToken) throw new CallError('JWT_TOKEN_EXPIRED');
    const at = await this.sessions.holderOf(refreshToken);
    if (at) await this.ipFilter.pass(at.companyId, visitorOf(at.userId, request));
    return this.tokensFor(await this.sessions.exchange(refreshToken, request));
  }

  /** Ends this device's session; the device erases its replica itself. */
  async logout(actor: Actor | null, refreshToken: string | undefined): Promise<void> {
    if (actor) await this.sessions.end(actor.sessionId, actor.userId, 'logout');
    else if (refreshToken) await this.sessions.endByToken(refreshToken);
  }

  /** A device confirms that it has erased its copy. */
  async erased(refreshToken: string | undefined): Promise<void> {
    if (refreshToken) await this.sessions.erased(refreshToken);
  }

  async tokensFor(session: IssuedSession): Promise<Tokens> {
    const { userId, sessionId, companyId, generation, refreshToken } = session;
    return { accessToken: await this.tokens.issue({ userId, sessionId, companyId, generation }), refreshToken };
  }

  async my(actor: Actor): Promise<MyUser> {
    const { db } = this.platform;
    const user = await db.selectFrom('users').selectAll().where('id', '=', actor.userId).executeTakeFirst();
    if (!user) throw new CallError('USER_NOT_LOGIN');
    const member =
      actor.role === null
        ? undefined
        : await db
            .selectFrom('user_company')
            .selectAll()
            .where('company_id', '=', actor.companyId)
            .where('user_id', '=', actor.userId)
            .executeTakeFirst();
    const memberships = await membershipsOf(db, actor.userId);
    const memberOf = await db
      .selectFrom('user_company')
      .select('company_id')
      .where('user_id', '=', actor.userId)
      .where('status', '=', 'active')
      .orderBy('company_id')
      .execute();
    const company =
      member &&
      (await db
        .selectFrom('companies')
        .select(['must_change_password_since', 'device_lock', 'lease_hours', 'public_links', 'recording_hint'])
        .where('id', '=', actor.companyId)
        .executeTakeFirst());
    return {
      id: user.id,
      name: member?.name ?? user.name,
      email: user.email,
      actived: user.mailbox_proven_at !== null,
      enabled: user.enabled,
      hasPassword: user.has_password,
      defaultCompanyId: startingCompany(memberships, user.default_company_id),
      sessionId: actor.sessionId,
      userProfile: { id: user.id, lang: user.lang, enabled: user.enabled },
      userCompany: member
        ? {
            id: `${member.company_id}.${member.user_id}`,
            userId: member.user_id,
            companyId: member.company_id,
            tenantId: member.company_id,
            userName: member.name,
            jobPositionId: member.job_position_id,
            actived: member.status === 'active',
            enabled: member.enabled,
          }
        : null,
      companies: memberships.map((m) => ({ id: m.companyId, name: m.companyName, role: m.role, logo: m.logo })),
      memberOf: memberOf.map((row) => row.company_id),
      authorityCodes: authorityCodes(actor.role),
      mustChangePassword: company ? mustChangePassword({ ...user, ...company }) : false,
      deviceLock: company
        ? { required: company.device_lock === 'required', leaseHours: company.lease_hours }
        : NO_DEVICE_LOCK,
      publicLinks: company?.public_links ?? true,
      recordingHint: company?.recording_hint ?? true,
      linkHosts: company ? [...this.platform.config.linkPrivateHosts] : [],
      createdAt: user.created_at,
      updatedAt: user.updated_at,
    };
  }

  async setLanguage(actor: Actor, lang: string): Promise<void> {
    await this.platform.db
      .updateTable('users')
      .set({ lang, updated_at: this.platform.clock.now() })
      .where('id', '=', actor.userId)
      .execute();
    // Other processes may cache the old language for some seconds.
    this.platform.afterCommit(() => this.authenticator.forget(actor.sessionId));
  }

  /** Deletes expired counters and sessions. */
  async cleanUp(): Promise<void> {
    const now = this.platform.clock.now();
    const { db } = this.platform;
    await db.deleteFrom('login_attempts').where('expire', '<', Date.now()).execute();
    // The session of a device that has not erased its copy is kept until its cookie expires.
    await db
      .deleteFrom('sessions')
      .where((e) =>
        e.or([
          e('revoked_at', '<', now - ERASURE_KEPT_MS),
          e.and([
            e.or([
              e('revoked_at', '<', now - ENDED_SESSION_KEPT_MS),
              e('expires_at', '<', now - ENDED_SESSION_KEPT_MS),
            ]),
            e.or([e('wipe', '=', false), e('erased_at', 'is not', null)]),
          ]),
        ]),
      )
      .execute();
  }

  private async signedInFrom(userId: string, ip: string): Promise<boolean> {
    const since = this.platform.clock.now() - ENDED_SESSION_KEPT_MS;
    const found = await this.platform.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .where('ip', '=', ip)
      .where('last_seen_at', '>', since)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }
}
