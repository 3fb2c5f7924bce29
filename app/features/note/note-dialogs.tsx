import { useState } from 'react';
import { reportFailure } from '~/features/shell/report-failure';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { isArchived } from '../../../sync/model/kinds/projects';
import { NoteTitle, type Note } from '../../../sync/model/kinds/notes';
import { errorText } from '~/features/shell/error-text';
import { offerUndo } from '~/features/trash/undo';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { ConfirmDialog, Dialog } from '~/ui/overlays/dialog';
import { TextField } from '~/ui/controls/field';
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

interface FormProps {
  title: string;
  submitLabel: string;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: React.ReactNode;
  isDisabled?: boolean;
}

function FormDialog({ title, submitLabel, onSubmit, onClose, children, isDisabled }: FormProps) {
  const { t } = useTranslation('note');
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    try {
      await onSubmit();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size="small"
      isDismissable={!busy}
      title={title}
      footer={(close) => (
        <>
          <Button onPress={close} isDisabled={busy}>
            {t('actions.cancel')}
          </Button>
          <Button variant="primary" isLoading={busy} isDisabled={isDisabled} onPress={() => void submit()}>
            {submitLabel}
          </Button>
        </>
      )}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDisabled) void submit();
        }}
        noValidate
      >
        {children}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

export function RenameNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const { t } = useTranslation(['note', 'errors']);
  const [title, setTitle] = useState(note.title);
  const [error, setError] = useState('');
  const save = async () => {
    const problem = titleProblem(title);
    if (problem) {
      setError(t(`note:${problem}`));
      return;
    }
    try {
      await run('note.rename', { id: note.id, title: v.parse(NoteTitle, title) });
      onClose();
    } catch (failed) {
      setError(errorText(t, failed));
    }
  };
  return (
    <FormDialog title={t('note:menu.rename')} submitLabel={t('note:actions.save')} onSubmit={save} onClose={onClose}>
      <TextField
        label={t('note:title.label')}
        value={title}
        onChange={(value) => {
          setTitle(value);
          setError('');
        }}
        error={error}
        autoFocus
        isRequired
        autoComplete="off"
      />
    </FormDialog>
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
