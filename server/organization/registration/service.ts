/**
 * Registration of a company.
 *
 *   create ─► mail with a link ─► activate: account, company, ownership in one transaction; the owner sets the password there
 *      └ the address has an account: a mail states that; the answer is the same, so it does not reveal whether an account exists
 *
 * An account with an unproven mailbox (identity/mailbox-proof) counts as absent: another person created it.
 */
import { newId } from '../../../sync/model/ids';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform, RequestInfo } from '../../platform/context';
import { lockUntilCommit } from '../../platform/database/transaction-lock';
import type { OrganizationService } from '../companies/organization';
import type { MailboxProof } from '../identity/mailbox-proof';
import { hashPassword } from '../identity/passwords';
import type { IssuedSession, SessionStore } from '../identity/session-store';
import type { MailTokens } from '../mail-tokens/mail-tokens';
import { refuseWithinPause, RESEND_MS } from '../mails/pause';
import type { Post } from '../mails/post';
import { addUser } from '../people/users';

export interface Registration {
  companyName: string;
  userName: string;
  email: string;
  jobRoleId: string;
  lang: string;
}

/** Registrations, activated or not, are deleted after this time. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export class RegistrationService {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'transaction' | 'clock'>,
    private readonly parts: {
      organization: OrganizationService;
      sessions: SessionStore;
      proof: MailboxProof;
      mailTokens: MailTokens;
      post: Post;
    },
  ) {}

  /** Throws OPERATE_TOO_FAST for too frequent requests of an address. */
  async create(registration: Registration): Promise<{ applyId: string; resendAfterSeconds: number }> {
    const { db, clock } = this.platform;
    return this.platform.transaction(async () => {
      // serialises the requests for one address, so that of concurrent ones one sends a mail
      await lockUntilCommit(this.platform, `registration/${registration.email}`);
      const now = clock.now();
      const last = await db
        .selectFrom('company_application')
        .select('sent_at')
        .where('email', '=', registration.email)
        .orderBy('sent_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      refuseWithinPause(last?.sent_at, now);
      const id = newId(now);
      await db
        .insertInto('company_application')
        .values({
          id,
          company_name: registration.companyName,
          user_name: registration.userName,
          email: registration.email,
          job_role_id: registration.jobRoleId,
          lang: registration.lang,
          company_id: null,
          sent_at: now,
          created_at: now,
        })
        .execute();
      await this.write(id, registration.email);
      return { applyId: id, resendAfterSeconds: RESEND_MS / 1000 };
    });
  }

  /** An unknown id gets the same answer. Throws OPERATE_TOO_FAST within the minute. */
  async resend(applyId: string): Promise<{ resendAfterSeconds: number }> {
    const { db, clock } = this.platform;
    await this.platform.transaction(async () => {
      const now = clock.now();
      const found = await db
        .selectFrom('company_application')
        .select(['email', 'sent_at'])
        .where('id', '=', applyId)
        .where('state', '=', 'waiting')
        .forUpdate()
        .executeTakeFirst();
      if (!found) return;
      refuseWithinPause(found.sent_at, now);
      await db.updateTable('company_application').set({ sent_at: now }).where('id', '=', applyId).execute();
      await this.write(applyId, found.email);
    });
    return { resendAfterSeconds: RESEND_MS / 1000 };
  }

  async look(activeKey: string): Promise<{ companyName: string; email: string }> {
    const { subjectId } = await this.parts.mailTokens.peek('company', activeKey);
    const found = await this.platform.db
      .selectFrom('company_application')
      .select(['company_name', 'email'])
      .where('id', '=', subjectId)
      .executeTakeFirst();
    if (!found) throw new CallError('EMAIL_ACTIVE_KEY_EXPIRED');
    return { companyName: found.company_name, email: found.email };
  }

  /**
   * Opening the link proves the mailbox: the account gets the password set here, and the person is signed in. Throws
   * the errors of the link, and USER_EMAIL_DUPLICATED if the address got an account in between.
   */
  async activate(
    activeKey: string,
    password: string | undefined,
    request: RequestInfo,
  ): Promise<{ companyId: string; email: string; session: IssuedSession }> {
    const { db } = this.platform;
    const passwordHash = password === undefined ? null : await hashPassword(password);
    return this.platform.transaction(async () => {
      const { subjectId } = await this.parts.mailTokens.use('company', activeKey);
      const registration = await db
        .selectFrom('company_application')
        .selectAll()
        .where('id', '=', subjectId)
        .where('state', '=', 'waiting')
        .forUpdate()
        .executeTakeFirst();
      if (!registration) throw new CallError('EMAIL_ACTIVE_KEY_EXPIRED');
      const ownerId = await this.ownerOf(registration, passwordHash);
      const companyId = await this.parts.organization.createCompany({
        name: registration.company_name,
        ownerId,
        ownerName: registration.user_name,
      });
      await db
        .updateTable('user_company')
        .set({ job_role_id: registration.job_role_id })
        .where('company_id', '=', companyId)
        .where('user_id', '=', ownerId)
        .execute();
      await db
        .updateTable('company_application')
        .set({ state: 'done', company_id: companyId })
        .where('id', '=', registration.id)
        .execute();
      return {
        companyId,
        email: registration.email,
        session: await this.parts.sessions.open(ownerId, companyId, request),
      };
    });
  }

  async cleanUp(): Promise<void> {
    await this.platform.db
      .deleteFrom('company_application')
      .where('created_at', '<', this.platform.clock.now() - KEPT_MS)
      .execute();
  }

  private async ownerOf(
    registration: { email: string; user_name: string; lang: string },
    passwordHash: string | null,
  ): Promise<string> {
    const invited = await this.platform.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', registration.email)
      .where('mailbox_proven_at', 'is', null)
      .where('enabled', '=', true)
      .executeTakeFirst();
    if (!invited)
      return addUser(this.platform, {
        email: registration.email,
        name: registration.user_name,
        lang: registration.lang,
        proven: { passwordHash },
      });
    await this.parts.proof.record({
      userId: invited.id,
      passwordHash,
      name: registration.user_name,
      lang: registration.lang,
    });
    return invited.id;
  }

  private async write(applyId: string, email: string): Promise<void> {
    const { db } = this.platform;
    const user = await db
      .selectFrom('users')
      .select(['email', 'lang', 'name'])
      .where('email', '=', email)
      .where('mailbox_proven_at', 'is not', null)
      .executeTakeFirst();
    const registration = await db
      .selectFrom('company_application')
      .select(['user_name', 'company_name', 'lang'])
      .where('id', '=', applyId)
      .executeTakeFirstOrThrow();
    // Also created if the address has an account, so that the answer takes the same time.
    const key = await this.parts.mailTokens.make('company', applyId, email);
    if (user) {
      await this.parts.post.send('accountExists', user, { name: user.name }, '/auth/login');
      return;
    }
    await this.parts.post.send(
      'activateCompany',
      { email, lang: registration.lang },
      { name: registration.user_name, company: registration.company_name },
      `/verify/create-company?activeKey=${encodeURIComponent(key)}`,
    );
  }
}
