/**
 * Validation of a new password, by the server's rules (specification: organization 5). Messages are keys of
 * `account:messages` and `auth`.
 */
import * as v from 'valibot';
import { NewPassword } from '../../../sync/model/password';

export interface PasswordFields {
  current: string;
  next: string;
  confirm: string;
}
export type PasswordErrors = Partial<Record<keyof PasswordFields, string>>;

/** @param isFirst there is no current password */
export function passwordErrors({ current, next, confirm }: PasswordFields, isFirst: boolean): PasswordErrors {
  const checked = v.safeParse(NewPassword, next);
  const wrong = checked.success ? (!isFirst && next === current ? 'passwordSame' : '') : checked.issues[0].message;
  return {
    ...(!isFirst && current === '' ? { current: 'passwordRequired' } : {}),
    ...(wrong ? { next: wrong } : {}),
    ...(confirm === '' ? { confirm: 'confirmRequired' } : confirm !== next ? { confirm: 'newConfirmMismatch' } : {}),
  };
}
