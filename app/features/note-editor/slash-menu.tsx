import { useCallback, useEffect, useId, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '~/ui/cx';
import { floatClass } from '~/ui/controls/button-styles';
import { Kbd } from '~/ui/data/kbd';
import type { NoteView } from './editor-view';
import { chooseSlash, dismissSlash, type SlashQuery } from './slash';
import { blockTools, type Tool } from './toolbar';

/** Short names that work in every language, beside the name in the language of the screen. */
const ALIASES: Record<string, string> = {
  heading1: 'h1',
  heading2: 'h2',
  heading3: 'h3',
  bullet: 'list',
  ordered: '1. number',
  task: '[] todo',
  codeBlock: '```',
  image: 'picture photo img',
  divider: '--- hr',
};

const WIDTH = 264;
const HEIGHT_MAX = 320;
const GAP = 6;

/** Below the slash, or above it where there is no room. */
function placeAt(view: NoteView, from: number): { left: number; top?: number; bottom?: number } {
  const { left, top, bottom } = view.view.coordsAtPos(from);
  const inside = Math.max(8, Math.min(left, innerWidth - WIDTH - 8));
  return bottom + HEIGHT_MAX + GAP > innerHeight && top > HEIGHT_MAX
    ? { left: inside, bottom: innerHeight - top + GAP }
    : { left: inside, top: bottom + GAP };
}

/** The menu of the slash being typed. The text keeps the focus; screen readers follow its active entry. */
export function SlashMenu({ view }: { view: NoteView }) {
  const open = useSyncExternalStore(view.subscribe, view.slash, view.slash);
  return open && <OpenMenu key={open.from} view={view} open={open} />;
}

function OpenMenu({ view, open }: { view: NoteView; open: SlashQuery }) {
  const { t } = useTranslation('note');
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ query: '', index: 0 });
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const wanted = open.query.normalize('NFKC').toLocaleLowerCase();
  const entries = blockTools().filter((tool) =>
    `${t(`toolbar.${tool.id}`)} ${tool.id} ${ALIASES[tool.id] ?? ''}`.toLocaleLowerCase().includes(wanted),
  );
  // another query begins at its first entry
  const index = active.query === wanted ? Math.min(active.index, entries.length - 1) : 0;
  const idOf = (tool: Tool): string => `${id}-${tool.id}`;
  const activeId = entries[index] ? idOf(entries[index]) : null;
  const choose = useCallback((tool: Tool) => view.run(chooseSlash(tool.run)), [view]);

  useEffect(() => {
    view.onSlashKey = (key) => {
      if (entries.length === 0) return false;
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) setActive({ query: wanted, index: (index + step + entries.length) % entries.length });
      else if (key === 'Enter' || key === 'Tab') choose(entries[index]!);
      else if (key === 'Escape') dismissSlash(view.view.state, view.view.dispatch);
      else return false;
      return true;
    };
    return () => {
      view.onSlashKey = null;
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
      if (!list.current?.contains(event.target as Node)) redraw();
    };
    addEventListener('scroll', moved, true);
    addEventListener('resize', moved);
    return () => {
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
      aria-label={t('slash.label')}
      className={cx(floatClass, 'fixed z-50 overflow-y-auto p-1.5')}
      style={{ ...placeAt(view, open.from), width: WIDTH, maxHeight: HEIGHT_MAX }}
      // the text keeps the focus
      onMouseDown={(event) => event.preventDefault()}
    >
      {entries.map((tool, i) => (
        <div
          key={tool.id}
          id={idOf(tool)}
          role="option"
          aria-selected={i === index}
          className={cx(
            'flex min-h-9 cursor-default items-center gap-2.5 rounded-control px-2.5 py-1.5 text-14 text-ink',
            i === index && 'bg-hover',
          )}
          onMouseMove={() => {
            if (i !== index) setActive({ query: wanted, index: i });
          }}
          onClick={() => choose(tool)}
        >
          {tool.icon}
          <span className="flex-1">{t(`toolbar.${tool.id}`)}</span>
          {tool.shortcut && <Kbd keys={tool.shortcut} />}
        </div>
      ))}
    </div>
  );
}
