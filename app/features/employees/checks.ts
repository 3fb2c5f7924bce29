/** Validation of the directory's forms, by the server's schemas. */
import * as v from 'valibot';
import { errorsOf } from '~/features/auth/form-check';
import { InviteInput } from '../../../server/organization/invitations/contract';

const { email, name } = InviteInput.entries;

export const checkInvite = (form: FormData): Record<string, string> => errorsOf(v.object({ email, name }), form);
export const checkDepartment = (form: FormData): Record<string, string> =>
  errorsOf(
    v.object({ departmentId: v.pipe(v.string('departmentRequired'), v.minLength(1, 'departmentRequired')) }),
    form,
  );
