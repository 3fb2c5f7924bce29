import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx';
import { IconButton } from '../controls/icon-button';

const SIDES = {
  left: 'sheet-left left-0 inset-y-0 w-[min(20rem,86vw)] border-r',
  right: 'sheet-right right-0 inset-y-0 w-[min(26rem,92vw)] border-l',
  half: 'sheet-right right-0 inset-y-0 w-full border-l md:w-1/2 md:min-w-[30rem]',
  bottom: 'sheet-bottom inset-x-0 bottom-0 max-h-[88dvh] rounded-t-dialog border-t',
};

export interface SheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** accessible name; visible unless `hideTitle` */
  title: string;
  hideTitle?: boolean;
  /** `half`: the right half of the window, all of it where it is narrow */
  side?: 'left' | 'right' | 'half' | 'bottom';
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** The sheet itself (./sheet). */
export default function SheetBody({
  isOpen,
  onOpenChange,
  title,
  hideTitle = false,
  side = 'right',
  children,
}: SheetProps) {
  const { t } = useTranslation('common');
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="scrim fixed inset-0 z-50 bg-scrim"
    >
      <Modal className={cx('fixed overflow-auto border-line bg-overlay shadow-dialog', SIDES[side])}>
        <AriaDialog {...(hideTitle ? { 'aria-label': title } : {})} className="flex min-h-full flex-col outline-none">
          {({ close }) => (
            <>
              {!hideTitle && (
                <div className="flex min-h-14 items-center gap-3 px-4">
                  <Heading slot="title" className="flex-1 text-16">
                    {title}
                  </Heading>
                  <IconButton label={t('close')} icon={<X aria-hidden size={16} />} onPress={close} />
                </div>
              )}
              {typeof children === 'function' ? children(close) : children}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
