/** The companies of a person: the list, the session's company, and the person's name there. */
import { CallError } from '../../../sync/protocol/errors';
import type { SyncStore } from '../../sync/store';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import { visitorOf, type IpFilter } from '../ip-access/ip-filter';
import type { IssuedSession, SessionStore } from '../identity/session-store';
import { writeMember } from '../people/people';
import { membershipsOf, startingCompany, type Membership } from './memberships';

export class MyCompanies {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'transaction' | 'clock'>,
    private readonly sync: SyncStore,
    private readonly sessions: SessionStore,
    private readonly ipFilter: Pick<IpFilter, 'pass' | 'signedIn'>,
  ) {}

  list(actor: Actor): Promise<Membership[]> {
    return membershipsOf(this.platform.db, actor.userId);
  }

  /** The company of a new session. Throws USER_COMPANY_NOT_FOUND if the person has none. */
  async startsIn(actor: Actor): Promise<Membership> {
    const memberships = await this.list(actor);
    const user = await this.platform.db
      .selectFrom('users')
      .select('default_company_id')
      .where('id', '=', actor.userId)
      .executeTakeFirst();
    const company = startingCompany(memberships, user?.default_company_id ?? null);
    const found = memberships.find((m) => m.companyId === company);
    if (!found) throw new CallError('USER_COMPANY_NOT_FOUND');
    return found;
  }

  /** Makes a company the default and moves this session into it. Throws the errors of `refuseEntry`, and IP_BLOCKED. */
  async enter(
    actor: Actor,
    companyId: string,
    request: Pick<RequestInfo, 'ip' | 'userAgent' | 'serverIp' | 'region'>,
  ): Promise<IssuedSession> {
    const memberships = await this.list(actor);
    if (!memberships.some((m) => m.companyId === companyId)) await this.refuseEntry(actor, companyId);
    const visitor = visitorOf(actor.userId, request);
    await this.ipFilter.pass(companyId, visitor);
    await this.ipFilter.signedIn(companyId, visitor);
    return this.platform.transaction(async () => {
      await this.platform.db
        .updateTable('users')
        .set({ default_company_id: companyId, updated_at: this.platform.clock.now() })
        .where('id', '=', actor.userId)
        .execute();
      return this.sessions.switchCompany(actor.sessionId, companyId);
    });
  }

  /**
   * Throws the reason why the person may not enter: USER_COMPANY_NOT_ACTIVATED for a pending member,
   * USER_COMPANY_DISABLED, USER_COMPANY_NOT_FOUND for all others.
   */
  private async refuseEntry(actor: Actor, companyId: string): Promise<never> {
    const own = await this.platform.db
      .selectFrom('user_company')
      .select('status')
      .where('company_id', '=', companyId)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst();
    throw new CallError(
      !own
        ? 'USER_COMPANY_NOT_FOUND'
        : own.status === 'pending'
          ? 'USER_COMPANY_NOT_ACTIVATED'
          : 'USER_COMPANY_DISABLED',
    );
  }

  /** Changes the person's name in the session's company, as all its members see it. */
  async rename(actor: Actor, name: string): Promise<void> {
    await this.sync.write(actor.companyId, async (tx) => {
      const { numUpdatedRows } = await this.platform.db
        .updateTable('user_company')
        .set({ name, updated_at: this.platform.clock.now() })
        .where('company_id', '=', actor.companyId)
        .where('user_id', '=', actor.userId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new CallError('USER_COMPANY_NOT_FOUND');
      await writeMember(this.platform.db, tx, actor.userId);
    });
  }
}
