/** Reads and changes a company's settings. Changes are written to the audit trail in the same transaction. */
import type { Selectable } from 'kysely';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import type { AuditDetails, AuditTrail } from '../audit/audit';
import type { SessionAuthenticator } from '../identity/authenticator';
import type { CompaniesTable } from '../../shared/identity-tables';
import type { CompanySetting, SettingChange } from './contract';
import { isShorter, RETENTION_GRACE_MS } from './policy';

export interface SettingParts {
  audit: AuditTrail;
  authenticator: Pick<SessionAuthenticator, 'forget'>;
  /** Bytes that all features store for a company. */
  storedBytes(companyId: string): Promise<number>;
}

type Changeable = Omit<CompanySetting, 'retentionFrom' | 'storageUsed'>;

export class SettingService {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction' | 'afterCommit'>,
    private readonly parts: SettingParts,
  ) {}

  async get(companyId: string): Promise<CompanySetting> {
    const row = await this.row(companyId);
    return {
      ...settingsOf(row),
      retentionFrom: row.retention_from,
      storageUsed: await this.parts.storedBytes(companyId),
    };
  }

  /** Changes the given settings. */
  async change(actor: Actor, request: RequestInfo, changes: SettingChange): Promise<CompanySetting> {
    const { companyId } = actor;
    await this.platform.transaction(async () => {
      const row = await this.row(companyId, true);
      const before = settingsOf(row);
      const changed = (Object.keys(changes) as (keyof Changeable)[]).filter(
        (field) => changes[field] !== undefined && changes[field] !== before[field],
      );
      if (changed.length === 0) return;
      const after: Changeable = {
        ...before,
        ...(Object.fromEntries(changed.map((field) => [field, changes[field]])) as Partial<Changeable>),
      };
      const now = this.platform.clock.now();
      await this.platform.db
        .updateTable('companies')
        .set({
          must_change_password: after.mustChangePassword,
          retention_days: after.retentionDays,
          storage_limit: after.storageLimit,
          session_hours: after.sessionHours,
          session_max_hours: after.sessionMaxHours,
          public_links: after.publicLinks,
          recording_hint: after.recordingHint,
          device_lock: after.deviceLock,
          lease_hours: after.leaseHours,
          updated_at: now,
          ...(changed.includes('mustChangePassword')
            ? { must_change_password_since: after.mustChangePassword ? now : null }
            : {}),
          ...(changed.includes('retentionDays')
            ? { retention_from: retentionFrom(row, after.retentionDays, now) }
            : {}),
        })
        .where('id', '=', companyId)
        .execute();
      const details: AuditDetails = Object.fromEntries(changed.map((field) => [field, [before[field], after[field]]]));
      await this.parts.audit.record(
        companyId,
        actor,
        request,
        'company.setting',
        { kind: 'company', id: companyId, name: row.name },
        details,
      );
      // this process immediately, others within seconds
      this.platform.afterCommit(() => this.parts.authenticator.forget(actor.sessionId));
    });
    return this.get(companyId);
  }

  private row(companyId: string, lock = false) {
    return this.platform.db
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', companyId)
      .$if(lock, (q) => q.forUpdate())
      .executeTakeFirstOrThrow();
  }
}

type Row = Selectable<CompaniesTable>;

const settingsOf = (row: Row): Changeable => ({
  mustChangePassword: row.must_change_password,
  retentionDays: row.retention_days,
  storageLimit: row.storage_limit,
  sessionHours: row.session_hours,
  sessionMaxHours: row.session_max_hours,
  publicLinks: row.public_links,
  recordingHint: row.recording_hint,
  deviceLock: row.device_lock,
  leaseHours: row.lease_hours,
});

/** Earliest deletion by the retention: a day after it was shortened. An extension keeps the previous time. */
function retentionFrom(
  row: Pick<Row, 'retention_days' | 'retention_from'>,
  days: number | null,
  now: number,
): number | null {
  if (days === null) return null;
  return isShorter(row.retention_days, days) ? now + RETENTION_GRACE_MS : row.retention_from;
}
