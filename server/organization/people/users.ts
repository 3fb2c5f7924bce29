/** Creates accounts. */
import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { newId } from '../../../sync/model/ids';
import type { RecognitionLanguage } from '../../../sync/model/kinds/meetings';
import { NewPassword } from '../../../sync/model/password';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import { PersonName } from '../companies/contract';
import { Email } from '../identity/contract';
import { hashPassword } from '../identity/passwords';

/** Range of times that an id can encode (sync/model/ids). */
const ID_TIMES = 35 ** 9;

/**
 * An id with a random time: the answer of an invitation contains the account's id, which must not reveal whether the
 * account existed before.
 */
const accountId = (): string => newId(randomInt(ID_TIMES));

export interface NewUser {
  email: string;
  name: string;
  /** if absent, the person cannot sign in by password yet */
  password?: string;
  lang: v.InferOutput<typeof RecognitionLanguage>;
}

/** Returns the id. Throws PARAM_ERROR with fieldErrors, USER_EMAIL_DUPLICATED. */
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
  /**
   * the mailbox is proven (identity/mailbox-proof), with the password that the person chose, or none; null: not proven
   * yet
   */
  proven: {
    passwordHash: string | null;
    /** milliseconds since the epoch, if it was earlier */ at?: number;
  } | null;
}

/** Inserts a person with validated fields. Returns the id. Throws USER_EMAIL_DUPLICATED. */
export async function addUser(platform: Pick<Platform, 'db' | 'clock'>, user: CheckedUser): Promise<string> {
  const inserted = await insertUser(platform, user);
  if (!inserted) throw new CallError('USER_EMAIL_DUPLICATED');
  return inserted.id;
}

/**
 * The account of an address; creates an unproven one if there is none, with the same statements, so that the time
 * reveals nothing. Returns the language of the person, or for an unused account the requested one, not its creator's.
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
