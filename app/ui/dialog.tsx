import { useState, type ReactElement, type ReactNode } from 'react';
import { Dialog as AriaDialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { cx } from './cx';
import { IconButton } from './icon-button';

interface Opening {
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

export interface DialogProps extends Opening {
  title: ReactNode;
  /** under the title */
  description?: ReactNode;
  size?: 'small' | 'normal' | 'large';
  /** closes on a press outside and on Esc; false while something runs */
  isDismissable?: boolean;
  /** a button that opens it, where the caller does not say `isOpen` */
  trigger?: ReactElement;
  role?: 'dialog' | 'alertdialog';
  /** the buttons, the main one last */
  footer?: ReactNode | ((close: () => void) => ReactNode);
  children?: ReactNode | ((close: () => void) => ReactNode);
}

const WIDTHS = { small: 'sm:max-w-md', normal: 'sm:max-w-lg', large: 'sm:max-w-3xl' };

/** Something that must be decided or filled in before going on. */
export function Dialog({ title, description, size = 'normal', isDismissable = true, trigger, role = 'dialog', footer, children, isOpen, onOpenChange }: DialogProps) {
  const { t } = useTranslation('common');
  const overlay = (
    <ModalOverlay
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      {...(trigger || isOpen === undefined ? {} : { isOpen })}
      {...(trigger || !onOpenChange ? {} : { onOpenChange })}
      className="scrim fixed inset-0 z-50 flex items-end justify-center bg-scrim sm:items-center sm:p-6"
    >
      <Modal className={cx('float-in w-full rounded-t-dialog border border-line bg-overlay shadow-dialog sm:rounded-dialog', WIDTHS[size])}>
        <AriaDialog role={role} className="flex max-h-[88dvh] flex-col outline-none">
          {({ close }) => (
            <>
              <div className="flex items-start gap-3 px-5 pt-5">
                <div className="flex flex-1 flex-col gap-1.5">
                  <Heading slot="title" className="text-16 leading-snug">{title}</Heading>
                  {description && <div className="text-14 leading-normal text-ink-muted">{description}</div>}
                </div>
                {isDismissable && <IconButton label={t('close')} size="small" icon={<X aria-hidden size={16} />} onPress={close} />}
              </div>
              <div className="min-h-0 flex-1 overflow-auto px-5 pb-1 pt-4 empty:hidden">{typeof children === 'function' ? children(close) : children}</div>
              {footer && <div className="flex flex-wrap justify-end gap-2 px-5 pb-5 pt-4">{typeof footer === 'function' ? footer(close) : footer}</div>}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
  if (!trigger) return overlay;
  return (
    <DialogTrigger {...(isOpen === undefined ? {} : { isOpen })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger}
      {overlay}
    </DialogTrigger>
  );
}

export interface ConfirmDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** a question that names the thing: Delete 'Weekly meeting'? */
  title: string;
  /** what happens and what is safe */
  description?: ReactNode;
  /** a verb */
  confirmLabel: string;
  cancelLabel?: string;
  isDanger?: boolean;
  /** closes when it resolves; stays open with the button free again when it throws */
  onConfirm: () => void | Promise<void>;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ isOpen, onOpenChange, title, description, confirmLabel, cancelLabel, isDanger = true, onConfirm }: ConfirmDialogProps) {
  const { t } = useTranslation('common');
  const [running, setRunning] = useState(false);
  const confirm = async () => {
    setRunning(true);
    try {
      await onConfirm();
      onOpenChange(false);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Dialog
      role="alertdialog"
      size="small"
      title={title}
      description={description}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={!running}
      footer={(close) => (
        <>
          <Button onPress={close} isDisabled={running}>{cancelLabel ?? t('cancel')}</Button>
          <Button variant={isDanger ? 'danger' : 'primary'} isLoading={running} autoFocus onPress={() => void confirm()}>{confirmLabel}</Button>
        </>
      )}
    />
  );
}
