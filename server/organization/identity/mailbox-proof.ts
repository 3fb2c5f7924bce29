/**
 * Proof that a mailbox belongs to the person who uses the account: a link in a mail was opened and confirmed.
 *
 *   unproven   created by an invitation or an administrator; has no password (a table constraint), cannot sign in
 *      │ first proof: invitation, activation of a company, application, reset. Earlier credentials become void
 *      ▼
 *   proven     credentials are set through a mailed link or in a session
 *
 * Without it, a person who created an account for a stranger's address would share the account with its owner.
 */
import type { Platform } from '../../platform/context';
import type { SessionStore } from './session-store';

export interface Proof {
  userId: string;
  /** argon2id in PHC form, of the password set through the link; null if none was set */
  passwordHash: string | null;
  /** the name that the person entered; it replaces that of an unused account */
  name?: string;
  /** the language of the person's page; like the name, it replaces the inviter's choice */
  lang?: string;
  /** time of the link's use, in milliseconds since the epoch, if it was earlier */
  at?: number;
}

export class MailboxProof {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction'>,
    private readonly sessions: Pick<SessionStore, 'endAll'>,
  ) {}

  /**
   * Records the proof, inside the transaction that uses the link. A password set through it becomes the account's if it
   * has none; an existing one stays. Returns whether the account had a password before.
   */
  async record({ userId, passwordHash, name, lang, at }: Proof): Promise<{ hadPassword: boolean }> {
    const { db, clock } = this.platform;
    const now = clock.now();
    return this.platform.transaction(async () => {
      const user = await db
        .selectFrom('users')
        .select(['password_hash', 'mailbox_proven_at'])
        .where('id', '=', userId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const isFirst = user.mailbox_proven_at === null;
      const hadPassword = !isFirst && user.password_hash !== null;
      if (isFirst) await this.voidCredentials(userId);
      const password =
        hadPassword || passwordHash === null ? {} : { password_hash: passwordHash, password_set_at: at ?? now };
      const account = isFirst
        ? {
            mailbox_proven_at: at ?? now,
            ...(name === undefined ? {} : { name }),
            ...(lang === undefined ? {} : { lang }),
          }
        : {};
      await db
        .updateTable('users')
        .set({ ...account, ...password, updated_at: now })
        .where('id', '=', userId)
        .execute();
      return { hadPassword };
    });
  }

  /** Deletes everything that gives access to the account. */
  private async voidCredentials(userId: string): Promise<void> {
    const { db } = this.platform;
    await db
      .updateTable('users')
      .set({ password_hash: null, password_set_at: null })
      .where('id', '=', userId)
      .execute();
    await this.sessions.endAll(userId, 'password');
    await db.deleteFrom('desktop_code').where('user_id', '=', userId).execute();
    // cascades to its codes and tokens
    await db.deleteFrom('oauth_grant').where('user_id', '=', userId).execute();
    await db.deleteFrom('device_recovery').where('user_id', '=', userId).execute();
  }
}
