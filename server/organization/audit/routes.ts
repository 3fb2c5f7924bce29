import type { Platform } from '../../platform/context';
import type { BoundCall } from '../../platform/http/feature';
import { bind } from '../../platform/http/feature';
import { inOwnCompany } from '../../shared/own-company';
import { auditCalls, AUTOMATIC_ACTOR, type AuditEntry } from './contract';

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

export function auditRoutes(platform: Pick<Platform, 'db'>): BoundCall[] {
  return [
    bind(auditCalls.query, async ({ actor, input }) => {
      const companyId = inOwnCompany(actor, input.companyId);
      const like = likePattern(input.text);
      // Ids are ordered by time, so the last entry's id is the cursor of the next page.
      const rows = await platform.db
        .selectFrom('audit_entry')
        .selectAll()
        .where('company_id', '=', companyId)
        .$if(input.text !== '', (q) =>
          q.where((e) =>
            e.or([e('actor_name', 'ilike', like), e('subject_name', 'ilike', like), e('ip', 'ilike', like)]),
          ),
        )
        .$if(input.action !== '', (q) => q.where('action', '=', input.action))
        .$if(input.actorId !== '', (q) =>
          q.where('actor_id', '=', input.actorId === AUTOMATIC_ACTOR ? '' : input.actorId),
        )
        .$if(input.from > 0, (q) => q.where('at', '>=', input.from))
        .$if(input.to < Number.MAX_SAFE_INTEGER, (q) => q.where('at', '<', input.to))
        .$if(input.before !== '', (q) => q.where('id', '<', input.before))
        .orderBy('id', 'desc')
        .limit(input.pageSize + 1)
        .execute();
      return {
        entries: rows.slice(0, input.pageSize).map((row): AuditEntry => ({
          id: row.id,
          at: row.at,
          actorId: row.actor_id,
          actorName: row.actor_name,
          action: row.action,
          subjectKind: row.subject_kind,
          subjectId: row.subject_id,
          subjectName: row.subject_name,
          details: JSON.parse(row.details) as AuditEntry['details'],
          ip: row.ip,
        })),
        more: rows.length > input.pageSize,
      };
    }),
    bind(auditCalls.actors, async ({ actor, input }) => {
      // Grouped under the latest name, because people are renamed.
      const rows = await platform.db
        .selectFrom('audit_entry')
        .distinctOn('actor_id')
        .select(['actor_id as id', 'actor_name as name'])
        .where('company_id', '=', inOwnCompany(actor, input.companyId))
        .orderBy('actor_id')
        .orderBy('id', 'desc')
        .execute();
      return { actors: rows.sort((a, b) => a.name.localeCompare(b.name)) };
    }),
  ];
}
