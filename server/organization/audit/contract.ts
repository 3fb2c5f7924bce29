/** Calls to read the audit trail. */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { whole } from '../../../sync/model/numbers';
import { defineCall } from '../../../sync/protocol/call';

/** All recorded actions; each is a key of the `audit` texts. */
export const AUDIT_ACTIONS = [
  'company.updated',
  'company.logo',
  'company.setting',
  'company.ipRestriction',
  'ipRule.created',
  'ipRule.updated',
  'ipRule.deleted',
  'ipRule.enabled',
  'ipRule.disabled',
  'department.created',
  'department.updated',
  'department.deleted',
  'department.membersAdded',
  'department.membersRemoved',
  'member.invited',
  'member.joined',
  'member.removed',
  'member.sessionsEnded',
  'member.adminSet',
  'member.adminUnset',
  'company.ownerTransferred',
  'invitationLink.created',
  'joinRequest.approved',
  'joinRequest.refused',
  'retention.deleted',
  'device.erased',
  'app.allowed',
  'app.revoked',
  'livePage.visible',
  'aiProvider.changed',
  'aiProvider.removed',
  'aiProvider.limits',
  'agent.permission',
  'agent.published',
  'agent.withdrawn',
  'agent.approved',
  'agent.refused',
  'agent.acted',
  'agent.undone',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const Change = v.union([v.string(), v.number(), v.boolean(), v.null()]);
export const AuditEntry = v.object({
  id: Id,
  at: v.number(),
  actorId: v.string(),
  actorName: v.string(),
  action: v.string(),
  subjectKind: v.string(),
  subjectId: v.string(),
  subjectName: v.string(),
  details: v.record(v.string(), v.tuple([Change, Change])),
  ip: v.string(),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

/** Actor id of automatic actions, e.g. of the retention. */
export const AUTOMATIC_ACTOR = '~';

/** A number in a query string arrives as a string. */
const inQuery = (number: ReturnType<typeof whole>) =>
  v.pipe(v.union([v.string(), number]), v.transform(Number), number);

/** milliseconds since the epoch */
const Time = inQuery(whole({ message: 'PARAM_ERROR' }));

export const auditCalls = {
  query: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/audit/{companyId}/query',
    who: 'admin',
    summary:
      'Actions of administrators, the newest first, filtered by text, action, actor and time; `before` is the id ' +
      'of the previous page’s last entry.',
    input: v.object({
      companyId: Id,
      text: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
      action: v.optional(v.pipe(v.string(), v.maxLength(60)), ''),
      before: v.optional(v.string(), ''),
      actorId: v.optional(v.union([Id, v.literal(''), v.literal(AUTOMATIC_ACTOR)], 'PARAM_ERROR'), ''),
      from: v.optional(Time, 0),
      to: v.optional(Time, Number.MAX_SAFE_INTEGER),
      pageSize: v.optional(inQuery(whole({ min: 1, max: 1000 })), 50),
    }),
    output: v.object({ entries: v.array(AuditEntry), more: v.boolean() }),
    errors: ['NO_PERMISSION', 'PARAM_ERROR'],
  }),
  actors: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/audit/{companyId}/actors',
    who: 'admin',
    summary: 'The actors in the audit trail, sorted by name, former members included. An empty id is Satchel itself.',
    input: v.object({ companyId: Id }),
    output: v.object({ actors: v.array(v.object({ id: v.string(), name: v.string() })) }),
    errors: ['NO_PERMISSION'],
  }),
};
