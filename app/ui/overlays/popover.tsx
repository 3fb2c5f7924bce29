import { floating } from './float';
import type { PopoverBodyProps } from './popover-body';

/** Content beside a button; closes on Esc and outside. */
export const Popover = floating<PopoverBodyProps>('dialog', () => import('./popover-body'));
