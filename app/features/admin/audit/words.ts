/** Texts of an audit entry in the reader's language. */
import type { TFunction } from 'i18next';
import { sizeText } from '~/i18n/size-text';
import type { AuditEntry } from '../../../../server/organization/audit/contract';
import { dynamicKeys } from '~/i18n/dynamic-keys';

type Value = AuditEntry['details'][string][0];

export interface AuditWords {
  action(action: string): string;
  /** one change of an entry: `Role: member → admin` */
  changes(details: AuditEntry['details']): string[];
  /** the person who acted */
  actor(entry: Pick<AuditEntry, 'actorId' | 'actorName'>): string;
  /** the name of what was acted on */
  subject(entry: Pick<AuditEntry, 'subjectKind' | 'subjectName'>): string;
}

const BYTES = new Set(['storageLimit', 'bytes']);
/** text for a field without a value */
const WITHOUT: Record<string, string> = {
  retentionDays: 'admin:settings.retention.forever',
  storageLimit: 'admin:settings.storage.none',
};

/** `t` must have loaded the namespace `admin`. */
export function auditWords(t: TFunction, language: string): AuditWords {
  const translate = dynamicKeys(t);
  const value = (field: string, of: Value): string => {
    if (of === null || of === '') return translate(WITHOUT[field] ?? 'admin:audit.nothing');
    if (typeof of === 'boolean') return translate(of ? 'admin:audit.yes' : 'admin:audit.no');
    if (field === 'deviceLock') return translate(of === 'required' ? 'admin:audit.yes' : 'admin:audit.no');
    if (field === 'role') return translate(`admin:audit.roles.${of}`, { defaultValue: String(of) });
    if (field === 'mode') return translate(`admin:agents.mode.${of}`, { defaultValue: String(of) });
    if (field === 'tool') return translate(`admin:audit.tools.${of}`, { defaultValue: String(of) });
    return BYTES.has(field) ? sizeText(Number(of), language) : String(of);
  };
  return {
    action: (action) => translate(`admin:audit.actions.${action}`, { defaultValue: action }),
    changes: (details) =>
      Object.entries(details).map(([name, [before, after]]) => {
        const field = translate(`admin:audit.fields.${name}`, { defaultValue: name });
        return translate(before === null && !(name in WITHOUT) ? 'admin:audit.set' : 'admin:audit.changed', {
          field,
          before: value(name, before),
          after: value(name, after),
        });
      }),
    subject: ({ subjectKind, subjectName }) =>
      subjectKind === 'aiProvider' && subjectName !== ''
        ? translate(`admin:ai.capability.${subjectName}.title`, { defaultValue: subjectName })
        : subjectName,
    actor: ({ actorId, actorName }) => (actorId ? actorName : translate('admin:audit.itself')),
  };
}
