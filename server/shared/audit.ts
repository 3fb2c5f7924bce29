/** Interface of the audit trail for features: actions of administrators, recorded in the transaction of the action. */
import type { Actor, RequestInfo } from '../platform/context';

export interface AuditSubject {
  kind:
    | 'company'
    | 'aiProvider'
    | 'member'
    | 'department'
    | 'ipRule'
    | 'joinRequest'
    | 'invitationLink'
    | 'device'
    | 'app'
    | 'livePage'
    | 'agent';
  id: string;
  /** the name at the time of the action */
  name: string;
}

/** Changed fields, each with its value before and after. Never contains a secret. */
export type AuditDetails = Record<
  string,
  [before: string | number | boolean | null, after: string | number | boolean | null]
>;

export interface AuditRecorder {
  /**
   * @param actor null for an automatic action, e.g. the nightly retention
   * @param action one that the feature's manifest declares
   */
  record(
    companyId: string,
    actor: Pick<Actor, 'userId'> | null,
    request: Pick<RequestInfo, 'ip'> | null,
    action: string,
    subject: AuditSubject,
    details?: AuditDetails,
  ): Promise<void>;
}
