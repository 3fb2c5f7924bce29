import { useTranslation } from 'react-i18next';
import { FolderClosed } from 'lucide-react';
import { RowStar } from '~/features/favourites/favourite-star';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { Avatar } from '~/ui/data/avatar';
import type { RowSelection } from '~/ui/data/selection';
import { ListRow } from '~/ui/data/list-row';
import { Written } from '~/i18n/written';
import type { Project } from '../../../sync/model/kinds/projects';
import { SHARE_ICONS } from './share-icons';
import type { People } from '~/features/people/use-people';

/** The number of a project's notes and meetings in the local replica. */
function Counts({ projectId }: { projectId: string }) {
  const { t } = useTranslation('project');
  const notes = useQuery({ kind: 'count', collection: 'notes', selector: { projectId } });
  const meetings = useQuery({ kind: 'count', collection: 'meetings', selector: { projectId } });
  if (notes === undefined || meetings === undefined) return null;
  return (
    <span className="tabular">
      {t('counts.notes', { count: notes })} · {t('counts.meetings', { count: meetings })}
    </span>
  );
}

/** A project in the list: title, description, counts, owner, time of the last change. */
export function ProjectRow({ project, people, select }: { project: Project; people: People; select?: RowSelection }) {
  const { t } = useTranslation('project');
  const owner = people.byId.get(project.ownerId);
  const others = project.contributorUserIds.length;
  const Share = SHARE_ICONS[project.shareRange];
  return (
    <ListRow
      {...(select ? { select } : {})}
      href={paths.project(project.id)}
      icon={<FolderClosed size={18} />}
      title={<Written text={project.title} />}
      detail={
        <>
          {project.description && (
            <>
              <Written text={project.description} /> ·{' '}
            </>
          )}
          <Counts projectId={project.id} />
        </>
      }
      meta={
        <>
          <span className="hidden items-center gap-1.5 sm:inline-flex" title={t(`share.${project.shareRange}`)}>
            <Share aria-hidden size={14} />
            <span className="sr-only">{t(`share.${project.shareRange}`)}</span>
          </span>
          {owner && (
            <span className="hidden items-center gap-1.5 md:inline-flex" title={owner.name}>
              <Avatar name={owner.name} src={owner.avatar || undefined} size={20} />
              <span className="max-w-32 truncate">{owner.id === people.me.userId ? t('you') : owner.name}</span>
              {others > 0 && <span aria-label={t('contributors.others', { count: others })}>+{others}</span>}
            </span>
          )}
        </>
      }
      actions={<RowStar kind="projects" id={project.id} />}
      at={project.updatedAt}
    />
  );
}
