/**
 * The audit trail: actions of administrators, recorded in the transaction of the action and never changed afterwards.
 */
import { newId } from '../../../sync/model/ids';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import type { AuditDetails, AuditSubject } from '../../shared/audit';
import type { AuditAction } from './contract';

export type { AuditDetails } from '../../shared/audit';

export class AuditTrail {
  constructor(private readonly platform: Pick<Platform, 'db' | 'clock'>) {}

  /** `actor` null: an automatic action, e.g. of the nightly retention. */
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
