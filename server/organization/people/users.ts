/** Making the account of a person. */
import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { newId } from '../../../sync/model/ids';
import type { RecognitionLanguage } from '../../../sync/model/meetings';
import { NewPassword } from '../../../sync/model/password';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import { PersonName } from '../companies/contract';
import { Email } from '../identity/contract';
import { hashPassword } from '../identity/passwords';

/** Times that an id can hold (sync/model/ids). */
const ID_TIMES = 35 ** 9;

/** An id with a random time: an invitation answers the account's id, which must not tell whether the account existed before. */
const accountId = (): string => newId(randomInt(ID_TIMES));

export interface NewUser {
  email: string;
  name: string;
  /** without one the person cannot sign in by password yet */
  password?: string;
  lang: v.InferOutput<typeof RecognitionLanguage>;
}

/** Gives the id. Throws PARAM_ERROR with fieldErrors, USER_EMAIL_DUPLICATED. */
export async function createUser(platform: Pick<Platform, 'db' | 'clock'>, user: NewUser): Promise<string> {
  const checked = v.safeParse(v.object({ email: Email, name: PersonName, password: v.optional(NewPassword) }), user);
  if (!checked.success) {
    const fields = Object.fromEntries(checked.issues.map((issue) => [v.getDotPath(issue) ?? '', issue.message]));
    throw new CallError('PARAM_ERROR', { fieldErrors: fields });
  }
  const { email, name, password } = checked.output;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return addUser(platform, { email, name, lang: user.lang, proven: { passwordHash } });
}

export interface CheckedUser {
  email: string;
  name: string;
  lang: string;
  /** the address is the person's (identity/mailbox-proof), who chose this password or none; null: that is still to be shown */
  proven: {
    passwordHash: string | null;
    /** milliseconds since the epoch, where that was earlier */ at?: number;
  } | null;
}

/** Adds a person whose fields were checked before. Gives the id. Throws USER_EMAIL_DUPLICATED. */
export async function addUser(platform: Pick<Platform, 'db' | 'clock'>, user: CheckedUser): Promise<string> {
  const made = await insertUser(platform, user);
  if (!made) throw new CallError('USER_EMAIL_DUPLICATED');
  return made.id;
}

/**
 * The account of an address; an unproven one is made where there is none, by the same statements, so that the time does not tell.
 * The language is that of its person; of an account that nobody has used it is the one asked for, not that of who made it.
 */
export async function accountOf(
  platform: Pick<Platform, 'db' | 'clock'>,
  user: Omit<CheckedUser, 'proven'>,
): Promise<{ id: string; lang: string }> {
  await insertUser(platform, { ...user, proven: null });
  const {
    id,
    lang,
    mailbox_proven_at: proven,
  } = await platform.db
    .selectFrom('users')
    .select(['id', 'lang', 'mailbox_proven_at'])
    .where('email', '=', user.email)
    .executeTakeFirstOrThrow();
  return { id, lang: proven === null ? user.lang : lang };
}

async function insertUser(
  platform: Pick<Platform, 'db' | 'clock'>,
  { email, name, lang, proven }: CheckedUser,
): Promise<{ id: string } | undefined> {
  const now = platform.clock.now();
  const at = proven ? (proven.at ?? now) : null;
  const passwordHash = proven?.passwordHash ?? null;
  return platform.db
    .insertInto('users')
    .values({
      id: accountId(),
      email,
      name,
      password_hash: passwordHash,
      password_set_at: passwordHash === null ? null : at,
      lang,
      mailbox_proven_at: at,
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
}
