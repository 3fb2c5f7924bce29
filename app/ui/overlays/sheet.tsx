import { opened } from './lazy-overlay';
import type { SheetProps } from './sheet-body';

/** A panel from an edge of the window. */
export const Sheet = opened<SheetProps>(() => import('./sheet-body'));
