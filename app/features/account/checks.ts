/** Validation of the forms before the sign-in, by the server's schemas; loaded after the forms. */
import * as v from 'valibot';
import { errorsOf } from '~/features/auth/form-check';
import { Email } from '../../../server/organization/identity/contract';
import { OldPassword } from '../../../server/organization/passwords/contract';
import { Memo } from '../../../server/organization/join-requests/contract';
import { CompanyName, JobRole, YourName } from '../../../server/organization/registration/contract';
import { NewPassword } from '../../../sync/model/password';

const Confirm = v.pipe(v.string('confirmRequired'), v.minLength(1, 'confirmRequired'));

const check =
  (schema: v.GenericSchema) =>
  (form: FormData): Record<string, string> =>
    errorsOf(schema, form);

export const checkEmail = check(v.object({ email: Email }));
export const checkOrganization = check(
  v.object({ companyName: CompanyName, jobRoleId: v.pipe(v.string('roleRequired'), JobRole) }),
);
export const checkAccount = check(
  v.object({
    userName: YourName,
    email: Email,
    terms: v.pipe(v.optional(v.string(), ''), v.literal('yes', 'termsRequired')),
  }),
);
export const checkNewPassword = check(
  v.pipe(
    v.object({ password: NewPassword, confirmPassword: Confirm }),
    v.forward(
      v.partialCheck([['password'], ['confirmPassword']], (i) => i.password === i.confirmPassword, 'confirmMismatch'),
      ['confirmPassword'],
    ),
  ),
);
const twice = <E extends v.ObjectEntries>(entries: E) =>
  v.pipe(
    v.object({ ...entries, newPassword: NewPassword, confirmPassword: Confirm }),
    v.forward(
      v.partialCheck(
        [['newPassword'], ['confirmPassword']] as never,
        (i) => (i as { newPassword: string }).newPassword === (i as { confirmPassword: string }).confirmPassword,
        'newConfirmMismatch',
      ),
      ['confirmPassword'] as never,
    ),
  );
export const checkFirstPassword = check(twice({}));
export const checkPasswordChange = check(
  v.pipe(
    twice({ oldPassword: OldPassword }),
    v.forward(
      v.partialCheck(
        [['oldPassword'], ['newPassword']] as never,
        (i) => (i as { oldPassword: string }).oldPassword !== (i as { newPassword: string }).newPassword,
        'passwordSame',
      ),
      ['newPassword'] as never,
    ),
  ),
);
export const checkJoin = check(v.object({ name: YourName, email: Email, memo: v.optional(Memo) }));
export const checkMemo = check(v.object({ memo: v.optional(Memo) }));
