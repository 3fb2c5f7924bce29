/** Making the account of a person. */
import * as v from 'valibot';
import { newId } from '../../../sync/model/ids';
import type { RecognitionLanguage } from '../../../sync/model/meetings';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import { PersonName } from '../companies/contract';
import { Email } from '../identity/contract';
import { NewPassword } from '../../../sync/model/password';
import { hashPassword } from '../identity/passwords';

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
  return addUser(platform, { email, name, passwordHash: password === undefined ? null : await hashPassword(password), lang: user.lang, actived: true });
}

export interface CheckedUser {
  email: string;
  name: string;
  passwordHash: string | null;
  /** somebody else chose the password: a company that wants new ones wants one of this person, too */
  passwordByOther?: boolean;
  lang: string;
  /** the address was confirmed; without it nobody signs in */
  actived: boolean;
}

/** Adds a person whose fields were checked before. Gives the id. Throws USER_EMAIL_DUPLICATED. */
export async function addUser(platform: Pick<Platform, 'db' | 'clock'>, user: CheckedUser): Promise<string> {
  const now = platform.clock.now();
  const id = newId(now);
  const made = await platform.db.insertInto('users')
    .values({ id, email: user.email, name: user.name, password_hash: user.passwordHash, password_set_at: user.passwordHash !== null && !user.passwordByOther ? now : null, lang: user.lang, actived: user.actived, created_at: now, updated_at: now })
    .onConflict((c) => c.column('email').doNothing()).returning('id').executeTakeFirst();
  if (!made) throw new CallError('USER_EMAIL_DUPLICATED');
  return id;
}
