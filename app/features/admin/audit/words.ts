/** What stands in an entry of the audit trail, in the reader's words. */
import type { TFunction } from 'i18next';
import type { AuditEntry } from '../../../../server/organization/audit/contract';

type Value = AuditEntry['details'][string][0];

export interface AuditWords {
  action(action: string): string;
  /** one change of an entry: `Role: member → admin` */
  changes(details: AuditEntry['details']): string[];
  /** who did it */
  actor(entry: Pick<AuditEntry, 'actorId' | 'actorName'>): string;
}

/** `t` knows the namespace `admin`. */
export function auditWords(t: TFunction): AuditWords {
  const say = t as (key: string, options?: Record<string, unknown>) => string;
  const value = (of: Value): string => (of === null || of === '' ? say('admin:audit.nothing') : typeof of === 'boolean' ? say(of ? 'admin:audit.yes' : 'admin:audit.no') : String(of));
  return {
    action: (action) => say(`admin:audit.actions.${action}`, { defaultValue: action }),
    changes: (details) => Object.entries(details).map(([name, [before, after]]) => {
      const field = say(`admin:audit.fields.${name}`, { defaultValue: name });
      return say(before === null ? 'admin:audit.set' : 'admin:audit.changed', { field, before: value(before), after: value(after) });
    }),
    actor: ({ actorId, actorName }) => (actorId ? actorName : say('admin:audit.itself')),
  };
}
