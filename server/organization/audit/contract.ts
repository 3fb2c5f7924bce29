/** Reading the audit trail. */
import * as v from 'valibot';
import { Id } from '../../../sync/model/ids';
import { defineCall } from '../../../sync/protocol/call';

const Change = v.union([v.string(), v.number(), v.boolean(), v.null()]);
export const AuditEntry = v.object({
  id: Id, at: v.number(), actorId: v.string(), actorName: v.string(), action: v.string(), subjectKind: v.string(), subjectId: v.string(), subjectName: v.string(),
  details: v.record(v.string(), v.tuple([Change, Change])), ip: v.string(),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

export const auditCalls = {
  query: defineCall({
    service: 'organization', method: 'GET', path: '/audit/{companyId}/query', who: 'admin',
    summary: 'What administrators did, the newest first; `before` is the id of the last entry of the page before.',
    input: v.object({
      companyId: Id, text: v.optional(v.pipe(v.string(), v.maxLength(200)), ''), action: v.optional(v.pipe(v.string(), v.maxLength(60)), ''), before: v.optional(v.string(), ''),
      pageSize: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(1000)), 50),
    }),
    output: v.object({ entries: v.array(AuditEntry), more: v.boolean() }), errors: ['NO_PERMISSION', 'PARAM_ERROR'],
  }),
};
