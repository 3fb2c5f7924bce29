/**
 * The proof that an address belongs to the person who uses the account: the link of a mail was opened and confirmed.
 *
 *   unproven   made by an invitation, or by an administrator; has no password (the table refuses one), nobody signs in
 *      │ first proof: invitation, activation of a company, application, reset. Credentials set before it are void
 *      ▼
 *   proven     credentials are chosen with a link of a mail or in a session
 *
 * Without this, whoever made an account for a stranger's address, or filled in a form with it, would share the account with its owner.
 */
import type { Platform } from '../../platform/context';
import type { SessionStore } from './session-store';

export interface Proof {
  userId: string;
  /** argon2id in PHC form, of the password chosen with the link; null where none was */
  passwordHash: string | null;
  /** the name by which the person came; it replaces that of an account which nobody has used */
  name?: string;
  /** the language of the page on which they came; as the name, it replaces what whoever invited them has set */
  lang?: string;
  /** when the link was used, in milliseconds since the epoch, where that was earlier */
  at?: number;
}

export class MailboxProof {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction'>,
    private readonly sessions: Pick<SessionStore, 'endAll'>,
  ) {}

  /**
   * Records the proof, in the transaction that uses the link. A password chosen with it becomes the account's where it has none; one that
   * is in use stays. Gives whether the account had a password before.
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

  /** Ends whatever opens the account. */
  private async voidCredentials(userId: string): Promise<void> {
    const { db } = this.platform;
    await db
      .updateTable('users')
      .set({ password_hash: null, password_set_at: null })
      .where('id', '=', userId)
      .execute();
    await this.sessions.endAll(userId, 'password');
    await db.deleteFrom('desktop_code').where('user_id', '=', userId).execute();
    // its codes and tokens go with it
    await db.deleteFrom('oauth_grant').where('user_id', '=', userId).execute();
    await db.deleteFrom('device_recovery').where('user_id', '=', userId).execute();
  }
}
