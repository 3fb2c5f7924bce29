import { useEffect, useId, useLayoutEffect, useReducer, useRef, useState, type ReactNode } from 'react';
import { cx } from '~/ui/cx';
import { floatClass } from '~/ui/controls/button-styles';
import type { NoteView } from './editor-view';
import { dismissSuggestion, type Suggestion } from './suggestion';

export interface SuggestionEntry {
  id: string;
  icon: ReactNode;
  label: ReactNode;
  /** after the label: a shortcut, or a detail that distinguishes entries of the same name */
  detail?: ReactNode;
  choose: () => void;
}

const HEIGHT_MAX = 320;
const GAP = 6;
const EDGE = 8;
/** milliseconds */
const SETTLE_MS = 300;

/** Below the sign, or above it where there is no room; never wider than the window. */
function placeAt(view: NoteView, from: number, wanted: number) {
  const { left, top, bottom } = view.view.coordsAtPos(from);
  const width = Math.min(wanted, innerWidth - 2 * EDGE);
  const inside = Math.max(EDGE, Math.min(left, innerWidth - width - EDGE));
  return bottom + HEIGHT_MAX + GAP > innerHeight && top > HEIGHT_MAX
    ? { width, left: inside, bottom: innerHeight - top + GAP }
    : { width, left: inside, top: bottom + GAP };
}

/**
 * The popup of a suggestion. The text keeps the focus; screen readers follow the active entry. Without entries it is
 * closed, and keys go to the text.
 */
export function SuggestionPopup({
  view,
  open,
  label,
  entries,
  width,
}: {
  view: NoteView;
  open: Suggestion;
  label: string;
  entries: readonly SuggestionEntry[];
  width: number;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ query: '', index: 0 });
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const { query } = open;
  // another query begins at its first entry
  const index = active.query === query ? Math.min(active.index, entries.length - 1) : 0;
  const idOf = (entry: SuggestionEntry): string => `${id}-${entry.id}`;
  const activeId = entries[index] ? idOf(entries[index]) : null;

  // with the drawing: a key pressed at once meets the entries on screen
  useLayoutEffect(() => {
    view.onSuggestionKey = (key) => {
      if (entries.length === 0) return false;
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) setActive({ query, index: (index + step + entries.length) % entries.length });
      else if (key === 'Enter' || key === 'Tab') entries[index]!.choose();
      else if (key === 'Escape') dismissSuggestion(view.view.state, view.view.dispatch);
      else return false;
      return true;
    };
    return () => {
      view.onSuggestionKey = null;
    };
  });
  useEffect(() => {
    const { dom } = view.view;
    if (!activeId) return undefined;
    dom.setAttribute('aria-haspopup', 'listbox');
    dom.setAttribute('aria-controls', id);
    dom.setAttribute('aria-activedescendant', activeId);
    document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' });
    return () => {
      for (const name of ['aria-haspopup', 'aria-controls', 'aria-activedescendant']) dom.removeAttribute(name);
    };
  }, [view, id, activeId]);
  useEffect(() => {
    const moved = (event: Event) => {
      if (list.current?.contains(event.target as Node)) return;
      redraw();
      // a layout that follows the window's size moves the text a moment later
      if (event.type === 'resize') settle = setTimeout(redraw, SETTLE_MS);
    };
    let settle: ReturnType<typeof setTimeout> | undefined;
    addEventListener('scroll', moved, true);
    addEventListener('resize', moved);
    return () => {
      clearTimeout(settle);
      removeEventListener('scroll', moved, true);
      removeEventListener('resize', moved);
    };
  }, []);

  if (entries.length === 0) return null;
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className={cx(floatClass, 'fixed z-50 overflow-y-auto p-1.5')}
      style={{ ...placeAt(view, open.from, width), maxHeight: HEIGHT_MAX }}
      // the text keeps the focus
      onMouseDown={(event) => event.preventDefault()}
    >
      {entries.map((entry, i) => (
        <div
          key={entry.id}
          id={idOf(entry)}
          role="option"
          aria-selected={i === index}
          className={cx(
            'flex min-h-9 cursor-default items-center gap-2.5 rounded-control px-2.5 py-1.5 text-14 text-ink',
            i === index && 'bg-hover',
          )}
          onMouseMove={() => {
            if (i !== index) setActive({ query, index: i });
          }}
          onClick={entry.choose}
        >
          {entry.icon}
          <span className="min-w-0 flex-1 truncate">{entry.label}</span>
          {entry.detail}
        </div>
      ))}
    </div>
  );
}
