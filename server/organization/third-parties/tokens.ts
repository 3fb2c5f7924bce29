/**
 * Tokens of third parties: opaque, stored as hashes.
 *
 *   code (60 s, once) ─► access token (1 h) + refresh token (30 days, once) ─► access token + refresh token …
 *        │ reused                                   │ reused
 *        └──────────────────────────────────────────┴─► a copy exists: all tokens of the grant end; the person may grant again
 *
 * A token is valid while the grant exists, the client is registered with the scope, and the person is an active member
 * of the company.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { CallError } from '../../../sync/protocol/errors';
import type { Scope } from '../../../sync/protocol/scopes';
import type { Actor, Platform } from '../../platform/context';
import type { Authenticator, Credentials } from '../../platform/http/authenticator';
import type { OauthClient } from '../../platform/oauth-clients';
import { mayEnter } from '../companies/policy';
import { maySignIn } from '../identity/policy';
import { visitorOf, type IpFilter } from '../ip-access/ip-filter';
import { hashOf, scopesOf } from './service';

/** milliseconds */
export const ACCESS_MS = 60 * 60_000;
export const REFRESH_MS = 30 * 24 * 60 * 60_000;
/** Precision of `last_used_at`. */
const LAST_USED_EVERY_MS = 5 * 60_000;
const ACCESS_PREFIX = 'sat_';

/** Credentials of a third party; a public client has no secret. */
export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
}
interface Exchange extends ClientCredentials {
  grantType: 'authorization_code' | 'refresh_token';
  code: string;
  redirectUrl: string;
  codeVerifier: string;
  refreshToken: string;
}
type ExchangeResult = { is: 'granted'; grantId: string } | { is: 'refused' };

const invalid = (): CallError => new CallError('OAUTH_REQUEST_INVALID', { message: 'invalid_grant' });

