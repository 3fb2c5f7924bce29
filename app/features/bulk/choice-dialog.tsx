import { useState, type ReactNode } from 'react';
import { FormDialog } from '~/ui/overlays/form-dialog';

/** A dialog with one choice for all selected rows. */
export function ChoiceDialog({
  title,
  submit,
  isReady,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  submit: string;
  isReady: (choice: string) => boolean;
  onSubmit: (choice: string) => Promise<void>;
  onClose: () => void;
  children: (choice: string, choose: (choice: string) => void) => ReactNode;
}) {
  const [choice, setChoice] = useState('');
  return (
    <FormDialog
      title={title}
      submitLabel={submit}
      isDisabled={!isReady(choice)}
      onSubmit={() => onSubmit(choice)}
      onClose={onClose}
    >
      {children(choice, setChoice)}
    </FormDialog>
  );
}
