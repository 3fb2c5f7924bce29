/** Validation of a rule's form, by the server's schema; loaded after the form. */
import { errorsOf } from '~/features/auth/form-check';
import { IpRuleForm } from '../../../server/organization/ip-access/contract';

export const checkRule = (form: FormData): Record<string, string> => errorsOf(IpRuleForm, form);
