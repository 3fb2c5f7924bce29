import { LoginInput } from '../../../server/organization/identity/contract';
import { errorsOf } from './form-check';

export const checkLogin = (form: FormData): Record<string, string> => errorsOf(LoginInput, form);
