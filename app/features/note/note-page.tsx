import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../../sync/model/ids';
import { NoteEditor } from '~/features/note-editor/note-editor';
import type { NoteEditorHandle } from '~/features/note-editor/editor-surface';
import { Missing } from '~/features/missing-document/missing-in-project';
import { RefusedSharing } from '~/features/sharing/refused-sharing';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';
import { LinkButton } from '~/ui/controls/button';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { usePeople } from '~/features/people/use-people';
import { Backlinks } from './backlinks';
import { LeaveGuard } from './leave-guard';
import { NoteActions } from './note-actions';
import { NoteTitleField } from './note-title';

/**
 * The note editor's page: an existing note, or (`noteId` null) a new one, which is created with its first edit. The
 * address then changes without leaving the page, so that neither the cursor nor a composition is lost.
 */
export function NotePage({ projectId, noteId }: { projectId: string; noteId: string | null }) {
  const { t } = useTranslation('note');
  const [id] = useState(() => noteId ?? newId());
  const isNew = noteId === null;
  const project = useQuery({ kind: 'one', collection: 'projects', id: projectId });
  const note = useQuery({ kind: 'one', collection: 'notes', id });
  const people = usePeople();
  const editor = useRef<NoteEditorHandle | null>(null);
  const create = useCreation(id, projectId);
  const prepare = useCallback(() => create(''), [create]);
  const target = useMemo(
    () => [
      { label: t('navigation.projects'), href: paths.projects() },
      ...(project ? [{ label: project.title, href: paths.project(project.id) }] : []),
    ],
    [project, t],
  );

  if (project === undefined || note === undefined)
    return (
      <PageBody>
        <SkeletonRows rows={3} />
      </PageBody>
    );
  if (isNew && (!project || !project.abilities.includes('addNote'))) {
    return (
      <Missing
        title={project ? t('missing.cannotAdd') : t('missing.project')}
        text={project ? t('missing.cannotAddText') : t('missing.projectText')}
      />
    );
  }
  if (!isNew && (!note || note.projectId !== projectId)) {
    return note ? (
      <Moved to={paths.noteEditor(note.projectId, note.id)} />
    ) : (
      <Missing title={t('missing.note')} text={t('missing.noteText')} ask={{ kind: 'notes', id }} />
    );
  }
  const writable = isNew || (note?.abilities.includes('update') ?? false);
  const saveTitle = async (title: string) => {
    if (isNew) await create(title);
    await run('note.rename', { id, title });
  };
  const creator = note ? (people.byId.get(note.creatorId)?.name ?? '') : '';
  return (
    <>
      <PageHeader
        place={target}
        title={note?.title || t('new')}
        windowTitle={t('window')}
        more={
          note && (
            <NoteActions
              note={note}
              beforeRead={async () => {
                await editor.current?.settle();
              }}
            />
          )
        }
      />
      <PageBody>
        <div className="flex min-h-[calc(100dvh-14rem)] flex-col gap-3">
          <RefusedSharing kind="notes" id={id} />
          {!writable && (
            <Banner
              className="mb-3"
              action={
                note && (
                  <LinkButton size="small" href={paths.noteDetail(projectId, id)}>
                    {t('readOnly.view')}
                  </LinkButton>
                )
              }
            >
              {creator ? t('readOnly.by', { name: creator }) : t('readOnly.reason')}
            </Banner>
          )}
          <NoteTitleField
            noteId={id}
            saved={note?.title ?? ''}
            writable={writable}
            autoFocus={isNew}
            onSave={saveTitle}
            onLeave={() => editor.current?.focus()}
          />
          <NoteEditor
            contentId={id}
            writable={writable}
            ariaLabel={t('editor.label')}
            placeholder={t('editor.placeholder')}
            handle={editor}
            {...(isNew ? { prepare } : {})}
          />
        </div>
        <Backlinks target={{ kind: 'note', id }} />
      </PageBody>
      <LeaveGuard editor={editor} noteId={id} />
    </>
  );
}

/** Creates the note once, for whichever asks first: title or text. */
function useCreation(id: string, projectId: string): (title: string) => Promise<void> {
  const made = useRef<Promise<void> | null>(null);
  return useCallback(
    (title: string) => {
      made.current ??= run('note.create', { id, projectId, title }).then(
        () => {
          history.replaceState(history.state, '', paths.noteEditor(projectId, id));
        },
        (error: unknown) => {
          made.current = null;
          throw error;
        },
      );
      return made.current;
    },
    [id, projectId],
  );
}

/** The note was moved to another project. */
function Moved({ to }: { to: string }) {
  const { t } = useTranslation('note');
  return (
    <PageBody>
      <Banner
        action={
          <LinkButton size="small" variant="primary" href={to}>
            {t('moved.open')}
          </LinkButton>
        }
      >
        {t('moved.text')}
      </Banner>
    </PageBody>
  );
}
