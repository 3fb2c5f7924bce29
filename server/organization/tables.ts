/** Row types of 010-organization.sql and 012-third-parties.sql. Times are milliseconds since the epoch. */
import type { Generated } from 'kysely';
import type { IpRuleType } from '../../sync/model/address-rules';

export type MailTokenKind = 'company' | 'invitation' | 'password' | 'apply' | 'email';

export interface MailTokenTable {
  key_hash: string;
  kind: MailTokenKind;
  subject_id: string;
  email: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface CompanyApplicationTable {
  id: string;
  company_name: string;
  user_name: string;
  email: string;
  job_role_id: Generated<string>;
  lang: string;
  state: Generated<'waiting' | 'done'>;
  company_id: string | null;
  sent_at: number;
  created_at: number;
}

export interface InvitationKeyTable {
  company_id: string;
  id: string;
  key: string;
  created_by: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
}

/** `verifying`: the address is not confirmed yet; `waiting`: for review by an administrator */
export type JoinRequestState = 'verifying' | 'waiting' | 'approved' | 'refused';

export interface JoinRequestTable {
  company_id: string;
  id: string;
  invitation_id: string;
  /** null for an applicant without an account */
  user_id: string | null;
  name: string;
  email: string;
  /** of the password that the applicant set through the mailed link */
  password_hash: string | null;
  memo: Generated<string>;
  lang: string;
  state: JoinRequestState;
  sent_at: number;
  created_at: number;
  verified_at: number | null;
  reviewed_by: string | null;
  reviewed_at: number | null;
  department_id: string | null;
}

export interface IpRuleTable {
  company_id: string;
  id: string;
  type: IpRuleType;
  value: string;
  description: Generated<string>;
  enabled: Generated<boolean>;
  created_by: string;
  created_at: number;
  updated_at: number;
}

export type AccessStatus = 'ALLOW' | 'DENY';
export type DeviceType = 'mobile' | 'mac' | 'windows' | 'linux' | 'api' | 'unknown';

export interface IpAccessLogTable {
  company_id: string;
  id: string;
  at: number;
  ip: string;
  status: AccessStatus;
  device_type: DeviceType;
  region: Generated<string>;
  server_ip: Generated<string>;
  user_agent: Generated<string>;
  user_id: Generated<string>;
}

export interface AuditEntryTable {
  company_id: string;
  id: string;
  at: number;
  actor_id: Generated<string>;
  actor_name: Generated<string>;
  action: string;
  subject_kind: Generated<string>;
  subject_id: Generated<string>;
  subject_name: Generated<string>;
  /** JSON of `AuditDetails` */
  details: Generated<string>;
  ip: Generated<string>;
}

export interface OauthClientTable {
  id: string;
  name: string;
  provider: string;
  created_at: number;
}

export interface OauthGrantTable {
  company_id: string;
  id: string;
  user_id: string;
  client_id: string;
  partner_user_id: string;
  partner_user_name: Generated<string>;
  /** JSON array */
  scopes: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

export interface OauthCodeTable {
  code_hash: string;
  grant_id: string;
  client_id: string;
  redirect_url: string;
  /** PKCE, S256 */
  code_challenge: string;
  expires_at: number;
  used_at: number | null;
}

export interface OauthTokenTable {
  token_hash: string;
  grant_id: string;
  kind: 'access' | 'refresh';
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

export interface DesktopCodeTable {
  code_hash: string;
  /** of the browser that requested it */
  session_id: string;
  user_id: string;
  company_id: string;
  /** PKCE, S256 */
  code_challenge: string;
  expires_at: number;
  used_at: number | null;
}

export interface RetentionReceiptTable {
  company_id: string;
  id: string;
  at: number;
  before_at: number;
  /** JSON: counts by kind */
  counts: string;
}

declare module '../platform/database/tables' {
  interface Tables {
    sent_link: MailTokenTable;
    company_application: CompanyApplicationTable;
    invitation_key: InvitationKeyTable;
    join_request: JoinRequestTable;
    ip_rule: IpRuleTable;
    ip_access_log: IpAccessLogTable;
    audit_entry: AuditEntryTable;
    oauth_client: OauthClientTable;
    oauth_grant: OauthGrantTable;
    oauth_code: OauthCodeTable;
    oauth_token: OauthTokenTable;
    desktop_code: DesktopCodeTable;
    retention_receipt: RetentionReceiptTable;
  }
}
