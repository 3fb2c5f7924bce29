import type { ReactNode } from 'react';
import { floating, type Floating, type Placement } from './float';

export interface MenuEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  /** a second, muted line */
  detail?: string;
  shortcut?: string;
  /** goes there instead of calling `onAction` */
  href?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** a check mark: the present choice */
  isSelected?: boolean;
}
export interface MenuGroup {
  id: string;
  title?: string;
  entries: MenuEntry[];
}

export interface MenuProps {
  label: string;
  /** entries, or groups of them with hairlines between */
  items: MenuEntry[] | MenuGroup[];
  onAction?: (id: string) => void;
  placement?: Placement;
}
export type MenuBodyProps = MenuProps & Floating;

/** A button (`trigger`: a Button or IconButton) that opens a menu. */
export const MenuButton = floating<MenuBodyProps>('true', () => import('./menu-body'));
