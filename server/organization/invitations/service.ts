/**
 * Invitations.
 *
 *   by mail   invite ─► unproven account if there is none, pending membership, mail ─► accept: mailbox proven ─► active
 *   by link   an administrator's link, seven days ─► anyone with the link applies to join (../join-requests)
 */
import { randomBytes } from 'node:crypto';
import { newId } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { CallError } from '../../../sync/protocol/errors';
import { notifyOfMember } from '../members/notify-administrators';
import type { SyncStore } from '../../sync/store';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import type { AuditTrail } from '../audit/audit';
import type { OrganizationService } from '../companies/organization';
import type { Departments } from '../departments/departments';
import { hashPassword } from '../identity/passwords';
import type { MailboxProof } from '../identity/mailbox-proof';
import type { IssuedSession, SessionStore } from '../identity/session-store';
import type { MailTokens } from '../mail-tokens/mail-tokens';
import { refuseWithinPause } from '../mails/pause';
import type { Post } from '../mails/post';
import { accountOf } from '../people/users';

/** Validity of an invitation link: seven days (specification: organization 9). */
export const INVITATION_LINK_MS = 7 * 24 * 60 * 60 * 1000;

export interface InvitationParts {
  organization: OrganizationService;
  departments: Departments;
  store: SyncStore;
  sessions: SessionStore;
  proof: MailboxProof;
  mailTokens: MailTokens;
  post: Post;
  audit: AuditTrail;
}

const subjectOf = (companyId: string, userId: string): string => `${companyId}/${userId}`;

