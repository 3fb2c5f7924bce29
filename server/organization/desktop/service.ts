/** Codes with which the browser signs the desktop app in. */
import { createHash, randomBytes } from 'node:crypto';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import { maySignIn } from '../identity/policy';
import { visitorOf, type IpFilter } from '../ip-access/ip-filter';
import type { IssuedSession, SessionStore } from '../identity/session-store';

/** milliseconds */
export const DESKTOP_CODE_MS = 60_000;

const sha256 = (text: string, as: 'hex' | 'base64url'): string => createHash('sha256').update(text).digest(as);

export class DesktopService {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'transaction' | 'clock' | 'config'>,
    private readonly parts: { sessions: SessionStore; ipFilter: Pick<IpFilter, 'pass' | 'signedIn'> },
  ) {}

  get scheme(): string {
    return this.platform.config.desktopScheme;
  }

  /** The URL that opens the app, with a code. */
  async link(actor: Actor, codeChallenge: string, state: string): Promise<string> {
    const { db, clock } = this.platform;
    const code = randomBytes(32).toString('base64url');
    const now = clock.now();
    await db
      .deleteFrom('desktop_code')
      .where('expires_at', '<', now - DESKTOP_CODE_MS)
      .execute();
    await db
      .insertInto('desktop_code')
      .values({
        code_hash: sha256(code, 'hex'),
        session_id: actor.sessionId,
        user_id: actor.userId,
        company_id: actor.companyId,
        code_challenge: codeChallenge,
        expires_at: now + DESKTOP_CODE_MS,
        used_at: null,
      })
      .execute();
    return `${this.scheme}://auth?${new URLSearchParams({ code, ...(state ? { state } : {}) }).toString()}`;
  }

  /**
   * Opens a separate session for the app. Throws JWT_TOKEN_EXPIRED for a code that is wrong, used, expired or of
   * another app, or whose session has ended; USER_LOGIN_FORBIDDEN, IP_BLOCKED.
   */
  async signIn(code: string, codeVerifier: string, request: RequestInfo): Promise<IssuedSession> {
    const { db, clock } = this.platform;
    const now = clock.now();
    // Any attempt uses the code up, whether its verifier is right or wrong.
    const row = await db
      .updateTable('desktop_code')
      .set({ used_at: now })
      .where('code_hash', '=', sha256(code, 'hex'))
      .where('used_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!row || row.expires_at <= now || row.code_challenge !== sha256(codeVerifier, 'base64url'))
      throw new CallError('JWT_TOKEN_EXPIRED');
    const visitor = visitorOf(row.user_id, request);
    if (row.company_id) await this.parts.ipFilter.pass(row.company_id, visitor);
    const session = await this.platform.transaction(async () => {
      // Locks the user: a concurrent revocation of all sessions either ends this one too, or has already ended the
      // code's session.
      const user = await db
        .selectFrom('users')
        .select(['enabled', 'mailbox_proven_at'])
        .where('id', '=', row.user_id)
        .forUpdate()
        .executeTakeFirst();
      if (!user || !maySignIn(user)) throw new CallError('USER_LOGIN_FORBIDDEN');
      const codeSession = await db
        .selectFrom('sessions')
        .select('revoked_at')
        .where('id', '=', row.session_id)
        .forUpdate()
        .executeTakeFirst();
      if (codeSession?.revoked_at !== null) throw new CallError('JWT_TOKEN_EXPIRED');
      return this.parts.sessions.open(row.user_id, row.company_id, request);
    });
    await this.parts.ipFilter.signedIn(row.company_id, visitor);
    return session;
  }
}
