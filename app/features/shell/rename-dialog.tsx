import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '~/ui/controls/field';
import { FormDialog } from '~/ui/overlays/form-dialog';
import { errorText } from '~/features/failures/error-text';

export interface RenameDialogProps {
  title: string;
  /** of the field */
  label: string;
  submitLabel: string;
  /** the present name */
  name: string;
  /** the error of a name, '' for none */
  problemOf: (name: string) => string;
  onRename: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Changes the name of a document; the error of an attempt stands at the field. */
export function RenameDialog({ title, label, submitLabel, name, problemOf, onRename, onClose }: RenameDialogProps) {
  const { t } = useTranslation('errors');
  const [value, setValue] = useState(name);
  const [error, setError] = useState('');
  const save = async () => {
    const problem = problemOf(value);
    if (problem) {
      setError(problem);
      return;
    }
    try {
      await onRename(value);
      onClose();
    } catch (failed) {
      setError(errorText(t, failed));
    }
  };
  return (
    <FormDialog title={title} submitLabel={submitLabel} onSubmit={save} onClose={onClose}>
      <TextField
        label={label}
        value={value}
        onChange={(next) => {
          setValue(next);
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
