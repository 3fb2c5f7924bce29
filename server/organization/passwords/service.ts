/** Changes a password, sets the first one, and resets one through a mailed link. */
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import { lockUntilCommit } from '../../platform/database/transaction-lock';
import { job, type FeatureJob } from '../../shared/feature';
import type { SessionAuthenticator } from '../identity/authenticator';
import type { Lockout } from '../identity/lockout';
import type { MailboxProof } from '../identity/mailbox-proof';
import { hashPassword, verifyPassword } from '../identity/passwords';
import type { SessionStore } from '../identity/session-store';
import type { MailTokens } from '../mail-tokens/mail-tokens';
import { RESEND_MS } from '../mails/pause';
import type { Post } from '../mails/post';

const RESET_JOB = 'password-reset';

export class PasswordService {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'transaction' | 'clock' | 'jobs'>,
    private readonly parts: {
      sessions: SessionStore;
      mailTokens: MailTokens;
      post: Post;
      lockout: Lockout;
      proof: MailboxProof;
      authenticator: Pick<SessionAuthenticator, 'forget'>;
    },
  ) {}

  job(): FeatureJob {
    return job<{ email: string }>({ name: RESET_JOB, handle: ({ email }) => this.sendReset(email) });
  }

  /** Throws PARAM_ERROR (oldPassword: passwordWrong), USER_PASSWORD_BLOCKED. */
  async change(actor: Actor, input: { oldPassword: string; newPassword: string }, request: RequestInfo): Promise<void> {
    const user = await this.platform.db
      .selectFrom('users')
      .select(['id', 'email', 'name', 'lang', 'password_hash'])
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    await this.parts.lockout.attempt(user.email, request.ip, () => Promise.resolve(true));
    if (!(await verifyPassword(user.password_hash, input.oldPassword)))
      throw new CallError('PARAM_ERROR', { fieldErrors: { oldPassword: 'passwordWrong' } });
    await this.parts.lockout.succeeded(user.email, request.ip);
    await this.set(user, await hashPassword(input.newPassword), actor.sessionId, user.password_hash);
    this.parts.authenticator.forget(actor.sessionId);
  }

  /** Throws PERMISSION_DENIED for an account with a password, which is changed or reset by mail instead. */
  async initialize(actor: Actor, password: string): Promise<void> {
    const hash = await hashPassword(password);
    const set = await this.platform.db
      .updateTable('users')
      .set({ password_hash: hash, password_set_at: this.platform.clock.now(), updated_at: this.platform.clock.now() })
      .where('id', '=', actor.userId)
      .where('password_hash', 'is', null)
      .executeTakeFirst();
    if (set.numUpdatedRows === 0n) throw new CallError('PERMISSION_DENIED');
    this.parts.authenticator.forget(actor.sessionId);
  }

  /**
   * The answer and its time are independent of whether the account exists: a job prepares the mail after the answer.
   */
  async applyReset(email: string): Promise<void> {
    await this.platform.jobs.enqueue(RESET_JOB, { email });
  }

  /** Sends a link if the address has an enabled account, within the mail limits. An unproven account is proven by it. */
  private async sendReset(email: string): Promise<void> {
    const { db, clock } = this.platform;
    await this.platform
      .transaction(async () => {
        const user = await db
          .selectFrom('users')
          .select(['id', 'email', 'name', 'lang', 'enabled'])
          .where('email', '=', email)
          .executeTakeFirst();
        if (!user?.enabled) return;
        // serialises the requests for one person, so that of concurrent ones one sends a mail
        await lockUntilCommit(this.platform, `passwordReset/${user.id}`);
        const sent = await db
          .selectFrom('sent_link')
          .select('created_at')
          .where('kind', '=', 'password')
          .where('subject_id', '=', user.id)
          .where('used_at', 'is', null)
          .executeTakeFirst();
        if (sent && sent.created_at > clock.now() - RESEND_MS) return;
        const key = await this.parts.mailTokens.make('password', user.id, user.email);
        await this.parts.post.send(
          'resetPassword',
          user,
          { name: user.name },
          `/verify/retrieve-password?activeKey=${encodeURIComponent(key)}`,
        );
      })
      .catch((error: unknown) => {
        if (!(error instanceof CallError && error.code === 'OPERATE_TOO_FAST')) throw error;
      });
  }

  /** Sets a password through a mailed link, which also proves the mailbox. */
  async reset(activeKey: string, password: string): Promise<{ email: string }> {
    const hash = await hashPassword(password);
    return this.platform.transaction(async () => {
      const { subjectId } = await ofPassword(this.parts.mailTokens.use('password', activeKey));
      const user = await this.platform.db
        .selectFrom('users')
        .select(['id', 'email', 'name', 'lang', 'enabled'])
        .where('id', '=', subjectId)
        .executeTakeFirst();
      if (!user?.enabled) throw new CallError('USER_PASSWORD_RESET_ACTIVE_KEY_MISMATCH');
      await this.parts.proof.record({ userId: user.id, passwordHash: null });
      await this.set(user, hash, null);
      return { email: user.email };
    });
  }

  async lookAtReset(activeKey: string): Promise<{ email: string }> {
    return { email: (await ofPassword(this.parts.mailTokens.peek('password', activeKey))).email };
  }

  /**
   * @param currentSession the session that stays open; null: none
   * @param before the hash that the old password matched: if another one was set since, it stays, with PARAM_ERROR
   * (oldPassword: passwordWrong)
   */
  private async set(
    user: { id: string; email: string; name: string; lang: string },
    hash: string,
    currentSession: string | null,
    before?: string | null,
  ): Promise<void> {
    await this.platform.transaction(async () => {
      const { numUpdatedRows } = await this.platform.db
        .updateTable('users')
        .set({ password_hash: hash, password_set_at: this.platform.clock.now(), updated_at: this.platform.clock.now() })
        .where('id', '=', user.id)
        .$if(before !== undefined, (q) => q.where('password_hash', '=', before!))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new CallError('PARAM_ERROR', { fieldErrors: { oldPassword: 'passwordWrong' } });
      await this.parts.sessions.endAll(user.id, 'password', { except: currentSession });
      await this.platform.db
        .deleteFrom('sent_link')
        .where('kind', '=', 'password')
        .where('subject_id', '=', user.id)
        .where('used_at', 'is', null)
        .execute();
      await this.parts.post.send('passwordChanged', user, { name: user.name }, '/auth/login');
    });
  }
}

/** Maps errors of mail tokens: the specification has its own code for a wrong key of this kind. */
async function ofPassword<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CallError && error.code === 'EMAIL_ACTIVE_KEY_MISMATCHED')
      throw new CallError('USER_PASSWORD_RESET_ACTIVE_KEY_MISMATCH');
    throw error;
  }
}