export class ThirdPartyTokens {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'transaction' | 'clock' | 'config'>,
    private readonly ipFilter: Pick<IpFilter, 'pass'>,
  ) {}

  /**
   * Throws OAUTH_CLIENT_UNKNOWN (also for a wrong secret), OAUTH_REQUEST_INVALID for any fault of the code or token.
   */
  async exchange(input: Exchange) {
    const client = this.clientWith(input);
    // The end of a grant's tokens must be committed, so the error is thrown after the transaction.
    const issued = await this.platform.transaction(async () => {
      const result =
        input.grantType === 'refresh_token'
          ? await this.useRefreshToken(client, input.refreshToken)
          : await this.useCode(client, input);
      return result.is === 'granted' ? this.issue(client, result.grantId) : null;
    });
    if (!issued) throw invalid();
    return issued;
  }

  /**
   * The person of a third party's token; null without a token. Throws JWT_TOKEN_EXPIRED for an expired, revoked or
   * foreign one.
   */
  granted: NonNullable<Authenticator['granted']> = async (request: Credentials) => {
    const token = /^Bearer +(sat_[\w-]{20,100}) *$/i.exec(request.authorization ?? '')?.[1];
    if (!token) return null;
    const now = this.platform.clock.now();
    const row = await this.platform.db
      .selectFrom('oauth_token as t')
      .innerJoin('oauth_grant as g', 'g.id', 't.grant_id')
      .innerJoin('users as u', 'u.id', 'g.user_id')
      .leftJoin('user_company as m', (join) =>
        join.onRef('m.user_id', '=', 'g.user_id').onRef('m.company_id', '=', 'g.company_id'),
      )
      .leftJoin('companies as c', 'c.id', 'm.company_id')
      .select([
        'g.id',
        'g.user_id',
        'g.company_id',
        'g.client_id',
        'g.scopes',
        'g.last_used_at',
        'u.lang',
        'u.enabled',
        'u.mailbox_proven_at',
        'm.role',
        'm.status',
        'm.enabled as member_enabled',
        'c.enabled as company_enabled',
      ])
      .where('t.token_hash', '=', hashOf(token))
      .where('t.kind', '=', 'access')
      .where('t.expires_at', '>', now)
      .where('g.revoked_at', 'is', null)
      .executeTakeFirst();
    const client = row && this.platform.config.oauthClients.find((c) => c.id === row.client_id);
    if (!row || !client || !maySignIn(row)) throw new CallError('JWT_TOKEN_EXPIRED');
    const member =
      row.role !== null &&
      row.status !== null &&
      mayEnter({
        status: row.status,
        enabled: row.member_enabled === true,
        companyEnabled: row.company_enabled === true,
      });
    if (member) await this.ipFilter.pass(row.company_id, visitorOf(row.user_id, request));
    if (now - (row.last_used_at ?? 0) > LAST_USED_EVERY_MS)
      await this.platform.db.updateTable('oauth_grant').set({ last_used_at: now }).where('id', '=', row.id).execute();
    const actor: Actor = {
      userId: row.user_id,
      sessionId: '',
      companyId: row.company_id,
      role: member ? row.role : null,
      lang: row.lang,
      grant: { id: row.id, clientId: client.id },
    };
    return { actor, scopes: scopesOf(row.scopes).filter((scope) => client.scopes.includes(scope)) };
  };

  /**
   * Revokes a token (RFC 7009); an unknown one has expired already. A refresh token revokes all tokens of its grant.
   * The grant stays, so that the person still sees the app. Throws OAUTH_CLIENT_UNKNOWN, NO_PERMISSION for another
   * client's token.
   */
  async revoke(credentials: ClientCredentials, token: string): Promise<void> {
    const client = this.clientWith(credentials);
    const row = await this.platform.db
      .selectFrom('oauth_token as t')
      .innerJoin('oauth_grant as g', 'g.id', 't.grant_id')
      .select(['t.token_hash', 't.kind', 't.grant_id', 'g.client_id'])
      .where('t.token_hash', '=', hashOf(token))
      .executeTakeFirst();
    if (!row) return;
    if (row.client_id !== client.id) throw new CallError('NO_PERMISSION');
    if (row.kind === 'refresh') await this.platform.transaction(() => this.endAll(row.grant_id));
    else await this.platform.db.deleteFrom('oauth_token').where('token_hash', '=', row.token_hash).execute();
  }

  private clientWith({ clientId, clientSecret }: ClientCredentials): OauthClient {
    const client = this.platform.config.oauthClients.find((c) => c.id === clientId);
    // A public client must send the empty secret.
    const expected = Buffer.from(client?.secretHash ?? hashOf(''), 'hex');
    if (!timingSafeEqual(expected, createHash('sha256').update(clientSecret).digest()) || !client)
      throw new CallError('OAUTH_CLIENT_UNKNOWN');
    return client;
  }

  private async useCode(client: OauthClient, { code, redirectUrl, codeVerifier }: Exchange): Promise<ExchangeResult> {
    const { db, clock } = this.platform;
    const row = await db
      .selectFrom('oauth_code')
      .selectAll()
      .where('code_hash', '=', hashOf(code))
      .where('client_id', '=', client.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return { is: 'refused' };
    if (row.used_at !== null) {
      await this.endAll(row.grant_id);
      return { is: 'refused' };
    }
    const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
    await db.updateTable('oauth_code').set({ used_at: clock.now() }).where('code_hash', '=', row.code_hash).execute();
    if (
      row.expires_at <= clock.now() ||
      row.redirect_url !== redirectUrl ||
      codeVerifier.length < 43 ||
      challenge !== row.code_challenge
    )
      return { is: 'refused' };
    return { is: 'granted', grantId: row.grant_id };
  }

  private async useRefreshToken(client: OauthClient, token: string): Promise<ExchangeResult> {
    const { db, clock } = this.platform;
    const row = await db
      .selectFrom('oauth_token as t')
      .innerJoin('oauth_grant as g', 'g.id', 't.grant_id')
      .selectAll('t')
      .where('t.token_hash', '=', hashOf(token))
      .where('t.kind', '=', 'refresh')
      .where('g.client_id', '=', client.id)
      .forUpdate('t')
      .executeTakeFirst();
    if (!row || row.expires_at <= clock.now()) return { is: 'refused' };
    if (row.used_at !== null) {
      await this.endAll(row.grant_id);
      return { is: 'refused' };
    }
    await db
      .updateTable('oauth_token')
      .set({ used_at: clock.now() })
      .where('token_hash', '=', row.token_hash)
      .execute();
    return { is: 'granted', grantId: row.grant_id };
  }

  private async issue(client: OauthClient, grantId: string) {
    const { db, clock } = this.platform;
    const grant = await db
      .selectFrom('oauth_grant')
      .selectAll()
      .where('id', '=', grantId)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (!grant) return null;
    const now = clock.now();
    const accessToken = `${ACCESS_PREFIX}${randomBytes(32).toString('base64url')}`;
    const refreshToken = `srt_${randomBytes(32).toString('base64url')}`;
    await db
      .insertInto('oauth_token')
      .values([
        {
          token_hash: hashOf(accessToken),
          grant_id: grantId,
          kind: 'access',
          created_at: now,
          expires_at: now + ACCESS_MS,
          used_at: null,
        },
        {
          token_hash: hashOf(refreshToken),
          grant_id: grantId,
          kind: 'refresh',
          created_at: now,
          expires_at: now + REFRESH_MS,
          used_at: null,
        },
      ])
      .execute();
    const scopes: Scope[] = scopesOf(grant.scopes).filter((scope) => client.scopes.includes(scope));
    return {
      accessToken,
      tokenType: 'Bearer' as const,
      expiresIn: ACCESS_MS / 1000,
      refreshToken,
      scopes,
      userId: grant.user_id,
      companyId: grant.company_id,
    };
  }

  /** Ends all tokens of a grant after the reuse of a single-use one. */
  private async endAll(grantId: string): Promise<void> {
    await this.platform.db.deleteFrom('oauth_token').where('grant_id', '=', grantId).execute();
    await this.platform.db
      .deleteFrom('oauth_code')
      .where('grant_id', '=', grantId)
      .where('used_at', 'is', null)
      .execute();
  }
}
