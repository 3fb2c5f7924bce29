import type { ReactElement, ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import { Kbd } from '../data/kbd';

export interface TooltipProps {
  text: ReactNode;
  /** keyboard shortcut, e.g. `mod+k` */
  shortcut?: string;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  /** a focusable component of this library */
  children: ReactElement;
  isDisabled?: boolean;
}

/** Explains a control on hover and focus. A text that is needed must be visible elsewhere, too. */
export function Tooltip({ text, shortcut, placement = 'bottom', children, isDisabled }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={80} isDisabled={isDisabled}>
      {children}
      <AriaTooltip
        placement={placement}
        offset={6}
        className="float-in z-50 flex max-w-72 items-center gap-2 rounded-control bg-ink-strong px-2 py-1 text-12 text-paper shadow-float"
      >
        {text}
        {shortcut && <Kbd keys={shortcut} inverted />}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
