/** Validation of the organization's forms, by the server's schemas. */
import * as v from 'valibot';
import { errorsOf } from '~/features/auth/form-check';
import { Code, DepartmentName, Description } from '../../../server/organization/departments/contract';
import { CompanyName } from '../../../server/organization/registration/contract';

const check =
  (schema: v.GenericSchema) =>
  (form: FormData): Record<string, string> =>
    errorsOf(schema, form);
/** Maps the schemas' generic error to a message of the field. */
const named = <S extends v.GenericSchema>(schema: S, message: string) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.check((text) => v.is(schema, text), message),
  );
const code = named(Code, 'codeLength');
const description = named(Description, 'descriptionLength');

export const checkCompany = check(v.object({ name: named(CompanyName, 'companyNameLength'), code, description }));
export const checkDepartment = check(
  v.object({ name: named(DepartmentName, 'departmentNameLength'), code, description }),
);
