import type { ReactNode } from 'react';
import { opened } from './lazy-overlay';

export interface SheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** its name; shown unless `hideTitle` */
  title: string;
  hideTitle?: boolean;
  side?: 'left' | 'right' | 'bottom';
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A panel from an edge of the window. */
export const Sheet = opened<SheetProps>(() => import('./sheet-body'));
