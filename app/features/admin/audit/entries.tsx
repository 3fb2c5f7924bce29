import { useTranslation } from 'react-i18next';
import { useTimeFormat } from '~/features/admin/local-time';
import type { AuditEntry } from '../../../../server/organization/audit/contract';
import { auditWords } from './words';

/** Audit entries, newest first. */
export function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const { t, i18n } = useTranslation('admin');
  const words = auditWords(t, i18n.language);
  const timeText = useTimeFormat();
  return (
    <ul className="flex flex-col">
      {entries.map((entry) => {
        const changes = words.changes(entry.details);
        return (
          <li
            key={entry.id}
            data-audit={entry.action}
            className="grid gap-x-6 gap-y-1 border-b border-line py-3 last:border-0 md:grid-cols-[12rem_minmax(0,14rem)_minmax(0,1fr)]"
          >
            <time dateTime={new Date(entry.at).toISOString()} className="tabular text-13 text-ink-muted">
              {timeText(entry.at)}
            </time>
            <span className="min-w-0 text-13 max-md:flex max-md:gap-2">
              <span className="block truncate font-medium text-ink-strong">{words.actor(entry)}</span>
              {entry.ip && (
                <span className="tabular block truncate text-12 text-ink-muted max-md:text-13">{entry.ip}</span>
              )}
            </span>
            <span className="min-w-0 text-14 max-md:order-first">
              <span className="text-ink-strong">{words.action(entry.action)}</span>
              {entry.subjectName && <span className="text-ink-muted"> · {words.subject(entry)}</span>}
              {changes.length > 0 && (
                <span className="block break-words text-13 leading-relaxed text-ink-muted">{changes.join(' · ')}</span>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
