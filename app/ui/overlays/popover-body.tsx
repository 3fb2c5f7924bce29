import type { ReactNode } from 'react';
import { Dialog, Popover as AriaPopover } from 'react-aria-components';
import { cx } from '../cx';
import { floatClass } from '../controls/button-styles';
import type { Floating, Placement } from './float';

export interface PopoverContent {
  /** accessible name */
  label: string;
  placement?: Placement;
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}
export type PopoverBodyProps = PopoverContent & Floating;

/** The popover itself (./popover). */
export default function PopoverBody({
  label,
  placement = 'bottom end',
  isOpen,
  onOpenChange,
  trigger,
  className,
  children,
}: PopoverBodyProps) {
  return (
    <AriaPopover
      triggerRef={trigger}
      trigger="DialogTrigger"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement={placement}
      offset={6}
      className={floatClass}
    >
      <Dialog aria-label={label} className={cx('max-h-[min(70dvh,36rem)] overflow-auto outline-none', className)}>
        {typeof children === 'function' ? children(() => onOpenChange(false)) : children}
      </Dialog>
    </AriaPopover>
  );
}
