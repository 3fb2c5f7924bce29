import { lazyOverlay } from './lazy-overlay';
import type { SheetProps } from './sheet-body';

/** A panel from an edge of the window. */
export const Sheet = lazyOverlay<SheetProps>(() => import('./sheet-body'));
