import { useParams, useSearchParams, type ClientLoaderFunctionArgs, type MetaFunction } from '@remix-run/react';
import { Mic, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Backlinks } from '~/features/note/backlinks';
import { FavouriteStar } from '~/features/favourites/favourite-star';
import { useStoredHistory } from '~/features/project-history/use-stored-history';
import { archiveProject } from '~/features/project/archive';
import { Missing } from '~/features/missing-document/missing-in-project';
import { notesOf } from '~/features/project/notes-of';
import { ProjectMenu, ProjectTitleField } from '~/features/project/project-header';
import { AddFilesAction, PastedItems, ProjectItems } from '~/features/project/project-items';
import { ProjectChatsTab } from '~/features/project/project-chats-tab';
import { ProjectMeetings } from '~/features/project/project-meetings';
import { ProjectNotes } from '~/features/project/project-notes';
import { ScreenError } from '~/features/project/screen-error';
import { SHARE_ICONS } from '~/features/project/share-icons';
import { PROJECT_TABS, readTab, type ProjectTab } from '~/features/project/tabs';
import { usePaste } from '~/features/files/use-paste';
import { usePeople } from '~/features/people/use-people';
import { preload } from '~/replica/preload';
import { RefusedSharing } from '~/features/sharing/refused-sharing';
import { paths } from '~/paths';
import { useQuery } from '~/replica/hooks';
import { Badge } from '~/ui/data/badge';
import { Button, LinkButton } from '~/ui/controls/button';
import { Banner } from '~/ui/feedback/banner';
import { SyncBadge } from '~/ui/data/sync-badge';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { Skeleton, SkeletonRows } from '~/ui/feedback/skeleton';
import { LinkTabs } from '~/ui/controls/tabs';
import { isArchived } from '../../../sync/model/kinds/projects';

export const meta: MetaFunction = () => [{ title: 'Satchel' }];

export const clientLoader = ({ params: { projectId: id = '' } }: ClientLoaderFunctionArgs) =>
  preload({ kind: 'one', collection: 'projects', id }, notesOf(id), { kind: 'find', collection: 'people' });

/** A project: its notes, meetings, files, links and chats. */
export default function ProjectScreen() {
  const { projectId = '' } = useParams();
  return <ProjectView key={projectId} id={projectId} />;
}

function ProjectView({ id }: { id: string }) {
  const { t } = useTranslation(['project', 'common', 'errors']);
  const [parameters] = useSearchParams();
  const tab = readTab(parameters.get('tab'));
  const people = usePeople();
  const project = useQuery({ kind: 'one', collection: 'projects', id });
  const notes = useQuery({ kind: 'count', collection: 'notes', selector: { projectId: id } });
  const meetings = useQuery({ kind: 'count', collection: 'meetings', selector: { projectId: id } });
  const items = useQuery({ kind: 'itemTotals', projectId: id });
  const chats = useQuery({ kind: 'count', collection: 'threads', selector: { projectId: id } });
  const counts: Record<ProjectTab, number | undefined> = {
    notes,
    meetings,
    files: items?.files,
    links: items?.links,
    chats,
  };
  const syncState = useQuery({ kind: 'syncState', collection: 'projects', id });
  useStoredHistory(id, Boolean(project));
  const { pasted, done } = usePaste(project?.abilities.includes('addNote') ?? false);
  if (project === undefined)
    return (
      <PageBody width="wide">
        <Skeleton className="mb-6 h-8 w-64" />
        <SkeletonRows />
      </PageBody>
    );
  if (project === null)
    return <Missing title={t('missing.title')} text={t('missing.text')} ask={{ kind: 'projects', id }} />;
  const Share = SHARE_ICONS[project.shareRange];
  const owner = people.byId.get(project.ownerId);
  const can = (ability: string): boolean => project.abilities.includes(ability);
  const actions: Record<ProjectTab, ReactNode> = {
    notes: can('addNote') && (
      <LinkButton
        variant="primary"
        className="max-sm:gap-0"
        href={paths.newNote(id)}
        icon={<Plus aria-hidden size={16} />}
      >
        <span className="max-sm:sr-only">{t('notes.new')}</span>
      </LinkButton>
    ),
    meetings: can('addMeeting') && (
      <LinkButton
        variant="primary"
        className="max-sm:gap-0"
        href={paths.newMeeting(id)}
        icon={<Mic aria-hidden size={16} />}
      >
        <span className="max-sm:sr-only">{t('meetings.new')}</span>
      </LinkButton>
    ),
    // the empty list has this button itself
    files: can('addNote') && items?.files !== 0 && <AddFilesAction projectId={id} />,
    // the tab has a field that adds links
    links: null,
    // the tab has a field that asks
    chats: null,
  };
  return (
    <>
      <PageHeader
        place={[{ label: t('list.title'), href: paths.projects() }]}
        title={<ProjectTitleField project={project} />}
        state={
          syncState && syncState !== 'onServer' && syncState !== 'processed' ? (
            <SyncBadge state={syncState} />
          ) : undefined
        }
        more={
          <>
            <FavouriteStar kind="projects" id={id} />
            <ProjectMenu project={project} />
          </>
        }
        action={actions[tab] || undefined}
      />
      <PageBody width="wide">
        <RefusedSharing kind="projects" id={id} className="mb-5" />
        <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2 text-13 text-ink-muted">
          <Badge icon={<Share aria-hidden size={12} />}>{t(`share.${project.shareRange}`)}</Badge>
          {owner && (
            <span>{owner.id === people.me.userId ? t('owner.you') : t('owner.name', { name: owner.name })}</span>
          )}
          {project.contributorUserIds.length > 0 && (
            <span>{t('contributors.count', { count: project.contributorUserIds.length })}</span>
          )}
          {!can('update') && <span>{t('viewer')}</span>}
        </div>
        {isArchived(project) && (
          <Banner
            kind="info"
            className="mb-5"
            action={
              can('manage') && (
                <Button size="small" onPress={() => void archiveProject(t, project, false)}>
                  {t('menu.unarchive')}
                </Button>
              )
            }
          >
            {t('archive.banner')}
          </Banner>
        )}
        {project.description && (
          <p className="mb-5 max-w-(--writing) whitespace-pre-line text-14 leading-relaxed text-ink">
            {project.description}
          </p>
        )}
        <LinkTabs
          label={t('tabs.label')}
          value={tab}
          className="mb-4"
          items={PROJECT_TABS.map((each) => ({
            id: each,
            label: t(`tabs.${each}`),
            href: paths.project(id, each),
            ...(counts[each] === undefined ? {} : { count: counts[each] }),
          }))}
        />
        {tab === 'notes' ? (
          <ProjectNotes project={project} people={people} />
        ) : tab === 'meetings' ? (
          <ProjectMeetings project={project} />
        ) : tab === 'chats' ? (
          <ProjectChatsTab project={project} />
        ) : (
          <ProjectItems tab={tab} project={project} people={people} />
        )}
        <Backlinks target={{ kind: 'project', id }} />
        {pasted && <PastedItems project={project} pasted={pasted} onDone={done} />}
      </PageBody>
    </>
  );
}

export const ErrorBoundary = ScreenError;
