import { useState } from 'react';
import { reportFailure } from '~/features/failures/report-failure';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { isArchived } from '../../../sync/model/kinds/projects';
import { NoteTitle, type Note } from '../../../sync/model/kinds/notes';
import { errorText } from '~/features/failures/error-text';
import { RenameDialog } from '~/features/shell/rename-dialog';
import { offerUndo } from '~/features/trash/undo';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { FormDialog } from '~/ui/overlays/form-dialog';
import { Select } from '~/ui/controls/select';
import { toast } from '~/ui/feedback/toast';

/** The error of a note's title: a key of the `note` texts, or null. */
export function titleProblem(title: string): 'required.title' | 'title.tooLong' | null {
  const parsed = v.safeParse(NoteTitle, title);
  return parsed.success
    ? null
    : parsed.issues[0].message === 'NOTE_TITLE_TOO_LONG'
      ? 'title.tooLong'
      : 'required.title';
}

export function RenameNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const { t } = useTranslation('note');
  return (
    <RenameDialog
      title={t('menu.rename')}
      label={t('title.label')}
      submitLabel={t('actions.save')}
      name={note.title}
      problemOf={(title) => {
        const problem = titleProblem(title);
        return problem ? t(problem) : '';
      }}
      onRename={(title) => run('note.rename', { id: note.id, title: v.parse(NoteTitle, title) })}
      onClose={onClose}
    />
  );
}

/** Moves a note to another project where this person may add notes. */
export function MoveNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const { t } = useTranslation(['note', 'errors']);
  const projects = useQuery({ kind: 'find', collection: 'projects', sort: [{ recency: 'asc' }] });
  const [target, setTarget] = useState<string | null>(null);
  const [error, setError] = useState('');
  const options = (projects ?? [])
    .filter((p) => p.abilities.includes('addNote') && p.id !== note.projectId && !isArchived(p))
    .map((p) => ({ id: p.id, label: p.title }));
  const move = async () => {
    if (!target) return;
    try {
      await run('note.move', { id: note.id, projectId: target });
      toast.success(
        t('note:move.done', { title: note.title, project: options.find((o) => o.id === target)?.label ?? '' }),
      );
      onClose();
    } catch (failed) {
      setError(`${t('note:failed.saveNotes')}: ${errorText(t, failed)}`);
    }
  };
  return (
    <FormDialog
      title={t('note:move.title', { title: note.title })}
      submitLabel={t('note:move.action')}
      onSubmit={move}
      onClose={onClose}
      isDisabled={!target}
    >
      {projects && options.length === 0 ? (
        <p className="text-14 text-ink-muted">{t('note:move.nowhere')}</p>
      ) : (
        <Select
          label={t('note:move.project')}
          placeholder={t('note:move.choose')}
          options={options}
          value={target}
          onChange={setTarget}
          error={error}
        />
      )}
    </FormDialog>
  );
}

/** Confirms, deletes, and offers undo. */
export function DeleteNote({
  note,
  isOpen,
  onClose,
  onDeleted,
}: {
  note: Note;
  isOpen: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const { t } = useTranslation(['note', 'errors']);
  const remove = async () => {
    const { id, title } = note;
    try {
      await run('note.delete', { id });
    } catch (error) {
      reportFailure(t, error, { title: t('note:failed.delete') });
      return;
    }
    offerUndo(t, t('note:delete.done', { title }), [{ collection: 'notes', id, title }]);
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('note:delete.title', { title: note.title })}
      description={t('note:delete.text')}
      confirmLabel={t('note:delete.confirm')}
      onConfirm={remove}
    />
  );
}
