import type { ReactNode } from 'react';
import { useInProgress } from '../use-in-progress';
import { SubmitDialog } from './submit-dialog';

export interface FormDialogProps {
  title: ReactNode;
  description?: ReactNode;
  /** a verb */
  submitLabel: string;
  isDisabled?: boolean;
  /** the dialog is busy until it resolves; it closes only when its user unmounts it */
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** A small dialog with one form, submitted by its button or by Enter. Mounted while it is open. */
export function FormDialog({
  title,
  description,
  submitLabel,
  isDisabled,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const { isInProgress, track } = useInProgress();
  const submit = () => void track(onSubmit);
  return (
    <SubmitDialog
      size="small"
      title={title}
      description={description}
      submitLabel={submitLabel}
      isDisabled={isDisabled}
      isBusy={isInProgress}
      submit={submit}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDisabled && !isInProgress) submit();
        }}
        noValidate
      >
        {children}
        <button type="submit" hidden />
      </form>
    </SubmitDialog>
  );
}
