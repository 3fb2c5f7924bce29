import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx';
import { IconButton } from '../controls/icon-button';

const WIDTHS = {
  small: 'sm:max-w-md',
  normal: 'sm:max-w-lg',
  large: 'sm:max-w-3xl',
  full: 'h-dvh sm:h-[88dvh] sm:max-w-6xl',
};

export interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: ReactNode;
  /** under the title */
  description?: ReactNode;
  /** `full`: the whole screen where it is narrow, most of it else */
  size?: 'small' | 'normal' | 'large' | 'full';
  /** closes on a press outside and on Esc; false while an operation runs */
  isDismissable?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** the buttons, the main one last */
  footer?: ReactNode | ((close: () => void) => ReactNode);
  children?: ReactNode | ((close: () => void) => ReactNode);
}

/** The dialog itself (./dialog). */
export default function DialogBody({
  title,
  description,
  size = 'normal',
  isDismissable = true,
  role = 'dialog',
  footer,
  children,
  isOpen,
  onOpenChange,
}: DialogProps) {
  const { t } = useTranslation('common');
  return (
    <ModalOverlay
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="scrim fixed inset-0 z-50 flex items-end justify-center bg-scrim sm:items-center sm:p-6"
    >
      <Modal
        className={cx(
          'float-in w-full border border-line bg-overlay shadow-dialog sm:rounded-dialog',
          size !== 'full' && 'rounded-t-dialog',
          WIDTHS[size],
        )}
      >
        <AriaDialog
          role={role}
          className={cx('flex flex-col outline-none', size === 'full' ? 'h-full' : 'max-h-[88dvh]')}
        >
          {({ close }) => (
            <>
              <div className="flex items-start gap-3 px-5 pt-5">
                <div className="flex flex-1 flex-col gap-1.5">
                  <Heading slot="title" className="text-16 leading-snug">
                    {title}
                  </Heading>
                  {description && <div className="text-14 leading-normal text-ink-muted">{description}</div>}
                </div>
                {isDismissable && (
                  <IconButton label={t('close')} size="small" icon={<X aria-hidden size={16} />} onPress={close} />
                )}
              </div>
              <div className="min-h-0 flex-1 overflow-auto px-5 pb-1 pt-4 empty:hidden">
                {typeof children === 'function' ? children(close) : children}
              </div>
              {footer && (
                <div className="dialog-footer flex flex-wrap justify-end gap-2 px-5 pb-5 pt-4">
                  {typeof footer === 'function' ? footer(close) : footer}
                </div>
              )}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
