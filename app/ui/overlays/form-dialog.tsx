import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button';
import { Dialog } from './dialog';

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
  const { t } = useTranslation('common');
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
      description={description}
      footer={(close) => (
        <>
          <Button onPress={close} isDisabled={busy}>
            {t('cancel')}
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
          if (!isDisabled && !busy) void submit();
        }}
        noValidate
      >
        {children}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
