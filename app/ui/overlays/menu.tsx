import { floating } from './float';
import type { MenuBodyProps } from './menu-body';

export type { MenuEntry, MenuGroup } from './menu-body';

/** A button (`trigger`: a Button or IconButton) that opens a menu. */
export const MenuButton = floating<MenuBodyProps>('true', () => import('./menu-body'));
