/** The audit trail: what administrators did, written in the transaction that does it, never changed afterwards. */
import { newId } from '../../../sync/model/ids';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import type { AuditAction } from './contract';

export interface AuditSubject {
  kind:
    'company' | 'member' | 'department' | 'ipRule' | 'joinRequest' | 'invitationLink' | 'device' | 'app' | 'livePage';
  id: string;
  /** as it was called then */
  name: string;
}

/** What changed, by field: before and after. Never a secret. */
export type AuditDetails = Record<
  string,
  [before: string | number | boolean | null, after: string | number | boolean | null]
>;

export class AuditTrail {
  constructor(private readonly platform: Pick<Platform, 'db' | 'clock'>) {}

  /** `actor` null: Satchel did it by itself, e.g. the nightly retention. */
  async record(
    companyId: string,
    actor: Pick<Actor, 'userId'> | null,
    request: Pick<RequestInfo, 'ip'> | null,
    action: AuditAction,
    subject: AuditSubject,
    details: AuditDetails = {},
  ): Promise<void> {
    const { db, clock } = this.platform;
    const now = clock.now();
    const who = actor
      ? await db
          .selectFrom('user_company')
          .select('name')
          .where('company_id', '=', companyId)
          .where('user_id', '=', actor.userId)
          .executeTakeFirst()
      : undefined;
    await db
      .insertInto('audit_entry')
      .values({
        company_id: companyId,
        id: newId(now),
        at: now,
        actor_id: actor?.userId ?? '',
        actor_name: who?.name ?? '',
        action,
        subject_kind: subject.kind,
        subject_id: subject.id,
        subject_name: subject.name,
        details: JSON.stringify(details),
        ip: request?.ip ?? '',
      })
      .execute();
  }
}
