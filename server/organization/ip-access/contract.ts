/** IP rules of a company and its access log (specification: organization 3, 4, 5, 7). */
import * as v from 'valibot';
import { canonicalRule, IP_RULE_TYPES, type IpRuleType } from '../../../sync/model/address-rules';
import { Id } from '../../../sync/model/id-schemas';
import { LIMITS } from '../../../sync/model/limits';
import { whole } from '../../../sync/model/numbers';
import { line } from '../../../sync/model/text';
import { defineCall } from '../../../sync/protocol/call';
import { PAGE_LAST } from '../../../sync/protocol/paging';

/** Retention of the access log, in days. */
export const IP_LOG_KEPT_DAYS = 180;

export const RuleType = v.picklist(IP_RULE_TYPES, 'PARAM_ERROR');
const RuleValue = v.pipe(
  v.string('IP_RULE_INVALID'),
  v.minLength(1, 'IP_RULE_INVALID'),
  v.maxLength(10_000, 'IP_RULE_INVALID'),
);
const RuleDescription = v.optional(line(LIMITS.ruleDescription, 'PARAM_ERROR'), '');
const ruleFields = { type: RuleType, value: RuleValue, description: RuleDescription };
const isRule = (rule: { type: IpRuleType; value: string }): boolean => canonicalRule(rule.type, rule.value) !== null;

/** Fields of the rule form. */
export const IpRuleForm = v.pipe(
  v.object(ruleFields),
  v.forward(v.partialCheck([['type'], ['value']], isRule, 'IP_RULE_INVALID'), ['value']),
);

export const IpRule = v.object({
  id: Id,
  type: RuleType,
  value: v.string(),
  description: v.string(),
  enabled: v.boolean(),
  createdAt: v.number(),
  /** contains the requesting address */
  coversCurrent: v.boolean(),
});
export type IpRule = v.InferOutput<typeof IpRule>;

export const IpSetting = v.object({
  enabled: v.boolean(),
  currentIp: v.string(),
  /** an enabled rule contains the requesting address: the restriction may be turned on from here */
  currentCovered: v.boolean(),
});

export const AccessEntry = v.object({
  id: Id,
  at: v.number(),
  ip: v.string(),
  status: v.picklist(['ALLOW', 'DENY']),
  deviceType: v.picklist(['mobile', 'mac', 'windows', 'linux', 'api', 'unknown']),
  /** country code (ISO 3166), `private` for an address of a private network, '' if unknown */
  region: v.string(),
  serverIp: v.string(),
  userAgent: v.string(),
  userName: v.string(),
});
export type AccessEntry = v.InferOutput<typeof AccessEntry>;

const ofCompany = v.object({ companyId: Id });
const ofRule = v.object({ id: Id });

export const ipCalls = {
  list: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/company/ip-restriction/{companyId}/query',
    who: 'admin',
    summary: 'The rules, the newest first.',
    input: ofCompany,
    output: v.object({ rules: v.array(IpRule) }),
    errors: ['NO_PERMISSION'],
  }),
  create: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/ip-restriction/create',
    who: 'admin',
    summary: 'Adds a rule: one address, a range (CIDR), or a comma-separated list.',
    input: v.pipe(
      v.object({ companyId: Id, ...ruleFields }),
      v.forward(v.partialCheck([['type'], ['value']], isRule, 'IP_RULE_INVALID'), ['value']),
    ),
    output: IpRule,
    errors: ['IP_RULE_INVALID', 'PARAM_ERROR', 'NO_PERMISSION'],
  }),
  update: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/ip-restriction/update',
    who: 'admin',
    summary: 'Changes a rule; refused if it would lock out the requesting address.',
    input: v.pipe(
      v.object({ id: Id, ...ruleFields }),
      v.forward(v.partialCheck([['type'], ['value']], isRule, 'IP_RULE_INVALID'), ['value']),
    ),
    output: IpRule,
    errors: ['IP_RULE_INVALID', 'IP_RULE_NOT_FOUND', 'IP_RULE_COVERS_CURRENT'],
  }),
  remove: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/ip-restriction/delete',
    who: 'admin',
    summary: 'Deletes a rule that does not contain the requesting address.',
    input: ofRule,
    output: v.object({}),
    errors: ['IP_RULE_NOT_FOUND', 'IP_RULE_COVERS_CURRENT'],
  }),
  enable: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/ip-restriction/enable',
    who: 'admin',
    summary: 'Turns a rule on.',
    input: ofRule,
    output: IpRule,
    errors: ['IP_RULE_NOT_FOUND'],
  }),
  disable: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/ip-restriction/disable',
    who: 'admin',
    summary:
      'Turns a rule off; refused for the last one that contains the requesting address while the restriction is on.',
    input: ofRule,
    output: IpRule,
    errors: ['IP_RULE_NOT_FOUND', 'IP_RULE_COVERS_CURRENT'],
  }),
  setting: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/company/ip-restriction-setting/{companyId}',
    who: 'admin',
    summary: 'Whether the restriction is on, and the requesting address.',
    input: ofCompany,
    output: IpSetting,
    errors: ['NO_PERMISSION'],
  }),
  set: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/ip-restriction-setting/{companyId}',
    who: 'admin',
    summary: 'Turns the restriction on or off; on only if an enabled rule contains the requesting address.',
    input: v.object({ companyId: Id, enabled: v.boolean() }),
    output: IpSetting,
    errors: ['IP_NOT_COVERED', 'NO_PERMISSION'],
  }),
  log: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/ip-restriction/log/{companyId}/query',
    who: 'admin',
    summary: 'The access log, the newest first.',
    input: v.object({
      companyId: Id,
      pageNumber: v.optional(whole({ min: 1, max: PAGE_LAST }), 1),
      pageSize: v.optional(whole({ min: 1, max: 1000 }), 20),
      status: v.optional(v.picklist(['ALLOW', 'DENY'])),
      /** cursor: only entries before this one, so that pages are stable while new entries arrive */
      before: v.optional(v.object({ at: whole(), id: Id })),
    }),
    output: v.object({ total: v.number(), entries: v.array(AccessEntry) }),
    errors: ['NO_PERMISSION'],
  }),
};
