/** Row types of 001-identity.sql and 046-proven-mailbox.sql. Times are milliseconds since the epoch. */
import type { ColumnType, Generated } from 'kysely';
import type { CompanyRole } from '../platform/context';

export interface UsersTable {
  id: string;
  /** cleaned and in lower case */
  email: string;
  name: string;
  /** argon2id in PHC form */
  password_hash: string | null;
  has_password: ColumnType<boolean, never, never>;
  /** time at which the person chose the password; null: none, or unknown */
  password_set_at: number | null;
  lang: Generated<string>;
  avatar_key: string | null;
  /** time of the first mailbox proof; null: not proven, sign-in is impossible */
  mailbox_proven_at: number | null;
  enabled: Generated<boolean>;
  default_company_id: string | null;
  created_at: number;
  updated_at: number;
}

export type DeviceLock = 'off' | 'required';

export interface CompaniesTable {
  id: string;
  name: string;
  description: Generated<string>;
  code: Generated<string>;
  logo_key: string | null;
  must_change_password: Generated<boolean>;
  /** passwords chosen before this must be changed; null: no requirement */
  must_change_password_since: number | null;
  /** null: unlimited */
  retention_days: number | null;
  /** bytes; null: no limit */
  storage_limit: number | null;
  /** only addresses of the IP rules may enter */
  ip_restricted: Generated<boolean>;
  /** members may share notes by a public link */
  public_links: Generated<boolean>;
  /** the recorder reminds members to tell everybody that they record */
  recording_hint: Generated<boolean>;
  /** hours a session may go without a refresh; null: the default */
  session_hours: number | null;
  /** hours after sign-in at which a session ends; null: no such limit */
  session_max_hours: number | null;
  device_lock: Generated<DeviceLock>;
  /** hours a device may be without contact to the server before it locks */
  lease_hours: Generated<number>;
  /** retention deletes nothing before this time; null: retention is off */
  retention_from: number | null;
  /** the company's clock at an earlier run of the retention, and the time of that run */
  retention_mark_seq: number | null;
  retention_mark_at: number | null;
  enabled: Generated<boolean>;
  created_at: number;
  updated_at: number;
}

export type MembershipStatus = 'active' | 'pending';

export interface UserCompanyTable {
  company_id: string;
  user_id: string;
  name: string;
  role: Generated<CompanyRole>;
  status: Generated<MembershipStatus>;
  enabled: Generated<boolean>;
  job_position_id: Generated<string>;
  /** from the registration form; '' for others */
  job_role_id: Generated<string>;
  started_at: number;
  updated_at: number;
}

export interface DepartmentsTable {
  company_id: string;
  id: string;
  parent_id: string | null;
  name: string;
  code: Generated<string>;
  description: Generated<string>;
  created_at: number;
  updated_at: number;
}

export interface UserDepartmentTable {
  company_id: string;
  user_id: string;
  department_id: string;
}

/**
 * Reason for the end of a session: signed out, revoked from another device, refresh token reused, account disabled, new
 * password.
 */
export type RevokedReason = 'logout' | 'revoked' | 'reuse' | 'disabled' | 'password';

export interface SessionsTable {
  id: string;
  user_id: string;
  /** '' while the person has no company */
  company_id: Generated<string>;
  device_name: Generated<string>;
  user_agent: Generated<string>;
  ip: Generated<string>;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  revoked_at: number | null;
  revoked_reason: RevokedReason | null;
  wipe: Generated<boolean>;
  /** newest generation of tokens that the device has used */
  used_generation: Generated<number>;
  /** time at which the device was told to erase its copy */
  told_at: number | null;
  /** time at which the device confirmed the erasure */
  erased_at: number | null;
  /** number of unsynced changes on the device, as last reported */
  waiting: Generated<number>;
  /** the device hands over its unsent changes before it erases its copy */
  handover: Generated<boolean>;
  /** time at which the device finished its handover */
  handed_over_at: number | null;
}

export interface RefreshTokensTable {
  token_hash: string;
  session_id: string;
  generation: number;
  salt: string;
  created_at: number;
  used_at: number | null;
}

export interface LoginAttemptsTable {
  key: string;
  points: Generated<number>;
  expire: number | null;
}

/** Row type of 022-activity.sql. */
export interface UserActivityTable {
  company_id: string;
  /** start of an hour, UTC */
  at: number;
  user_id: string;
}

export interface InstallationMarksTable {
  name: string;
  done_at: number;
}

declare module '../platform/database/tables' {
  interface Tables {
    users: UsersTable;
    companies: CompaniesTable;
    user_company: UserCompanyTable;
    departments: DepartmentsTable;
    user_department: UserDepartmentTable;
    sessions: SessionsTable;
    refresh_tokens: RefreshTokensTable;
    login_attempts: LoginAttemptsTable;
    installation_marks: InstallationMarksTable;
    user_activity: UserActivityTable;
  }
}
