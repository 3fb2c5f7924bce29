/**
 * IP rules and their switch. Changes that would block the requesting address are refused, so that administrators cannot
 * lock themselves out.
 */
import type { Selectable } from 'kysely';
import { canonicalRule, covers, type IpRuleType } from '../../../sync/model/address-rules';
import { newId } from '../../../sync/model/ids';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import type { AuditDetails, AuditTrail } from '../audit/audit';
import type { AuditAction } from '../audit/contract';
import type { IpRuleTable } from '../tables';
import type { AccessEntry, IpRule } from './contract';

type Row = Selectable<IpRuleTable>;
interface RuleFields {
  type: IpRuleType;
  value: string;
  description: string;
}

export class IpAccessService {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'transaction' | 'afterCommit' | 'events'>,
    private readonly parts: { audit: AuditTrail },
  ) {}

  async list(companyId: string, ip: string): Promise<IpRule[]> {
    const rows = await this.platform.db
      .selectFrom('ip_rule')
      .selectAll()
      .where('company_id', '=', companyId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map((row) => toIpRule(row, ip));
  }

  async create(actor: Actor, request: RequestInfo, fields: RuleFields): Promise<IpRule> {
    const value = checked(fields);
    return this.change(actor, async () => {
      const now = this.platform.clock.now();
      const row: Row = {
        company_id: actor.companyId,
        id: newId(now),
        type: fields.type,
        value,
        description: fields.description,
        enabled: true,
        created_by: actor.userId,
        created_at: now,
        updated_at: now,
      };
      await this.platform.db.insertInto('ip_rule').values(row).execute();
      await this.record(actor, request, 'ipRule.created', row);
      return toIpRule(row, request.ip);
    });
  }

  async update(actor: Actor, request: RequestInfo, id: string, fields: RuleFields): Promise<IpRule> {
    const value = checked(fields);
    return this.change(actor, async () => {
      const before = await this.find(actor.companyId, id);
      const after: Row = {
        ...before,
        type: fields.type,
        value,
        description: fields.description,
        updated_at: this.platform.clock.now(),
      };
      await this.platform.db
        .updateTable('ip_rule')
        .set({ type: after.type, value, description: after.description, updated_at: after.updated_at })
        .where('company_id', '=', actor.companyId)
        .where('id', '=', id)
        .execute();
      await this.refuseLockOut(actor.companyId, request.ip);
      await this.record(actor, request, 'ipRule.updated', after, {
        value: [before.value, value],
        description: [before.description, after.description],
      });
      return toIpRule(after, request.ip);
    });
  }

  /** Refuses to delete a rule that contains the requesting address (specification: organization 4). */
  async remove(actor: Actor, request: RequestInfo, id: string): Promise<void> {
    await this.change(actor, async () => {
      const rule = await this.find(actor.companyId, id);
      if (covers(rule, request.ip)) throw new CallError('IP_RULE_COVERS_CURRENT', { params: { ip: request.ip } });
      await this.platform.db
        .deleteFrom('ip_rule')
        .where('company_id', '=', actor.companyId)
        .where('id', '=', id)
        .execute();
      await this.record(actor, request, 'ipRule.deleted', rule);
    });
  }

  async enable(actor: Actor, request: RequestInfo, id: string, enabled: boolean): Promise<IpRule> {
    return this.change(actor, async () => {
      const rule = { ...(await this.find(actor.companyId, id)), enabled };
      await this.platform.db
        .updateTable('ip_rule')
        .set({ enabled, updated_at: this.platform.clock.now() })
        .where('company_id', '=', actor.companyId)
        .where('id', '=', id)
        .execute();
      if (!enabled) await this.refuseLockOut(actor.companyId, request.ip);
      await this.record(actor, request, enabled ? 'ipRule.enabled' : 'ipRule.disabled', rule);
      return toIpRule(rule, request.ip);
    });
  }

  async setting(
    companyId: string,
    ip: string,
  ): Promise<{ enabled: boolean; currentIp: string; currentCovered: boolean }> {
    const company = await this.platform.db
      .selectFrom('companies')
      .select('ip_restricted')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    return { enabled: company.ip_restricted, currentIp: ip, currentCovered: await this.covered(companyId, ip) };
  }

  async set(
    actor: Actor,
    request: RequestInfo,
    enabled: boolean,
  ): Promise<{ enabled: boolean; currentIp: string; currentCovered: boolean }> {
    return this.change(actor, async () => {
      if (enabled && !(await this.covered(actor.companyId, request.ip)))
        throw new CallError('IP_NOT_COVERED', { params: { ip: request.ip } });
      const company = await this.platform.db
        .selectFrom('companies')
        .select(['name', 'ip_restricted'])
        .where('id', '=', actor.companyId)
        .executeTakeFirstOrThrow();
      await this.platform.db
        .updateTable('companies')
        .set({ ip_restricted: enabled, updated_at: this.platform.clock.now() })
        .where('id', '=', actor.companyId)
        .execute();
      if (company.ip_restricted !== enabled)
        await this.parts.audit.record(
          actor.companyId,
          actor,
          request,
          'company.ipRestriction',
          { kind: 'company', id: actor.companyId, name: company.name },
          { enabled: [company.ip_restricted, enabled] },
        );
      return this.setting(actor.companyId, request.ip);
    });
  }

  async log(
    companyId: string,
    query: {
      pageNumber: number;
      pageSize: number;
      status?: 'ALLOW' | 'DENY' | undefined;
      before?: { at: number; id: string } | undefined;
    },
  ): Promise<{ total: number; entries: AccessEntry[] }> {
    const found = this.platform.db
      .selectFrom('ip_access_log as l')
      .where('l.company_id', '=', companyId)
      .$if(query.status !== undefined, (q) => q.where('l.status', '=', query.status!));
    const { n } = await found.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
    const { before } = query;
    const rows = await found
      .$if(before !== undefined, (q) =>
        q.where((e) =>
          e.or([e('l.at', '<', before!.at), e.and([e('l.at', '=', before!.at), e('l.id', '<', before!.id)])]),
        ),
      )
      .leftJoin('user_company as m', (j) =>
        j.onRef('m.company_id', '=', 'l.company_id').onRef('m.user_id', '=', 'l.user_id'),
      )
      .selectAll('l')
      .select('m.name as user_name')
      .orderBy('l.at', 'desc')
      .orderBy('l.id', 'desc')
      .limit(query.pageSize)
      .offset((query.pageNumber - 1) * query.pageSize)
      .execute();
    return {
      total: Number(n),
      entries: rows.map((row) => ({
        id: row.id,
        at: row.at,
        ip: row.ip,
        status: row.status,
        deviceType: row.device_type,
        region: row.region,
        serverIp: row.server_ip,
        userAgent: row.user_agent,
        userName: row.user_name ?? '',
      })),
    };
  }

  /**
   * Serialises changes of a company's rules: two concurrent changes that each leave one rule must not together leave
   * none.
   */
  private change<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
    return this.platform.transaction(async () => {
      await this.platform.db
        .selectFrom('companies')
        .select('id')
        .where('id', '=', actor.companyId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const result = await work();
      // Every process invalidates its cached rules and rechecks its open streams.
      this.platform.afterCommit(() => this.platform.events.publish('ipRules', { companyId: actor.companyId }));
      return result;
    });
  }

  private async find(companyId: string, id: string): Promise<Row> {
    const row = await this.platform.db
      .selectFrom('ip_rule')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw new CallError('IP_RULE_NOT_FOUND');
    return row;
  }

  private async covered(companyId: string, ip: string): Promise<boolean> {
    const rules = await this.platform.db
      .selectFrom('ip_rule')
      .select(['type', 'value'])
      .where('company_id', '=', companyId)
      .where('enabled', '=', true)
      .execute();
    return rules.some((rule) => covers(rule, ip));
  }

  private async refuseLockOut(companyId: string, ip: string): Promise<void> {
    const { ip_restricted } = await this.platform.db
      .selectFrom('companies')
      .select('ip_restricted')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    if (ip_restricted && !(await this.covered(companyId, ip)))
      throw new CallError('IP_RULE_COVERS_CURRENT', { params: { ip } });
  }

  private record(
    actor: Actor,
    request: RequestInfo,
    action: AuditAction,
    rule: Row,
    details: AuditDetails = {},
  ): Promise<void> {
    return this.parts.audit.record(
      actor.companyId,
      actor,
      request,
      action,
      { kind: 'ipRule', id: rule.id, name: rule.value },
      details,
    );
  }
}

function checked(fields: RuleFields): string {
  const value = canonicalRule(fields.type, fields.value);
  if (value === null) throw new CallError('IP_RULE_INVALID', { fieldErrors: { value: 'IP_RULE_INVALID' } });
  return value;
}

const toIpRule = (row: Row, ip: string): IpRule => ({
  id: row.id,
  type: row.type,
  value: row.value,
  description: row.description,
  enabled: row.enabled,
  createdAt: row.created_at,
  coversCurrent: covers(row, ip),
});
