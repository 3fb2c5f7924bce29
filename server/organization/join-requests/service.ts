/**
 * Applications to join.
 *
 *   apply ─┬ no session ─► verifying ── link by mail ──► waiting ─► approved: account if there is none, membership, department
 *          └ signed in ──────────────────────────────► waiting ─► refused
 *
 * The applicant may not own the mailbox, so the password is set through the mailed link: immediately for an existing
 * account without one, at approval for a new account. An existing password stays.
 */
import { newId } from '../../../sync/model/ids';
import { CallError } from '../../../sync/protocol/errors';
import type { SyncStore } from '../../sync/store';
import { notifyOfApplication, notifyOfMember } from '../members/notify-administrators';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import type { AuditTrail } from '../audit/audit';
import type { OrganizationService } from '../companies/organization';
import type { Departments } from '../departments/departments';
import type { MailboxProof } from '../identity/mailbox-proof';
import { hashPassword } from '../identity/passwords';
import type { InvitationService } from '../invitations/service';
import type { MailTokens } from '../mail-tokens/mail-tokens';
import { refuseWithinPause, RESEND_MS } from '../mails/pause';
import type { Post } from '../mails/post';
import { addUser } from '../people/users';
import type { JoinRequestState } from '../tables';
import type { JoinRequest } from './contract';

export interface Application {
  invitationKey: string;
  name?: string | undefined;
  email?: string | undefined;
  memo: string;
  lang: string;
}

export interface JoinRequestParts {
  organization: OrganizationService;
  proof: MailboxProof;
  departments: Departments;
  invitations: InvitationService;
  store: SyncStore;
  mailTokens: MailTokens;
  post: Post;
  audit: AuditTrail;
}

interface Outcome {
  applyId: string;
  state: JoinRequestState;
  resendAfterSeconds: number;
}

