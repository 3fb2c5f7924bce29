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
import { notifyOfApplication } from '../members/notify-administrators';
import type { Actor, Platform } from '../../platform/context';
import { lockUntilCommit } from '../../platform/database/transaction-lock';
import type { MailboxProof } from '../identity/mailbox-proof';
import { hashPassword } from '../identity/passwords';
import type { InvitationService } from '../invitations/service';
import type { MailTokens } from '../mail-tokens/mail-tokens';
import { refuseWithinPause, RESEND_MS } from '../mails/pause';
import type { Post } from '../mails/post';
import type { JoinRequestState } from '../tables';

export interface Application {
  invitationKey: string;
  name?: string | undefined;
  email?: string | undefined;
  memo: string;
  lang: string;
}

export interface ApplicationParts {
  proof: MailboxProof;
  invitations: InvitationService;
  store: SyncStore;
  mailTokens: MailTokens;
  post: Post;
}

interface ApplyResult {
  applyId: string;
  state: JoinRequestState;
  resendAfterSeconds: number;
}

export class JoinApplications {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'transaction' | 'clock'>,
    private readonly parts: ApplicationParts,
  ) {}

  async apply(actor: Actor | null, application: Application): Promise<ApplyResult> {
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

  private async applySignedIn(
    actor: Actor,
    companyId: string,
    invitationId: string,
    application: Application,
  ): Promise<ApplyResult> {
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
  ): Promise<ApplyResult> {
    const missing = (['name', 'email'] as const).filter((field) => !application[field]);
    if (missing.length > 0)
      throw new CallError('PARAMETER_REQUIRED', {
        fieldErrors: Object.fromEntries(missing.map((field) => [field, 'PARAMETER_REQUIRED'])),
      });
    const [name, email] = [application.name!, application.email!];
    return this.platform.transaction(async () => {
      // serialises the requests for one address, so that of concurrent ones one sends a mail
      await lockUntilCommit(this.platform, `joinRequest/${companyId}/${email}`);
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