export class InvitationService {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'transaction' | 'clock'>,
    private readonly parts: InvitationParts,
  ) {}

  /**
   * Invites a person by mail, or sends the mail of a pending invitation again. Returns the person's id. Throws
   * USER_ALREADY_IN_COMPANY, USER_COMPANY_INVITE_COUNT_MORE_THAN_LIMIT, and OPERATE_TOO_FAST within a minute after the last
   * mail to this person and beyond the daily limits (mails/limits).
   */
  async invite(
    actor: Actor,
    request: RequestInfo,
    invitee: { email: string; name: string; departmentId: string },
  ): Promise<string> {
    const { db } = this.platform;
    const { companyId } = actor;
    // In the company's writing transaction: concurrent invitations of the same person create one account and one
    // membership.
    return this.parts.store.write(companyId, async () => {
      const inviter = await db
        .selectFrom('user_company as m')
        .innerJoin('users as u', 'u.id', 'm.user_id')
        .innerJoin('companies as c', 'c.id', 'm.company_id')
        .select(['m.name', 'u.lang', 'c.name as company'])
        .where('m.company_id', '=', companyId)
        .where('m.user_id', '=', actor.userId)
        .executeTakeFirstOrThrow();
      const { id: userId, lang } = await accountOf(this.platform, {
        email: invitee.email,
        name: invitee.name,
        lang: inviter.lang,
      });
      const member = await db
        .selectFrom('user_company')
        .select('status')
        .where('company_id', '=', companyId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (member?.status === 'active') throw new CallError('USER_ALREADY_IN_COMPANY');
      if (!member) await this.refuseTooMany(companyId);
      if (!member)
        await this.parts.organization.addMember(companyId, { userId, name: invitee.name, status: 'pending' });
      if (invitee.departmentId) await this.parts.departments.addMembers(companyId, [userId], invitee.departmentId);
      const last = await db
        .selectFrom('sent_link')
        .select('created_at')
        .where('kind', '=', 'invitation')
        .where('subject_id', '=', subjectOf(companyId, userId))
        .where('used_at', 'is', null)
        .executeTakeFirst();
      refuseWithinPause(last?.created_at, this.platform.clock.now());
      const path = await this.pathFor(companyId, userId, invitee.email);
      await this.parts.post.send(
        'invitation',
        { email: invitee.email, lang },
        { name: invitee.name, company: inviter.company, inviter: inviter.name },
        path,
        companyId,
      );
      await this.parts.audit.record(
        companyId,
        actor,
        request,
        'member.invited',
        { kind: 'member', id: userId, name: invitee.name },
        { email: [null, invitee.email] },
      );
      return userId;
    });
  }

  /** Creates the key of a mailed invitation link and returns the link's path. Call inside the transaction that requires it. */
  async pathFor(companyId: string, userId: string, email: string): Promise<string> {
    const key = await this.parts.mailTokens.make('invitation', subjectOf(companyId, userId), email);
    return `/verify/invite-user?activeKey=${encodeURIComponent(key)}`;
  }

  async look(activeKey: string): Promise<{ companyName: string; name: string; email: string; hasPassword: boolean }> {
    const found = await this.find((await this.parts.mailTokens.peek('invitation', activeKey)).subjectId);
    return { companyName: found.companyName, name: found.name, email: found.email, hasPassword: found.has_password };
  }

  /**
   * Opening the link proves the mailbox. An account with a password signs in with that, not with the link, and starts
   * in the joined company. Throws the errors of `MailTokens.peek`, and USER_LOGIN_FORBIDDEN.
   */
  async accept(
    activeKey: string,
    chosen: { password?: string | undefined; lang?: string | undefined },
    request: RequestInfo,
  ): Promise<{ companyId: string; email: string; hasPassword: boolean; session: IssuedSession | null }> {
    const { db } = this.platform;
    const hash = chosen.password === undefined ? null : await hashPassword(chosen.password);
    const { companyId } = await this.find((await this.parts.mailTokens.peek('invitation', activeKey)).subjectId);
    // Locks the company's clock before the token, as `invite` does: a concurrent invitation would deadlock otherwise.
    return this.parts.store.write(companyId, async (tx) => {
      const found = await this.find((await this.parts.mailTokens.use('invitation', activeKey)).subjectId);
      if (!found.enabled) throw new CallError('USER_LOGIN_FORBIDDEN');
      const { hadPassword } = await this.parts.proof.record({
        userId: found.userId,
        passwordHash: hash,
        name: found.name,
        ...(chosen.lang === undefined ? {} : { lang: chosen.lang }),
      });
      // An approved application made them a member; they opened the link to set a password.
      if (found.status === 'pending') {
        await this.parts.organization.activateMember(found.companyId, found.userId);
        await this.parts.audit.record(found.companyId, { userId: found.userId }, request, 'member.joined', {
          kind: 'member',
          id: found.userId,
          name: found.name,
        });
        await notifyOfMember(db, tx, found.userId, { id: found.userId, name: found.name });
      }
      await db
        .updateTable('users')
        .set({ default_company_id: found.companyId })
        .where('id', '=', found.userId)
        .execute();
      const session = hadPassword ? null : await this.parts.sessions.open(found.userId, found.companyId, request);
      return { companyId: found.companyId, email: found.email, hasPassword: hadPassword || hash !== null, session };
    });
  }

  /** Throws NO_USER_COMPANY_INVITATION_KEY_CAN_USE if there is no valid link. */
  async currentLink(companyId: string): Promise<{ key: string; path: string; createdAt: number; expiresAt: number }> {
    const found = await this.platform.db
      .selectFrom('invitation_key')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', this.platform.clock.now())
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!found) throw new CallError('NO_USER_COMPANY_INVITATION_KEY_CAN_USE');
    return { key: found.key, path: `/invite/${found.key}`, createdAt: found.created_at, expiresAt: found.expires_at };
  }

  async createLink(actor: Actor, request: RequestInfo) {
    const { db, clock } = this.platform;
    const { companyId } = actor;
    return this.platform.transaction(async () => {
      const now = clock.now();
      const id = newId(now);
      const key = randomBytes(18).toString('base64url');
      await db
        .updateTable('invitation_key')
        .set({ revoked_at: now })
        .where('company_id', '=', companyId)
        .where('revoked_at', 'is', null)
        .execute();
      await db
        .insertInto('invitation_key')
        .values({
          company_id: companyId,
          id,
          key,
          created_by: actor.userId,
          created_at: now,
          expires_at: now + INVITATION_LINK_MS,
          revoked_at: null,
        })
        .execute();
      await this.parts.audit.record(companyId, actor, request, 'invitationLink.created', {
        kind: 'invitationLink',
        id,
        name: '',
      });
      return { key, path: `/invite/${key}`, createdAt: now, expiresAt: now + INVITATION_LINK_MS };
    });
  }

  /**
   * The company of a link. Throws USER_COMPANY_INVITATION_KEY_EXPIRED for an expired link,
   * NO_USER_COMPANY_INVITATION_KEY_CAN_USE for an unknown one.
   */
  async ofLink(
    key: string,
  ): Promise<{ companyId: string; invitationId: string; companyName: string; logo: string; expiresAt: number }> {
    const found = await this.platform.db
      .selectFrom('invitation_key as k')
      .innerJoin('companies as c', 'c.id', 'k.company_id')
      .select(['k.id', 'k.company_id', 'k.expires_at', 'k.revoked_at', 'c.name', 'c.logo_key', 'c.enabled'])
      .where('k.key', '=', key)
      .executeTakeFirst();
    if (!found?.enabled) throw new CallError('NO_USER_COMPANY_INVITATION_KEY_CAN_USE');
    if (found.revoked_at !== null || found.expires_at <= this.platform.clock.now())
      throw new CallError('USER_COMPANY_INVITATION_KEY_EXPIRED');
    return {
      companyId: found.company_id,
      invitationId: found.id,
      companyName: found.name,
      logo: found.logo_key ? `/api/organization/company/${found.company_id}/logo` : '',
      expiresAt: found.expires_at,
    };
  }

  private async refuseTooMany(companyId: string): Promise<void> {
    const { n } = await this.platform.db
      .selectFrom('user_company')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('company_id', '=', companyId)
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    if (Number(n) >= LIMITS.pendingInvitations) throw new CallError('USER_COMPANY_INVITE_COUNT_MORE_THAN_LIMIT');
  }

  private async find(subjectId: string) {
    const [companyId = '', userId = ''] = subjectId.split('/');
    const found = await this.platform.db
      .selectFrom('user_company as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .innerJoin('companies as c', 'c.id', 'm.company_id')
      .select(['m.name', 'm.status', 'u.email', 'u.has_password', 'u.enabled', 'c.name as companyName'])
      .where('m.company_id', '=', companyId)
      .where('m.user_id', '=', userId)
      .executeTakeFirst();
    // removed in between
    if (!found) throw new CallError('EMAIL_ACTIVE_KEY_EXPIRED');
    return { ...found, companyId, userId };
  }
}
