/** Grants of third parties: showing the request, allowing it, listing and revoking. */
import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../../../sync/model/ids';
import { CallError } from '../../../sync/protocol/errors';
import { isScope, type Scope } from '../../../sync/protocol/scopes';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import type { AuditTrail } from '../audit/audit';
import { membershipsOf, startingCompany } from '../companies/memberships';
import { visitorOf, type IpFilter } from '../ip-access/ip-filter';
import type { AuthorizationRequest, Grant } from './contract';
import { backTo, checkRequest } from './request-check';

/** milliseconds */
export const CODE_MS = 60_000;
/** Revoked grants are stored this long. */
const ENDED_GRANT_KEPT_MS = 30 * 24 * 60 * 60_000;

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
export const scopesOf = (json: string): Scope[] => (JSON.parse(json) as string[]).filter(isScope);

export class ThirdPartyService {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'transaction' | 'clock' | 'config'>,
    private readonly parts: { ipFilter: Pick<IpFilter, 'pass'>; audit: AuditTrail },
  ) {}

  /** Data for the consent page of a request. Throws the errors of `checkRequest`. */
  async look(actor: Actor, request: AuthorizationRequest, { origin: issuer }: Pick<RequestInfo, 'origin'>) {
    const { client, scopes } = checkRequest(
      this.platform.config.oauthClients,
      request,
      this.platform.clock.now(),
      issuer,
    );
    const companies = await membershipsOf(this.platform.db, actor.userId);
    const { host, origin } = new URL(request.redirectUrl);
    return {
      name: client.name,
      provider: client.provider,
      scopes,
      partnerUserName: request.partnerUserName,
      companies: companies.map((m) => ({ id: m.companyId, name: m.companyName })),
      companyId: startingCompany(
        companies,
        companies.some((m) => m.companyId === request.companyId) ? request.companyId : actor.companyId,
      ),
      host,
      origin,
      rejectUrl: backTo(request.redirectUrl, { error: 'access_denied', state: request.state, iss: issuer }),
    };
  }

  /** Grants access in one company. Throws the errors of `checkRequest`, USER_COMPANY_NOT_FOUND, IP_BLOCKED. */
  async allow(actor: Actor, request: AuthorizationRequest, from: RequestInfo): Promise<string> {
    const { db, clock } = this.platform;
    const { client, scopes } = checkRequest(this.platform.config.oauthClients, request, clock.now(), from.origin);
    const { companyId } = request;
    if (!(await membershipsOf(db, actor.userId)).some((m) => m.companyId === companyId))
      throw new CallError('USER_COMPANY_NOT_FOUND');
    await this.parts.ipFilter.pass(companyId, visitorOf(actor.userId, from));
    const code = `sac_${randomBytes(32).toString('base64url')}`;
    await this.platform.transaction(async () => {
      const now = clock.now();
      await db
        .insertInto('oauth_client')
        .values({ id: client.id, name: client.name, provider: client.provider, created_at: now })
        .onConflict((c) => c.column('id').doUpdateSet({ name: client.name, provider: client.provider }))
        .execute();
      const { id } = await db
        .insertInto('oauth_grant')
        .values({
          company_id: companyId,
          id: newId(now),
          user_id: actor.userId,
          client_id: client.id,
          partner_user_id: request.partnerUserId,
          partner_user_name: request.partnerUserName,
          scopes: JSON.stringify(scopes),
          created_at: now,
          last_used_at: null,
          revoked_at: null,
        })
        .onConflict((c) =>
          c
            .columns(['company_id', 'user_id', 'client_id', 'partner_user_id'])
            .where('revoked_at', 'is', null)
            .doUpdateSet({
              scopes: JSON.stringify(scopes),
              partner_user_name: request.partnerUserName,
              created_at: now,
            }),
        )
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('oauth_code')
        .values({
          code_hash: hashOf(code),
          grant_id: id,
          client_id: client.id,
          redirect_url: request.redirectUrl,
          code_challenge: request.codeChallenge,
          expires_at: now + CODE_MS,
          used_at: null,
        })
        .execute();
      await this.parts.audit.record(
        companyId,
        actor,
        from,
        'app.allowed',
        { kind: 'app', id: client.id, name: client.name },
        { scopes: [null, scopes.join(' ')] },
      );
    });
    return backTo(request.redirectUrl, { code, state: request.state, iss: from.origin });
  }

  /** The person and the organization, for the scope `organization.read`. */
  async me(actor: Actor): Promise<{ userId: string; companyId: string; companyName: string }> {
    const { name } = await this.platform.db
      .selectFrom('companies')
      .select('name')
      .where('id', '=', actor.companyId)
      .executeTakeFirstOrThrow();
    return { userId: actor.userId, companyId: actor.companyId, companyName: name };
  }

  async list(actor: Actor): Promise<Grant[]> {
    const rows = await this.platform.db
      .selectFrom('oauth_grant as g')
      .innerJoin('oauth_client as a', 'a.id', 'g.client_id')
      .innerJoin('companies as c', 'c.id', 'g.company_id')
      .selectAll('g')
      .select(['a.name as client_name', 'a.provider', 'c.name as company_name'])
      .where('g.user_id', '=', actor.userId)
      .where('g.revoked_at', 'is', null)
      .orderBy('g.created_at', 'desc')
      .orderBy('g.id')
      .limit(500)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      clientId: row.client_id,
      name: row.client_name,
      provider: row.provider,
      scopes: scopesOf(row.scopes),
      companyId: row.company_id,
      companyName: row.company_name,
      partnerUserName: row.partner_user_name,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at ?? 0,
    }));
  }

  /** Throws OAUTH_GRANT_NOT_FOUND for another person's grant as for a missing one. */
  async revoke(actor: Actor, grantId: string, from: RequestInfo): Promise<void> {
    const { db } = this.platform;
    await this.platform.transaction(async () => {
      const grant = await db
        .updateTable('oauth_grant')
        .set({ revoked_at: this.platform.clock.now() })
        .where('id', '=', grantId)
        .where('user_id', '=', actor.userId)
        .where('revoked_at', 'is', null)
        .returning(['company_id', 'client_id'])
        .executeTakeFirst();
      if (!grant) throw new CallError('OAUTH_GRANT_NOT_FOUND');
      await db.deleteFrom('oauth_token').where('grant_id', '=', grantId).execute();
      await db.deleteFrom('oauth_code').where('grant_id', '=', grantId).execute();
      const client = await db
        .selectFrom('oauth_client')
        .select('name')
        .where('id', '=', grant.client_id)
        .executeTakeFirstOrThrow();
      await this.parts.audit.record(grant.company_id, actor, from, 'app.revoked', {
        kind: 'app',
        id: grant.client_id,
        name: client.name,
      });
    });
  }

  /** Deletes expired codes, tokens and grants. */
  async cleanUp(): Promise<void> {
    const { db, clock } = this.platform;
    const now = clock.now();
    await db
      .deleteFrom('oauth_code')
      .where('expires_at', '<', now - ENDED_GRANT_KEPT_MS)
      .execute();
    await db.deleteFrom('oauth_token').where('expires_at', '<', now).execute();
    await db
      .deleteFrom('oauth_grant')
      .where('revoked_at', '<', now - ENDED_GRANT_KEPT_MS)
      .execute();
  }
}
