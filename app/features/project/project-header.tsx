import { useRef, useState } from 'react';
import {
  Archive,
  ArchiveRestore,
  HardDriveDownload,
  History,
  MoreHorizontal,
  Settings2,
  Share2,
  Trash2,
  UserRoundCheck,
  UsersRound,
} from 'lucide-react';
import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { isArchived, ProjectTitle, type Project } from '../../../sync/model/kinds/projects';
import * as v from 'valibot';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { offerUndo } from '~/features/trash/undo';
import { langOf } from '~/i18n/text-language';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { isComposing } from '~/ui/controls/composing';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { IconButton } from '~/ui/controls/icon-button';
import { MenuButton, type MenuGroup } from '~/ui/overlays/menu';
import { Written } from '~/i18n/written';
import { archiveProject } from './archive';
import { ContributorsDialog } from './contributors-dialog';
import { keepProject } from './keep';
import { ProjectFormDialog } from './project-form';
import { historyPath } from '~/features/project-history/paths';
import { TransferDialog } from './transfer-dialog';
import { ShareDialog } from '~/features/sharing/share-dialog';

type Open = 'settings' | 'share' | 'contributors' | 'transfer' | 'delete' | null;

/** Actions on a project, by its abilities. */
export function ProjectMenu({ project }: { project: Project }) {
  const { t } = useTranslation(['project', 'errors']);
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const isKept = useQuery({ kind: 'keptProjects' })?.includes(project.id) ?? false;
  const can = (ability: string): boolean => project.abilities.includes(ability);
  const groups: MenuGroup[] = [
    {
      id: 'edit',
      entries: [
        ...(can('update')
          ? [{ id: 'settings', label: t('project:menu.settings'), icon: <Settings2 size={16} /> }]
          : []),
        ...(can('share') ? [{ id: 'share', label: t('project:menu.share'), icon: <Share2 size={16} /> }] : []),
        ...(can('manage')
          ? [
              { id: 'contributors', label: t('project:menu.contributors'), icon: <UsersRound size={16} /> },
              { id: 'transfer', label: t('project:menu.transfer'), icon: <UserRoundCheck size={16} /> },
              isArchived(project)
                ? { id: 'unarchive', label: t('project:menu.unarchive'), icon: <ArchiveRestore size={16} /> }
                : { id: 'archive', label: t('project:menu.archive'), icon: <Archive size={16} /> },
            ]
          : []),
      ],
    },
    {
      id: 'history',
      entries: [
        {
          id: 'open-history',
          label: t('project:menu.history'),
          icon: <History size={16} />,
          href: historyPath(project.id),
        },
      ],
    },
    {
      id: 'device',
      entries: [
        {
          id: 'keep',
          label: t('project:menu.keep'),
          icon: <HardDriveDownload size={16} />,
          isSelected: isKept,
        },
      ],
    },
    {
      id: 'danger',
      entries: can('delete')
        ? [{ id: 'delete', label: t('project:menu.delete'), icon: <Trash2 size={16} />, isDanger: true }]
        : [],
    },
  ].filter((group) => group.entries.length > 0);
  const remove = async () => {
    const { id, title } = project;
    try {
      await run('project.delete', { id });
    } catch (error) {
      reportFailure(t, error);
      return;
    }
    navigate(paths.projects());
    offerUndo(t, t('project:delete.done', { title }), [{ collection: 'projects', id, title }]);
  };
  const close = () => setOpen(null);
  return (
    <>
      <MenuButton
        label={t('project:menu.label', { title: project.title })}
        trigger={
          <IconButton
            label={t('project:menu.label', { title: project.title })}
            icon={<MoreHorizontal aria-hidden size={18} />}
          />
        }
        items={groups}
        onAction={(id) => {
          if (id === 'keep') void keepProject(t, project, !isKept);
          else if (id === 'archive' || id === 'unarchive') void archiveProject(t, project, id === 'archive');
          else setOpen(id as Open);
        }}
      />
      {open === 'settings' && (
        <ProjectFormDialog
          title={t('project:menu.settings')}
          submitLabel={t('project:actions.save')}
          value={project}
          withSettings
          onSubmit={async (fields) => {
            await run('project.update', { id: project.id, ...fields });
          }}
          onClose={close}
        />
      )}
      {open === 'share' && <ShareDialog project={project} onClose={close} />}
      {open === 'transfer' && <TransferDialog project={project} onClose={close} />}
      {open === 'contributors' && <ContributorsDialog project={project} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'delete'}
        onOpenChange={close}
        title={t('project:delete.title', { title: project.title })}
        description={t('project:delete.text')}
        confirmLabel={t('project:delete.confirm')}
        onConfirm={remove}
      />
    </>
  );
}

/** The title; a field for editors: Enter or blur saves, Esc restores the old title. */
export function ProjectTitleField({ project }: { project: Project }) {
  const { t } = useTranslation(['project', 'errors']);
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState('');
  const composing = useRef(false);
  if (!project.abilities.includes('update')) return <Written text={project.title} />;
  const save = async () => {
    if (draft === null) return;
    const parsed = v.safeParse(ProjectTitle, draft);
    if (!parsed.success) {
      setError(t('project:form.titleLength'));
      return;
    }
    try {
      if (parsed.output !== project.title) await run('project.update', { id: project.id, title: parsed.output });
      setDraft(null);
      setError('');
    } catch (failed) {
      setError(errorText(t, failed));
    }
  };
  return (
    <span className="relative flex min-w-0 items-center">
      {/* the page's heading stays a heading; the field lies over it */}
      <span className="invisible min-w-8 max-w-[46vw] truncate whitespace-pre px-1.5" aria-hidden>
        {draft ?? project.title}
      </span>
      <input
        aria-label={t('project:form.title')}
        aria-invalid={Boolean(error)}
        aria-describedby={error ? 'project-title-error' : undefined}
        className="absolute inset-0 w-full min-w-0 truncate rounded-control bg-transparent px-1.5 font-semibold outline-none hover:bg-hover focus:bg-raised focus:outline-2 focus:outline-solid focus:outline-accent aria-invalid:outline-2 aria-invalid:outline-solid aria-invalid:outline-danger"
        value={draft ?? project.title}
        lang={langOf(project.title)}
        autoComplete="off"
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={() => {
          composing.current = false;
        }}
        onChange={(event) => {
          setDraft(event.target.value);
          setError('');
        }}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (composing.current || isComposing(event.nativeEvent)) return;
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') {
            setDraft(null);
            setError('');
          }
        }}
      />
      {error && (
        <span
          id="project-title-error"
          role="alert"
          className="absolute left-0 top-full z-30 mt-1 whitespace-nowrap rounded-control border border-line bg-overlay px-2 py-1 text-12 font-normal text-danger-ink shadow-float"
        >
          {error}
        </span>
      )}
    </span>
  );
}
