/**
 * Member management of administrators and the owner. Each action is written to the audit trail in its own transaction.
 */
import { CallError } from '../../../sync/protocol/errors';
import { notify } from '../../shared/notify';
import type { SyncStore } from '../../sync/store';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import type { AuditTrail } from '../audit/audit';
import { membershipsOf, startingCompany } from '../companies/memberships';
import type { OrganizationService } from '../companies/organization';
import type { SessionAuthenticator } from '../identity/authenticator';
import type { SessionStore } from '../identity/session-store';
import type { InvitationService } from '../invitations/service';
import type { Post } from '../mails/post';
import { mayRemove } from './policy';

export interface MemberParts {
  organization: OrganizationService;
  invitations: InvitationService;
  store: SyncStore;
  sessions: SessionStore;
  authenticator: Pick<SessionAuthenticator, 'forget'>;
  audit: AuditTrail;
  post: Post;
}

export class MemberService {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'afterCommit'>,
    private readonly parts: MemberParts,
  ) {}

  /**
   * Sends an invitation, whether or not the address has an account. No password is set: one that an administrator chose
   * would open another person's account. The person sets it through the link.
   */
  createUser(actor: Actor, request: RequestInfo, invitee: { name: string; email: string }): Promise<string> {
    return this.parts.invitations.invite(actor, request, {
      email: invitee.email,
      name: invitee.name,
      departmentId: '',
    });
  }

  /** Sends an invitation to an existing account. Throws USER_NOT_FOUND, and the errors of `invite`. */
  async bindUser(actor: Actor, request: RequestInfo, invitee: { userId: string; userName: string }): Promise<void> {
    const user = await this.platform.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', invitee.userId)
      .executeTakeFirst();
    if (!user) throw new CallError('USER_NOT_FOUND');
    await this.parts.invitations.invite(actor, request, {
      email: user.email,
      name: invitee.userName,
      departmentId: '',
    });
  }

  async remove(actor: Actor, request: RequestInfo, userId: string): Promise<void> {
    const { companyId } = actor;
    await this.parts.store.write(companyId, async () => {
      const target = await this.platform.db
        .selectFrom('user_company')
        .select('role')
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!target) throw new CallError('USER_COMPANY_NOT_FOUND');
      if (target.role !== 'owner' && !mayRemove(actor, { userId, role: target.role }))
        throw new CallError('PERMISSION_DENIED');
      const owner = await this.ownerOf(companyId);
      const { name, email, lang, status, transferred } = await this.parts.organization.removeMember(
        companyId,
        userId,
        owner.user_id,
      );
      const company = await this.platform.db
        .selectFrom('companies')
        .select('name')
        .where('id', '=', companyId)
        .executeTakeFirstOrThrow();
      const user = await this.platform.db
        .selectFrom('users')
        .select('default_company_id')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      await this.parts.sessions.leaveCompany(
        userId,
        companyId,
        startingCompany(await membershipsOf(this.platform.db, userId), user.default_company_id),
      );
      await this.refreshSessions(userId);
      // A pending invitation is withdrawn: the person was never a member.
      if (status === 'active')
        await this.parts.post.send(
          'removedFromCompany',
          { email, lang },
          { name, company: company.name },
          '',
          companyId,
        );
      const work = Object.entries(transferred)
        .filter(([, number]) => number > 0)
        .map(([kind, number]): [string, [null, number]] => [kind, [null, number]]);
      await this.parts.audit.record(
        companyId,
        actor,
        request,
        'member.removed',
        { kind: 'member', id: userId, name },
        {
          status: [status, null],
          ...(work.length > 0 ? { heir: [null, owner.name], ...Object.fromEntries(work) } : {}),
        },
      );
    });
  }

  async setRole(actor: Actor, request: RequestInfo, userId: string, role: 'admin' | 'member'): Promise<void> {
    await this.parts.store.write(actor.companyId, async () => {
      const { name, before } = await this.parts.organization.setRole(actor.companyId, userId, role);
      if (before === role) return;
      await this.parts.audit.record(
        actor.companyId,
        actor,
        request,
        role === 'admin' ? 'member.adminSet' : 'member.adminUnset',
        { kind: 'member', id: userId, name },
        { role: [before, role] },
      );
      await this.refreshSessions(userId);
    });
  }

  async transferOwner(actor: Actor, request: RequestInfo, userId: string): Promise<void> {
    await this.parts.store.write(actor.companyId, async (tx) => {
      const { db } = this.platform;
      const names = await this.parts.organization.transferOwner(actor.companyId, actor.userId, userId);
      await this.parts.audit.record(
        actor.companyId,
        actor,
        request,
        'company.ownerTransferred',
        { kind: 'member', id: userId, name: names.to },
        { owner: [names.from, names.to] },
      );
      const company = await db
        .selectFrom('companies')
        .select('name')
        .where('id', '=', actor.companyId)
        .executeTakeFirstOrThrow();
      const both = await db
        .selectFrom('users')
        .select(['id', 'email', 'lang'])
        .where('id', 'in', [actor.userId, userId])
        .orderBy('email')
        .execute();
      for (const user of both)
        await this.parts.post.send(
          'ownerTransferred',
          user,
          { name: user.id === userId ? names.to : names.from, company: company.name, owner: names.to },
          '/search',
          actor.companyId,
        );
      await notify(tx, {
        kind: 'ownershipReceived',
        userId,
        actorId: actor.userId,
        params: { company: company.name, name: names.from },
        link: '/admin/settings',
        subjectId: actor.companyId,
      });
      await this.refreshSessions(actor.userId);
      await this.refreshSessions(userId);
    });
  }

  private ownerOf(companyId: string): Promise<{ user_id: string; name: string }> {
    return this.platform.db
      .selectFrom('user_company')
      .select(['user_id', 'name'])
      .where('company_id', '=', companyId)
      .where('role', '=', 'owner')
      .executeTakeFirstOrThrow();
  }

  /**
   * After the commit, this process applies the new role or company to the person's sessions immediately, others within
   * seconds.
   */
  private async refreshSessions(userId: string): Promise<void> {
    const sessions = await this.platform.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute();
    this.platform.afterCommit(() => sessions.forEach(({ id }) => this.parts.authenticator.forget(id)));
  }
}
