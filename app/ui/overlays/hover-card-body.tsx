import type { ReactNode, RefObject } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import { floatClass } from '../controls/button-styles';

export interface HoverCardBodyProps {
  label: string;
  isOpen: boolean;
  /** the focus is in the card */
  isEntered: boolean;
  trigger: RefObject<HTMLButtonElement>;
  onClose: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** The card itself (./hover-card). */
export default function HoverCardBody({
  label,
  isOpen,
  isEntered,
  trigger,
  onClose,
  onPointerEnter,
  onPointerLeave,
  className,
  children,
}: HoverCardBodyProps) {
  const content = (
    <div role="presentation" onPointerEnter={onPointerEnter} onPointerLeave={onPointerLeave} className={className}>
      {typeof children === 'function' ? children(onClose) : children}
    </div>
  );
  return (
    <Popover
      // another element: react-aria decides at the opening whether the rest of the page can be used
      key={isEntered ? 'entered' : 'shown'}
      triggerRef={trigger}
      isNonModal={!isEntered}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      placement="top"
      offset={6}
      className={floatClass}
    >
      {isEntered ? (
        <Dialog aria-label={label} className="max-h-[min(60dvh,28rem)] overflow-auto outline-none">
          {content}
        </Dialog>
      ) : (
        <div className="max-h-[min(60dvh,28rem)] overflow-auto">{content}</div>
      )}
    </Popover>
  );
}
