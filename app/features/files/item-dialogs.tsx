import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { useSavedText } from '~/features/outbox/use-saved-text';
import { ProjectPicker } from '~/features/project-picker/project-picker';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { UNDO_MS } from '~/features/trash/undo';
import { run } from '~/replica/client';
import { TextField } from '~/ui/controls/field';
import { toast } from '~/ui/feedback/toast';
import { FormDialog } from '~/ui/overlays/form-dialog';
import { LIMITS } from '../../../sync/model/limits';
import { withExtension } from './names';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';
import { line } from '../../../sync/model/text';

const ItemTitle = line(LIMITS.fileName, 'FILE_NAME_LENGTH_EXCEEDED');

/** Renames a file or link. */
export function RenameItem({ item, onClose }: { item: ProjectItem; onClose: () => void }) {
  const { t } = useTranslation(['files', 'common', 'errors']);
  const [title, setTitle] = useState(item.title);
  const [error, setError] = useState('');
  const save = async () => {
    const name = title.trim();
    const parsed = v.safeParse(
      ItemTitle,
      item.itemType === 'file' && name !== '' ? withExtension(name, item.title) : title,
    );
    if (!parsed.success) {
      setError(errorText(t, { code: title.trim() === '' ? 'FILE_NAME_REQUIRED' : 'FILE_NAME_LENGTH_EXCEEDED' }));
      return;
    }
    try {
      if (parsed.output !== item.title) await run('item.rename', { id: item.id, title: parsed.output });
      onClose();
    } catch (failed) {
      setError(errorText(t, failed));
    }
  };
  return (
    <FormDialog title={t('files:rename.title')} submitLabel={t('common:rename')} onSubmit={save} onClose={onClose}>
      <TextField
        autoFocus
        label={t('common:name')}
        value={title}
        error={error}
        onChange={(text) => {
          setTitle(text);
          setError('');
        }}
      />
    </FormDialog>
  );
}

/** Moves a file or link to another project to which this person may add items. */
export function MoveItem({ item, onClose }: { item: ProjectItem; onClose: () => void }) {
  const { t } = useTranslation(['files', 'common', 'errors']);
  const savedText = useSavedText();
  const [target, setTarget] = useState('');
  const [error, setError] = useState('');
  const { id, title, projectId } = item;
  const move = async () => {
    try {
      await run('item.move', { id, projectId: target });
    } catch (failed) {
      setError(errorText(t, failed));
      return;
    }
    toast.message(t('files:move.done', { title }), {
      description: savedText,
      duration: UNDO_MS,
      action: {
        label: t('common:undo'),
        onPress: () => void run('item.move', { id, projectId }).catch((failed: unknown) => reportFailure(t, failed)),
      },
    });
    onClose();
  };
  return (
    <FormDialog
      title={t('files:move.title', { title })}
      submitLabel={t('files:move.action')}
      isDisabled={target === ''}
      onSubmit={move}
      onClose={onClose}
    >
      <ProjectPicker
        of="notes"
        value={target}
        exclude={projectId}
        onChange={(chosen) => {
          setTarget(chosen);
          setError('');
        }}
      />
      {error && (
        <p role="alert" className="mt-2 text-12 text-danger-ink">
          {error}
        </p>
      )}
    </FormDialog>
  );
}
