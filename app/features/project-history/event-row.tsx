import { FileText, Folder, Mic } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { People } from '~/features/project/use-people';
import { paths } from '~/paths';
import { ListRow } from '~/ui/data/list-row';
import { fullTime } from '~/ui/data/relative-time';
import type { HistoryEvent } from '../../../server/core/project-history/contract';

const ICONS = { projects: Folder, notes: FileText, meetings: Mic } as const;

/** Address of what an event happened to; none where it is gone. */
function linkOf(projectId: string, { type, subject }: HistoryEvent): string | undefined {
  if (type === 'deleted' || type === 'movedOut') return undefined;
  if (subject.collection === 'notes') return paths.noteDetail(projectId, subject.id);
  return subject.collection === 'meetings' ? paths.meeting(subject.id) : undefined;
}

/** What happened, by whom and when. */
export function EventRow({ projectId, event, people }: { projectId: string; event: HistoryEvent; people: People }) {
  const { t, i18n } = useTranslation(['history', 'sharing', 'project']);
  const say = t as (key: string, options?: Record<string, unknown>) => string;
  const nameOf = (id: string): string => people.byId.get(id)?.name || t('history:formerMember');
  const { type, subject, title, params } = event;
  const isProject = subject.collection === 'projects';
  const ids = params.ids ?? [];
  const others = (params.count ?? ids.length) - ids.length;
  const names = [...ids.map(nameOf), ...(others > 0 ? [t('history:others', { count: others })] : [])];
  const range = params.range ?? '';
  const Icon = ICONS[subject.collection];
  const href = linkOf(projectId, event);
  return (
    <li>
      <ListRow
        icon={<Icon size={18} />}
        title={say(`history:event.${type}.${isProject ? 'project' : 'item'}`, {
          name: nameOf(event.actorId),
          title,
          from: params.from ?? '',
          people: new Intl.ListFormat(i18n.language.replace('_hans', '-Hans').replace('_hant', '-Hant')).format(names),
          range: range && say(isProject ? `project:share.${range}` : `sharing:range.${range}`),
        })}
        detail={fullTime(event.at, i18n.language)}
        {...(href ? { href } : {})}
        at={event.at}
      />
    </li>
  );
}
