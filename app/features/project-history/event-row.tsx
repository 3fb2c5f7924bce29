import { Link } from '@remix-run/react';
import { KIND_ICONS } from '~/features/lists/kind-icons';
import { useTranslation } from 'react-i18next';
import { nameOfPerson, type People } from '~/features/people/use-people';
import { paths } from '~/paths';
import { Moment } from '~/ui/data/relative-time';
import type { HistoryEvent } from '../../../server/core/project-history/contract';
import { languageTag } from '../../../sync/model/languages';
import { dynamicKeys } from '~/i18n/dynamic-keys';

/** Address of the subject of an event; none for a deleted or moved one. */
function linkOf(projectId: string, { type, subject, params }: HistoryEvent): string | undefined {
  if (type === 'deleted' || type === 'movedOut') return undefined;
  return subject.collection === 'projects'
    ? undefined
    : subject.collection === 'projectItems'
      ? paths.projectItem(projectId, subject.id, params.itemType ?? 'file')
      : paths.document(subject.collection, { id: subject.id, projectId });
}

/** One event: its sentence and time. */
export function EventRow({ projectId, event, people }: { projectId: string; event: HistoryEvent; people: People }) {
  const { t, i18n } = useTranslation(['history', 'sharing', 'project']);
  const translate = dynamicKeys(t);
  const nameOf = (id: string): string => nameOfPerson(people, id, t('history:formerMember'));
  const { type, subject, title, params } = event;
  const isProject = subject.collection === 'projects';
  const ids = params.ids ?? [];
  const others = (params.count ?? ids.length) - ids.length;
  const names = [...ids.map(nameOf), ...(others > 0 ? [t('history:others', { count: others })] : [])];
  const range = params.range ?? '';
  const Icon = KIND_ICONS[subject.collection];
  const href = linkOf(projectId, event);
  // the former title is unknown where only other people could read it
  const text = type === 'renamed' && !params.from ? 'retitled' : type;
  const sentence = translate(`history:event.${text}.${isProject ? 'project' : 'item'}`, {
    name: nameOf(event.actorId),
    title,
    from: params.from ?? '',
    people: new Intl.ListFormat(languageTag(i18n.language)).format(names),
    range: range && translate(isProject ? `project:share.${range}` : `sharing:range.${range}`),
  });
  return (
    <li className="flex items-start gap-3 border-b border-line px-2 py-2.5 last:border-0">
      <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="text-14 break-words text-ink-strong">
          {href ? (
            <Link to={href} className="focus-ring rounded-xs hover:underline">
              {sentence}
            </Link>
          ) : (
            sentence
          )}
        </p>
        <p className="tabular text-12 text-ink-muted">
          <Moment at={event.at} />
        </p>
      </div>
    </li>
  );
}
