import type { ReactNode } from 'react';
import { floating, type Floating, type Placement } from './float';

export interface PopoverContent {
  /** its name for assistive technology */
  label: string;
  placement?: Placement;
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}
export type PopoverBodyProps = PopoverContent & Floating;

/** Content beside a button; closes on Esc and outside. */
export const Popover = floating<PopoverBodyProps>('dialog', () => import('./popover-body'));
