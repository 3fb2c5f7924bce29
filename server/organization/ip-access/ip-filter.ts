/**
 * The IP filter of a company: whether an address may enter, checked at sign-in and for every authenticated request.
 *
 *   request ─► session's company ─► restricted? ─► an enabled rule contains the address ─► continue
 *                                       └ no ─► continue        └ none does ─► IP_BLOCKED, and an entry in the access log
 *
 * Rules are cached for some seconds; a change is announced to every process, which invalidates them immediately.
 */
import { covers, type IpRuleType } from '../../../sync/model/address-rules';
import { newId } from '../../../sync/model/ids';
import { CallError } from '../../../sync/protocol/errors';
import type { Platform } from '../../platform/context';
import type { AccessStatus } from '../tables';
import { IP_LOG_KEPT_DAYS } from './contract';
import { deviceType } from './device-type';
import { regionOf } from './region';

/** Maximum age of cached rules if the announcement of a change was lost. */
const CACHE_MS = 5_000;
/** One log entry for the same person, address and result within this time. */
const LOG_EVERY_MS: Readonly<Record<AccessStatus, number>> = { ALLOW: 60 * 60_000, DENY: 60_000 };
const DAY_MS = 24 * 60 * 60_000;
const REMEMBERED_MAX = 20_000;

export interface Visitor {
  /** '' without a session */
  userId: string;
  ip: string;
  userAgent: string;
  /** address of the server that received the request */
  serverIp?: string | undefined;
  /** country code from a trusted proxy */
  region?: string | undefined;
}

/** The visitor of a request. */
export const visitorOf = (userId: string, from: Omit<Visitor, 'userId'>): Visitor => ({
  userId,
  ip: from.ip,
  userAgent: from.userAgent,
  serverIp: from.serverIp,
  region: from.region,
});

interface CachedRules {
  until: number;
  restricted: boolean;
  rules: { type: IpRuleType; value: string }[];
}

export class IpFilter {
  private readonly cache = new Map<string, CachedRules>();
  private readonly logged = new Map<string, number>();
  /** Incremented by each change: rules that were read before a change are not cached after it. */
  private changes = 0;

  constructor(private readonly platform: Pick<Platform, 'db' | 'clock' | 'events'>) {
    platform.events.subscribe('ipRules', ({ companyId }) => {
      this.changes += 1;
      this.cache.delete(companyId);
    });
  }

  /** Throws IP_BLOCKED, with the address. */
  async pass(companyId: string, visitor: Visitor): Promise<void> {
    const { restricted, rules } = await this.rulesOf(companyId);
    if (!restricted) return;
    const allowed = rules.some((rule) => covers(rule, visitor.ip));
    await this.log(companyId, allowed ? 'ALLOW' : 'DENY', visitor);
    if (!allowed) throw new CallError('IP_BLOCKED', { params: { ip: visitor.ip } });
  }

  /** Whether an address may enter, without a log entry. */
  async wouldPass(companyId: string, ip: string): Promise<boolean> {
    const { restricted, rules } = await this.rulesOf(companyId);
    return !restricted || rules.some((rule) => covers(rule, ip));
  }

  /** Logs a sign-in, also without a restriction. */
  async signedIn(companyId: string, visitor: Visitor): Promise<void> {
    if (companyId) await this.write(companyId, 'ALLOW', visitor);
  }

  /** Deletes log entries beyond their retention. */
  async cleanUp(): Promise<void> {
    await this.platform.db
      .deleteFrom('ip_access_log')
      .where('at', '<', this.platform.clock.now() - IP_LOG_KEPT_DAYS * DAY_MS)
      .execute();
  }

  private async rulesOf(companyId: string): Promise<CachedRules> {
    const now = this.platform.clock.now();
    const known = this.cache.get(companyId);
    if (known && known.until > now && known.until <= now + CACHE_MS) return known;
    const before = this.changes;
    const { db } = this.platform;
    const company = await db
      .selectFrom('companies')
      .select('ip_restricted')
      .where('id', '=', companyId)
      .executeTakeFirst();
    const rules = company?.ip_restricted
      ? await db
          .selectFrom('ip_rule')
          .select(['type', 'value'])
          .where('company_id', '=', companyId)
          .where('enabled', '=', true)
          .execute()
      : [];
    const entry = { until: now + CACHE_MS, restricted: company?.ip_restricted ?? false, rules };
    if (this.cache.size >= REMEMBERED_MAX) this.cache.clear();
    if (this.changes === before) this.cache.set(companyId, entry);
    return entry;
  }

  private async log(companyId: string, status: AccessStatus, visitor: Visitor): Promise<void> {
    const key = `${companyId}|${visitor.userId}|${visitor.ip}|${status}`;
    const now = this.platform.clock.now();
    if ((this.logged.get(key) ?? 0) > now - LOG_EVERY_MS[status]) return;
    if (this.logged.size >= REMEMBERED_MAX) this.logged.clear();
    this.logged.set(key, now);
    await this.write(companyId, status, visitor);
  }

  private async write(companyId: string, status: AccessStatus, visitor: Visitor): Promise<void> {
    const now = this.platform.clock.now();
    await this.platform.db
      .insertInto('ip_access_log')
      .values({
        company_id: companyId,
        id: newId(now),
        at: now,
        ip: visitor.ip,
        status,
        device_type: deviceType(visitor.userAgent),
        user_agent: visitor.userAgent.slice(0, 500),
        user_id: visitor.userId,
        server_ip: visitor.serverIp ?? '',
        region: regionOf(visitor.ip, visitor.region),
      })
      .execute();
  }
}
