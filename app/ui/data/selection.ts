/**
 * Selection of rows in a list. The rows carry their ids (`ListRow` with `select`), so that the keys work on any list:
 *
 *   arrows move between rows, with Shift they select on the way · Space selects a row · Ctrl or ⌘ and A all · Escape none
 */
import { useRef, useState, type KeyboardEvent } from 'react';

export interface RowSelection {
  id: string;
  /** names the row in its checkbox */
  label: string;
  isSelected: boolean;
  /** the checkboxes of all rows are shown, not only that of the row under the pointer */
  isShown: boolean;
  /** `extend`: up to this row from the one chosen last */
  onToggle: (extend: boolean) => void;
}

export interface ListSelection {
  /** in the order of the list; ids that left the list are not among them */
  selected: readonly string[];
  isSelecting: boolean;
  /** Shows the checkboxes, for devices without hover and keys. */
  begin(): void;
  clear(): void;
  all(): void;
  /** Replaces the selection. */
  set(ids: readonly string[]): void;
  row(id: string, label: string): RowSelection;
  /** of an element around the list */
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/** The ids between two rows, both included, in the order of the list. */
export function between(ids: readonly string[], from: string, to: string): string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

const rowOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row-id]') : null;

/** @param ids of all rows, in their order */
export function useSelection(ids: readonly string[]): ListSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isBegun, setBegun] = useState(false);
  const anchor = useRef('');
  const selected = ids.filter((id) => chosen.has(id));
  const isSelecting = isBegun || selected.length > 0;
  const set = (next: readonly string[]): void => {
    setChosen(new Set(next));
    if (next.length === 0) setBegun(false);
  };
  const toggle = (id: string, extend: boolean): void => {
    if (extend && anchor.current) set([...new Set([...selected, ...between(ids, anchor.current, id)])]);
    else {
      anchor.current = id;
      const next = chosen.has(id) ? selected.filter((each) => each !== id) : [...selected, id];
      setChosen(new Set(next));
    }
  };
  const move = (list: HTMLElement, from: string, by: number, extend: boolean): void => {
    const to = ids[ids.indexOf(from) + by];
    if (to === undefined) return;
    list.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(to)}"] :is(a, button)`)?.focus();
    if (!extend) return;
    if (!anchor.current || selected.length === 0) anchor.current = from;
    set([...new Set([...selected, ...between(ids, anchor.current, to)])]);
  };
  return {
    selected,
    isSelecting,
    begin: () => setBegun(true),
    clear: () => set([]),
    all: () => set(ids),
    set,
    row: (id, label) => ({
      id,
      label,
      isSelected: chosen.has(id),
      isShown: isSelecting,
      onToggle: (extend) => toggle(id, extend),
    }),
    onKeyDown(event) {
      const { key, currentTarget: list, target } = event;
      // events of menus and dialogs that a row opened come here, too
      if (event.defaultPrevented || !(target instanceof Node) || !list.contains(target)) return;
      const row = rowOf(target);
      const id = row?.dataset['rowId'];
      const isTick = target instanceof HTMLInputElement;
      if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a') set(ids);
      else if (key === 'Escape' && isSelecting) set([]);
      else if (id && (key === 'ArrowDown' || key === 'ArrowUp'))
        move(list, id, key === 'ArrowDown' ? 1 : -1, event.shiftKey);
      else if (id && key === ' ' && !isTick && target instanceof HTMLAnchorElement) toggle(id, event.shiftKey);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
