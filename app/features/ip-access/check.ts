/** The check of the form of a rule, by the schema of the server; it loads behind the form. */
import { errorsOf } from '~/features/auth/form-check';
import { IpRuleForm } from '../../../server/organization/ip-access/contract';

export const checkRule = (form: FormData): Record<string, string> => errorsOf(IpRuleForm, form);
