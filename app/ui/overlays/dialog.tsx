import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button';
import { useInProgress } from '../use-in-progress';
import type { DialogProps } from './dialog-body';
import { lazyOverlay } from './lazy-overlay';

/** A modal dialog: a decision or a form that blocks the page. */
export const Dialog = lazyOverlay<DialogProps>(() => import('./dialog-body'));

export interface ConfirmDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** a question that names the thing: Delete 'Weekly meeting'? */
  title: string;
  /** the consequence, and which data stays */
  description?: ReactNode;
  /** a verb */
  confirmLabel: string;
  cancelLabel?: string;
  isDanger?: boolean;
  /** the dialog closes when it resolves, and stays open with the button enabled when it rejects */
  onConfirm: () => void | Promise<void>;
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({
  isOpen,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  isDanger = true,
  onConfirm,
}: ConfirmDialogProps) {
  const { t } = useTranslation('common');
  const { isInProgress, track } = useInProgress();
  const confirm = () =>
    track(async () => {
      await onConfirm();
      onOpenChange(false);
    });
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={title}
      description={description}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={!isInProgress}
      footer={(close) => (
        <>
          <Button onPress={close} isDisabled={isInProgress}>
            {cancelLabel ?? t('cancel')}
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            isLoading={isInProgress}
            autoFocus
            onPress={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      )}
    />
  );
}