export class JoinRequestService {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'transaction' | 'clock'>,
    private readonly parts: JoinRequestParts,
  ) {}

  async apply(actor: Actor | null, application: Application): Promise<Outcome> {
    const { companyId, invitationId, companyName } = await this.parts.invitations.ofLink(application.invitationKey);
    return actor
      ? this.applySignedIn(actor, companyId, invitationId, application)
      : this.applyNew(companyId, invitationId, companyName, application);
  }

  /** Confirms the address: the holder of the key owns the mailbox and sets a password if there is none. */
  async verify(
    applyId: string,
    sign: string,
    password: string | undefined,
  ): Promise<{ state: JoinRequestState; companyName: string }> {
    const { db, clock } = this.platform;
    const passwordHash = password === undefined ? null : await hashPassword(password);
    return this.platform.transaction(async () => {
      const found = await this.ofKey(applyId, sign);
      if (found.state !== 'verifying') throw new CallError('USER_COMPANY_APPLY_EMAIL_ALREADY_VERIFIED');
      await this.parts.mailTokens.use('apply', sign);
      if (await this.isMember(found.company_id, found.email)) throw new CallError('USER_COMPANY_EXIST_CAN_NOT_APPLY');
      const user = await db.selectFrom('users').select('id').where('email', '=', found.email).executeTakeFirst();
      if (user) await this.parts.proof.record({ userId: user.id, passwordHash, name: found.name, lang: found.lang });
      await db
        .updateTable('join_request')
        .set({
          state: 'waiting',
          verified_at: clock.now(),
          user_id: user?.id ?? null,
          password_hash: user ? null : passwordHash,
        })
        .where('id', '=', applyId)
        .execute();
      await this.notifyAdministrators(found.company_id, applyId, found.name);
      return { state: 'waiting', companyName: found.companyName };
    });
  }

  /** `hasPassword`: the address has an account with a password. */
  async state(
    applyId: string,
    sign: string,
  ): Promise<{ state: JoinRequestState; companyName: string; email: string; hasPassword: boolean }> {
    const { state, companyName, email } = await this.ofKey(applyId, sign);
    const user = await this.platform.db
      .selectFrom('users')
      .select('has_password')
      .where('email', '=', email)
      .executeTakeFirst();
    return { state, companyName, email, hasPassword: user?.has_password ?? false };
  }

  /** An unknown id gets the same answer as a known one. */
  async resend(applyId: string): Promise<{ resendAfterSeconds: number }> {
    const { db, clock } = this.platform;
    await this.platform.transaction(async () => {
      const now = clock.now();
      const found = await db
        .selectFrom('join_request as r')
        .innerJoin('companies as c', 'c.id', 'r.company_id')
        .select([
          'r.id',
          'r.company_id',
          'r.state',
          'r.sent_at',
          'r.email',
          'r.name',
          'r.lang',
          'c.name as companyName',
        ])
        .where('r.id', '=', applyId)
        .executeTakeFirst();
      if (!found) return;
      if (found.state !== 'verifying') throw new CallError('USER_COMPANY_APPLY_EMAIL_ALREADY_VERIFIED');
      refuseWithinPause(found.sent_at, now);
      await db.updateTable('join_request').set({ sent_at: now }).where('id', '=', applyId).execute();
      await this.sendKey(found, found.company_id, found.companyName);
    });
    return { resendAfterSeconds: RESEND_MS / 1000 };
  }

  async list(
    companyId: string,
    page: { currentPage: number; pageSize: number },
  ): Promise<{ total: number; requests: JoinRequest[] }> {
    const waitingRequests = this.platform.db
      .selectFrom('join_request')
      .where('company_id', '=', companyId)
      .where('state', '=', 'waiting');
    const { n } = await waitingRequests.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
    const rows = await waitingRequests
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .limit(page.pageSize)
      .offset((page.currentPage - 1) * page.pageSize)
      .execute();
    return { total: Number(n), requests: rows.map((row) => toJoinRequest(row, '')) };
  }

  /** Throws NO_DATA for another company's application as for a missing one. */
  async get(companyId: string, applyId: string): Promise<JoinRequest> {
    const { db } = this.platform;
    const row = await db
      .selectFrom('join_request')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', applyId)
      .executeTakeFirst();
    if (!row) throw new CallError('NO_DATA');
    const department = row.department_id
      ? await db
          .selectFrom('departments')
          .select('name')
          .where('company_id', '=', companyId)
          .where('id', '=', row.department_id)
          .executeTakeFirst()
      : undefined;
    return toJoinRequest(row, department?.name ?? '');
  }

  async review(
    actor: Actor,
    request: RequestInfo,
    decision: { applyId: string; departmentId: string; pass: boolean },
  ): Promise<JoinRequestState> {
    const { db, clock } = this.platform;
    const { companyId } = actor;
    // The company's writing transaction serialises reviews: the second of two administrators finds the application
    // finished.
    return this.parts.store.write(companyId, async (tx) => {
      const row = await db
        .selectFrom('join_request')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('id', '=', decision.applyId)
        .executeTakeFirst();
      if (!row) throw new CallError('NO_DATA');
      if (row.state === 'verifying') throw new CallError('USER_COMPANY_APPLY_STATUS_ERROR');
      if (row.state !== 'waiting') throw new CallError('USER_COMPANY_APPLY_FINISHED');
      const { name: company } = await db
        .selectFrom('companies')
        .select('name')
        .where('id', '=', companyId)
        .executeTakeFirstOrThrow();
      const state = decision.pass ? 'approved' : 'refused';
      const { path, userId } = decision.pass
        ? await this.admit(companyId, row, decision.departmentId)
        : { path: '', userId: '' };
      if (userId) await notifyOfMember(db, tx, actor.userId, { id: userId, name: row.name });
      await db
        .updateTable('join_request')
        .set({
          state,
          reviewed_by: actor.userId,
          reviewed_at: clock.now(),
          department_id: decision.pass ? decision.departmentId : null,
          password_hash: null,
        })
        .where('company_id', '=', companyId)
        .where('id', '=', row.id)
        .execute();
      await this.parts.post.send(
        decision.pass ? 'joinApproved' : 'joinRefused',
        row,
        { name: row.name, company },
        path,
        companyId,
      );
      await this.parts.audit.record(
        companyId,
        actor,
        request,
        decision.pass ? 'joinRequest.approved' : 'joinRequest.refused',
        { kind: 'joinRequest', id: row.id, name: row.name },
        { email: [null, row.email] },
      );
      return state;
    });
  }

  /** Returns the new member, and the path at which they sign in. */
  private async admit(
    companyId: string,
    row: {
      user_id: string | null;
      email: string;
      name: string;
      lang: string;
      password_hash: string | null;
      verified_at: number | null;
    },
    departmentId: string,
  ): Promise<{ userId: string; path: string }> {
    const { db } = this.platform;
    const proof = { passwordHash: row.password_hash, ...(row.verified_at === null ? {} : { at: row.verified_at }) };
    const known =
      row.user_id ?? (await db.selectFrom('users').select('id').where('email', '=', row.email).executeTakeFirst())?.id;
    // The account was created in between by an invitation; the application's link has proven the mailbox.
    if (known) await this.parts.proof.record({ userId: known, name: row.name, lang: row.lang, ...proof });
    const userId =
      known ?? (await addUser(this.platform, { email: row.email, name: row.name, lang: row.lang, proven: proof }));
    const member = await db
      .selectFrom('user_company')
      .select('status')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!member) await this.parts.organization.addMember(companyId, { userId, name: row.name });
    else if (member.status === 'pending') await this.parts.organization.activateMember(companyId, userId);
    await this.parts.departments.addMembers(companyId, [userId], departmentId);
    const { has_password } = await db
      .selectFrom('users')
      .select('has_password')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const path = has_password ? '/search' : await this.parts.invitations.pathFor(companyId, userId, row.email);
    return { userId, path };
  }

  private async applySignedIn(
    actor: Actor,
    companyId: string,
    invitationId: string,
    application: Application,
  ): Promise<Outcome> {
    const { db } = this.platform;
    return this.platform.transaction(async () => {
      const user = await db
        .selectFrom('users')
        .select(['id', 'email', 'name', 'lang'])
        .where('id', '=', actor.userId)
        .executeTakeFirstOrThrow();
      if (await this.isMember(companyId, user.email)) throw new CallError('USER_COMPANY_EXIST_CAN_NOT_APPLY');
      const open = await this.open(companyId, user.email);
      if (open?.state === 'waiting') throw new CallError('USER_COMPANY_APPLY_STATUS_WAITING_FOR_REVIEW');
      if (open) await db.deleteFrom('join_request').where('id', '=', open.id).execute();
      const id = await this.add({
        companyId,
        invitationId,
        userId: user.id,
        name: user.name,
        email: user.email,
        memo: application.memo,
        lang: user.lang,
        state: 'waiting',
      });
      await this.notifyAdministrators(companyId, id, user.name);
      return { applyId: id, state: 'waiting', resendAfterSeconds: 0 };
    });
  }

  private async applyNew(
    companyId: string,
    invitationId: string,
    companyName: string,
    application: Application,
  ): Promise<Outcome> {
    const missing = (['name', 'email'] as const).filter((field) => !application[field]);
    if (missing.length > 0)
      throw new CallError('PARAMETER_REQUIRED', {
        fieldErrors: Object.fromEntries(missing.map((field) => [field, 'PARAMETER_REQUIRED'])),
      });
    const [name, email] = [application.name!, application.email!];
    return this.platform.transaction(async () => {
      const open = await this.open(companyId, email);
      if (open?.state === 'waiting') throw new CallError('USER_COMPANY_APPLY_EXIST');
      if (open) {
        // Unconfirmed: the mailbox's owner may start again, or a stranger may have entered this address.
        refuseWithinPause(open.sent_at, this.platform.clock.now());
        await this.platform.db.deleteFrom('join_request').where('id', '=', open.id).execute();
      }
      const id = await this.add({
        companyId,
        invitationId,
        userId: null,
        name,
        email,
        memo: application.memo,
        lang: application.lang,
        state: 'verifying',
      });
      await this.sendKey({ id, email, name, lang: application.lang }, companyId, companyName);
      return { applyId: id, state: 'verifying', resendAfterSeconds: RESEND_MS / 1000 };
    });
  }

  private async add(request: {
    companyId: string;
    invitationId: string;
    userId: string | null;
    name: string;
    email: string;
    memo: string;
    lang: string;
    state: JoinRequestState;
  }): Promise<string> {
    const now = this.platform.clock.now();
    const id = newId(now);
    const inserted = await this.platform.db
      .insertInto('join_request')
      .values({
        company_id: request.companyId,
        id,
        invitation_id: request.invitationId,
        user_id: request.userId,
        name: request.name,
        email: request.email,
        password_hash: null,
        memo: request.memo,
        lang: request.lang,
        state: request.state,
        sent_at: now,
        created_at: now,
        verified_at: request.state === 'waiting' ? now : null,
        reviewed_by: null,
        reviewed_at: null,
        department_id: null,
      })
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst();
    // The form was submitted twice concurrently.
    if (!inserted) throw new CallError('USER_COMPANY_APPLY_EXIST');
    return id;
  }

  private open(companyId: string, email: string) {
    return this.platform.db
      .selectFrom('join_request')
      .select(['id', 'state', 'sent_at'])
      .where('company_id', '=', companyId)
      .where('email', '=', email)
      .where('state', 'in', ['verifying', 'waiting'])
      .executeTakeFirst();
  }

  private async isMember(companyId: string, email: string): Promise<boolean> {
    const found = await this.platform.db
      .selectFrom('user_company as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('m.status')
      .where('m.company_id', '=', companyId)
      .where('u.email', '=', email)
      .executeTakeFirst();
    return found?.status === 'active';
  }

  /** The application of a key, used or not. Throws USER_COMPANY_APPLY_VERIFY_FAILED for an invalid key. */
  private async ofKey(applyId: string, sign: string) {
    const subject = await this.parts.mailTokens.subjectOf('apply', sign);
    const found =
      subject === applyId
        ? await this.platform.db
            .selectFrom('join_request as r')
            .innerJoin('companies as c', 'c.id', 'r.company_id')
            .selectAll('r')
            .select('c.name as companyName')
            .where('r.id', '=', applyId)
            .executeTakeFirst()
        : undefined;
    if (!found) throw new CallError('USER_COMPANY_APPLY_VERIFY_FAILED');
    return found;
  }

  private async sendKey(
    request: { id: string; email: string; name: string; lang: string },
    companyId: string,
    company: string,
  ): Promise<void> {
    const key = await this.parts.mailTokens.make('apply', request.id, request.email);
    await this.parts.post.send(
      'verifyApplication',
      request,
      { name: request.name, company },
      `/user/company/applyVerify?applyId=${request.id}&sign=${encodeURIComponent(key)}`,
      companyId,
    );
  }

  private async notifyAdministrators(companyId: string, applyId: string, applicant: string): Promise<void> {
    const { db } = this.platform;
    const { name: company } = await db
      .selectFrom('companies')
      .select('name')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    const admins = await db
      .selectFrom('user_company as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['u.email', 'u.lang', 'm.name'])
      .where('m.company_id', '=', companyId)
      .where('m.role', 'in', ['owner', 'admin'])
      .where('m.status', '=', 'active')
      .where('m.enabled', '=', true)
      .orderBy('u.email')
      .execute();
    for (const admin of admins)
      await this.parts.post.send(
        'joinRequestWaiting',
        admin,
        { name: admin.name, company, applicant },
        `/admin/employees?tab=requests&request=${applyId}`,
        companyId,
      );
    await this.parts.store.write(companyId, (tx) => notifyOfApplication(db, tx, { id: applyId, name: applicant }));
  }
}

const toJoinRequest = (
  row: {
    id: string;
    name: string;
    email: string;
    memo: string;
    lang: string;
    state: JoinRequestState;
    created_at: number;
  },
  departmentName: string,
): JoinRequest => ({
  applyId: row.id,
  name: row.name,
  email: row.email,
  memo: row.memo,
  lang: row.lang,
  state: row.state,
  createdAt: row.created_at,
  departmentName,
});
