/**
 * Registration of a company, and its activation by mail (specification: organization 2, 4, 5). Messages are keys of the
 * `auth` texts.
 */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { LIMITS } from '../../../sync/model/limits';
import { RecognitionLanguage } from '../../../sync/model/kinds/meetings';
import { line } from '../../../sync/model/text';
import { defineCall } from '../../../sync/protocol/call';
import { LoginToken } from '../../../sync/protocol/session';
import { Email } from '../identity/contract';
import { NewPassword } from '../../../sync/model/password';
import { ActiveKey } from '../passwords/contract';

/** Job roles in the registration form, and positions of members. Their names are in `locales/<language>/job.json`. */
export const JOB_ROLES = [
  'executive',
  'management',
  'product',
  'engineering',
  'design',
  'research',
  'sales',
  'marketing',
  'operations',
  'hr',
  'finance',
  'legal',
  'it',
  'other',
] as const;
export const JOB_POSITIONS = [
  'executive',
  'director',
  'manager',
  'lead',
  'specialist',
  'assistant',
  'intern',
  'other',
] as const;

export const CompanyName = line(LIMITS.companyName, 'companyNameLength');
export const YourName = line(LIMITS.personName, 'userNameLength', 'nameTooLong');
export const JobRole = v.picklist(JOB_ROLES, 'roleRequired');

/** The password is validated but not used: the person at the form may not own the mailbox. */
export const RegisterInput = v.object({
  companyName: CompanyName,
  userName: YourName,
  email: Email,
  jobRoleId: JobRole,
  password: v.optional(NewPassword),
  lang: RecognitionLanguage,
});

export const ListedName = v.object({ id: v.string(), name: v.string() });

export const registrationCalls = {
  create: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/initial/apply/create',
    who: 'anyone',
    perMinute: 20,
    summary:
      'Registers a company, to be activated through a mailed link. The answer is the same whether or not the address has an account.',
    input: RegisterInput,
    output: v.object({ applyId: Id, resendAfterSeconds: v.number() }),
    errors: ['PARAM_ERROR', 'OPERATE_TOO_FAST'],
  }),
  resend: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/initial/apply/email/resend',
    who: 'anyone',
    perMinute: 20,
    summary: 'Sends the mail again, at most once a minute.',
    input: v.object({ applyId: Id }),
    output: v.object({ resendAfterSeconds: v.number() }),
    errors: ['OPERATE_TOO_FAST'],
  }),
  look: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/initial/apply/email/look',
    who: 'anyone',
    perMinute: 60,
    summary: 'The registration of a link’s key; does not use the key up.',
    input: v.object({ activeKey: ActiveKey }),
    output: v.object({ companyName: v.string(), email: v.string() }),
    errors: ['EMAIL_ACTIVE_KEY_MISMATCHED', 'EMAIL_ACTIVE_KEY_EXPIRED', 'EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE'],
  }),
  activate: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/initial/apply/email/active',
    who: 'anyone',
    perMinute: 20,
    summary:
      'Creates the company and its owner’s account with this password, and signs the owner in; without a password the owner sets one then.',
    input: v.object({ activeKey: ActiveKey, password: v.optional(NewPassword) }),
    output: v.object({ companyId: Id, email: v.string(), loginToken: LoginToken }),
    errors: [
      'PARAM_ERROR',
      'EMAIL_ACTIVE_KEY_MISMATCHED',
      'EMAIL_ACTIVE_KEY_EXPIRED',
      'EMAIL_ACTIVE_KEY_DUPLICATE_ACTIVE',
      'USER_EMAIL_DUPLICATED',
    ],
  }),
  jobRoles: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/config/job/roles',
    who: 'anyone',
    summary: 'The job roles for registration, in a language.',
    input: v.object({ lang: v.optional(RecognitionLanguage, 'en') }),
    output: v.object({ roles: v.array(ListedName) }),
    errors: ['PARAM_ERROR'],
  }),
  jobPositions: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/config/job/positions',
    who: 'anyone',
    summary: 'The positions of members, in a language.',
    input: v.object({ lang: v.optional(RecognitionLanguage, 'en') }),
    output: v.object({ positions: v.array(ListedName) }),
    errors: ['PARAM_ERROR'],
  }),
};
