import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button';
import { Dialog } from './dialog';
import type { DialogProps } from './dialog-body';

export interface SubmitDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size'> {
  /** a verb */
  submitLabel: string;
  isDisabled?: boolean;
  /** while it is true, the dialog can be neither submitted nor closed */
  isBusy: boolean;
  /** how the main button submits: by a function, or the form with this id in the dialog */
  submit: (() => void) | { form: string };
  onClose: () => void;
  /** a button before Cancel and the main one */
  extraButton?: ReactNode;
  children: ReactNode;
}

/** The frame of a dialog that is submitted: Cancel and a main button. Mounted while it is open. */
export function SubmitDialog({
  title,
  description,
  size,
  submitLabel,
  isDisabled,
  isBusy,
  submit,
  onClose,
  extraButton,
  children,
}: SubmitDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size={size}
      isDismissable={!isBusy}
      title={title}
      description={description}
      footer={(close) => (
        <>
          {extraButton}
          <Button onPress={close} isDisabled={isBusy}>
            {t('cancel')}
          </Button>
          <Button
            variant="primary"
            isLoading={isBusy}
            isDisabled={isDisabled}
            {...(typeof submit === 'function' ? { onPress: submit } : { type: 'submit', form: submit.form })}
          >
            {submitLabel}
          </Button>
        </>
      )}
    >
      {children}
    </Dialog>
  );
}
