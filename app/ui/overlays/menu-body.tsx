import type { ReactNode } from 'react';
import {
  Header,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  Popover as AriaPopover,
  Separator,
  type Key,
} from 'react-aria-components';
import { Check } from 'lucide-react';
import { flushSync } from 'react-dom';
import { cx } from '../cx';
import { Kbd } from '../data/kbd';
import { floatClass } from '../controls/button-styles';
import type { Floating, Placement } from './float';

export interface MenuEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  /** a second, muted line */
  detail?: string;
  shortcut?: string;
  /** a link instead of a call of `onAction` */
  href?: string;
  /** the link leads to another site, in a new tab */
  isExternal?: boolean;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** a check mark: the current choice */
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

const isGroups = (items: MenuEntry[] | MenuGroup[]): items is MenuGroup[] => items.length > 0 && 'entries' in items[0]!;

function Entry({ entry }: { entry: MenuEntry }) {
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      href={entry.href}
      {...(entry.isExternal ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      isDisabled={entry.isDisabled}
      className={cx(
        'flex min-h-9 cursor-default items-center gap-2.5 rounded-control px-2.5 py-1.5 text-14 outline-none data-focused:bg-hover data-disabled:opacity-45',
        entry.isDanger ? 'text-danger-ink' : 'text-ink',
      )}
    >
      {entry.icon && (
        <span aria-hidden className={entry.isDanger ? '' : 'text-ink-muted'}>
          {entry.icon}
        </span>
      )}
      <span className="flex min-w-0 flex-1 flex-col">
        <span>{entry.label}</span>
        {entry.detail && <span className="text-12 text-ink-muted">{entry.detail}</span>}
      </span>
      {entry.isSelected && <Check aria-hidden size={16} className="text-accent-ink" />}
      {entry.shortcut && <Kbd keys={entry.shortcut} />}
    </MenuItem>
  );
}

/** The menu itself (./menu). */
export default function MenuBody({
  label,
  items,
  onAction,
  placement = 'bottom end',
  isOpen,
  onOpenChange,
  trigger,
  focus,
}: MenuBodyProps) {
  // The focus returns to the button before the action runs: a dialog that the action opens restores the focus to it,
  // and the entry is gone by then. Until the menu is closed the page behind it takes no focus.
  const choose = (key: Key): void => {
    flushSync(() => onOpenChange(false));
    trigger.current?.focus();
    onAction?.(String(key));
  };
  return (
    <AriaPopover
      triggerRef={trigger}
      trigger="MenuTrigger"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      placement={placement}
      offset={6}
      aria-label={label}
      className={floatClass}
    >
      <AriaMenu
        aria-label={label}
        autoFocus={focus}
        onClose={() => onOpenChange(false)}
        onAction={choose}
        className="max-h-[70dvh] min-w-52 max-w-80 overflow-auto p-1 outline-none"
      >
        {isGroups(items)
          ? items.flatMap((group, i) => [
              ...(i > 0 ? [<Separator key={`${group.id}-line`} className="my-1 h-px bg-line" />] : []),
              <MenuSection key={group.id} id={group.id} aria-label={group.title ?? label}>
                {group.title ? (
                  <Header className="px-2.5 pb-1 pt-2 text-12 text-ink-muted">{group.title}</Header>
                ) : null}
                {group.entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </MenuSection>,
            ])
          : items.map((entry) => <Entry key={entry.id} entry={entry} />)}
      </AriaMenu>
    </AriaPopover>
  );
}
