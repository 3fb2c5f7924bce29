import type { ReactElement, ReactNode } from 'react';
import { Dialog, DialogTrigger, Popover as AriaPopover } from 'react-aria-components';
import { cx } from './cx';

/** The look of everything that floats. */
export const floatClass = 'float-in z-40 rounded-card border border-line bg-overlay shadow-float outline-none data-exiting:float-out';

export interface PopoverProps {
  /** the button that opens it */
  trigger: ReactElement;
  /** its name for assistive technology */
  label: string;
  placement?: 'bottom' | 'bottom start' | 'bottom end' | 'top' | 'top start' | 'top end' | 'right' | 'right top' | 'right bottom' | 'left';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** Content beside a button; closes on Esc and outside. */
export function Popover({ trigger, label, placement = 'bottom end', isOpen, onOpenChange, className, children }: PopoverProps) {
  return (
    <DialogTrigger {...(isOpen === undefined ? {} : { isOpen })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger}
      <AriaPopover placement={placement} offset={6} className={floatClass}>
        <Dialog aria-label={label} className={cx('max-h-[min(70dvh,36rem)] overflow-auto outline-none', className)}>
          {({ close }) => <>{typeof children === 'function' ? children(close) : children}</>}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
