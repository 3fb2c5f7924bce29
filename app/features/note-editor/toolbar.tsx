import { Fragment, memo, useSyncExternalStore, type ReactNode } from 'react';
import { Toolbar } from 'react-aria-components';
import {
  AtSign,
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Image,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  SquareCode,
  Strikethrough,
  Table,
  TableProperties,
  TextSearch,
  Undo2,
} from 'lucide-react';
import { toggleMark } from 'prosemirror-commands';
import type { Command, EditorState } from 'prosemirror-state';
import { useTranslation } from 'react-i18next';
import { redoCommand, undoCommand } from 'y-prosemirror';
import { NOTE_MARKS, type NoteMark } from '../../../sync/model/note-document';
import { IconButton } from '~/ui/controls/icon-button';
import { MenuButton } from '~/ui/overlays/menu';
import { chooseImage } from './images';
import { insertDivider, shiftIndent, toggleCode, toggleKind, toggleQuote } from './commands';
import type { NoteView, ToolbarState } from './editor-view';
import { startMention } from './mentions';
import { addColumn, addRow, deleteColumn, deleteRow, deleteTable, insertTable } from './table-commands';

export interface Tool {
  id: string;
  icon: ReactNode;
  shortcut?: string;
  run: Command;
  isOn?: (state: ToolbarState) => boolean;
  isOff?: (state: ToolbarState) => boolean;
}

const mark =
  (name: NoteMark): Command =>
  (state: EditorState, dispatch, view) =>
    toggleMark(state.schema.marks[name]!)(state, dispatch, view);
const size = 16;
const heading = (level: 1 | 2 | 3) => (s: ToolbarState) => s.kind === 'heading' && s.level === level;

const groups = (openLink: () => void): Tool[][] => [
  [
    {
      id: 'undo',
      icon: <Undo2 aria-hidden size={size} />,
      shortcut: 'mod+z',
      run: undoCommand,
      isOff: (s) => !s.canUndo,
    },
    {
      id: 'redo',
      icon: <Redo2 aria-hidden size={size} />,
      shortcut: 'mod+shift+z',
      run: redoCommand,
      isOff: (s) => !s.canRedo,
    },
  ],
  [
    {
      id: 'heading1',
      icon: <Heading1 aria-hidden size={size} />,
      shortcut: 'mod+alt+1',
      run: toggleKind('heading', 1),
      isOn: heading(1),
    },
    {
      id: 'heading2',
      icon: <Heading2 aria-hidden size={size} />,
      shortcut: 'mod+alt+2',
      run: toggleKind('heading', 2),
      isOn: heading(2),
    },
    {
      id: 'heading3',
      icon: <Heading3 aria-hidden size={size} />,
      shortcut: 'mod+alt+3',
      run: toggleKind('heading', 3),
      isOn: heading(3),
    },
  ],
  [
    {
      id: 'bold',
      icon: <Bold aria-hidden size={size} />,
      shortcut: 'mod+b',
      run: mark(NOTE_MARKS.bold),
      isOn: (s) => s.marks.bold,
      isOff: (s) => s.kind === 'code',
    },
    {
      id: 'italic',
      icon: <Italic aria-hidden size={size} />,
      shortcut: 'mod+i',
      run: mark(NOTE_MARKS.italic),
      isOn: (s) => s.marks.italic,
      isOff: (s) => s.kind === 'code',
    },
    {
      id: 'strike',
      icon: <Strikethrough aria-hidden size={size} />,
      shortcut: 'mod+shift+x',
      run: mark(NOTE_MARKS.strike),
      isOn: (s) => s.marks.strike,
      isOff: (s) => s.kind === 'code',
    },
    {
      id: 'code',
      icon: <Code aria-hidden size={size} />,
      shortcut: 'mod+e',
      run: mark(NOTE_MARKS.code),
      isOn: (s) => s.marks.code,
      isOff: (s) => s.kind === 'code',
    },
    {
      id: 'link',
      icon: <Link aria-hidden size={size} />,
      shortcut: 'mod+k',
      run: (_s, dispatch) => {
        if (dispatch) openLink();
        return true;
      },
      isOn: (s) => s.marks.link,
      isOff: (s) => s.kind === 'code' || s.kind === 'divider' || s.kind === 'image',
    },
    {
      id: 'mention',
      icon: <AtSign aria-hidden size={size} />,
      run: startMention,
      isOff: (s) => s.kind === 'code' || s.kind === 'divider',
    },
  ],
  [
    {
      id: 'bullet',
      icon: <List aria-hidden size={size} />,
      shortcut: 'mod+shift+8',
      run: toggleKind('bullet'),
      isOn: (s) => s.kind === 'bullet',
    },
    {
      id: 'ordered',
      icon: <ListOrdered aria-hidden size={size} />,
      shortcut: 'mod+shift+7',
      run: toggleKind('ordered'),
      isOn: (s) => s.kind === 'ordered',
    },
    {
      id: 'task',
      icon: <ListChecks aria-hidden size={size} />,
      shortcut: 'mod+shift+9',
      run: toggleKind('task'),
      isOn: (s) => s.kind === 'task',
    },
    {
      id: 'outdent',
      icon: <IndentDecrease aria-hidden size={size} />,
      shortcut: 'shift+Tab',
      run: shiftIndent(-1),
      isOff: (s) => !s.canOutdent,
    },
    {
      id: 'indent',
      icon: <IndentIncrease aria-hidden size={size} />,
      shortcut: 'Tab',
      run: shiftIndent(1),
      isOff: (s) => !s.canIndent,
    },
  ],
  [
    {
      id: 'quote',
      icon: <Quote aria-hidden size={size} />,
      shortcut: 'mod+shift+.',
      run: toggleQuote,
      isOn: (s) => s.quote,
    },
    {
      id: 'codeBlock',
      icon: <SquareCode aria-hidden size={size} />,
      shortcut: 'mod+alt+c',
      run: toggleCode,
      isOn: (s) => s.kind === 'code',
    },
    { id: 'image', icon: <Image aria-hidden size={size} />, run: chooseImage },
    {
      id: 'table',
      icon: <Table aria-hidden size={size} />,
      run: insertTable,
      isOn: (s) => s.kind === 'table',
      isOff: (s) => s.kind === 'table',
    },
    { id: 'divider', icon: <Minus aria-hidden size={size} />, run: insertDivider },
  ],
];

const BLOCKS = new Set([
  'heading1',
  'heading2',
  'heading3',
  'bullet',
  'ordered',
  'task',
  'mention',
  'quote',
  'codeBlock',
  'image',
  'table',
  'divider',
]);
/** The tools that insert something, for the slash menu. */
export const blockTools = (): Tool[] =>
  groups(() => undefined)
    .flat()
    .filter(({ id }) => BLOCKS.has(id));

const TABLE_COMMANDS: Record<string, Command> = {
  rowAbove: addRow('above'),
  rowBelow: addRow('below'),
  columnLeft: addColumn('left'),
  columnRight: addColumn('right'),
  deleteRow,
  deleteColumn,
  deleteTable,
};

/** Rows and columns of the table with the cursor. */
function TableMenu({ view }: { view: NoteView }) {
  const { t } = useTranslation('note');
  const entries = (ids: string[], isDanger = false) =>
    ids.map((id) => ({ id, label: t(`table.${id}`), ...(isDanger ? { isDanger } : {}) }));
  return (
    <MenuButton
      label={t('table.label')}
      items={[
        { id: 'add', entries: entries(['rowAbove', 'rowBelow', 'columnLeft', 'columnRight']) },
        { id: 'delete', entries: entries(['deleteRow', 'deleteColumn', 'deleteTable'], true) },
      ]}
      onAction={(id) => view.run(TABLE_COMMANDS[id]!)}
      trigger={<IconButton size="small" label={t('table.label')} icon={<TableProperties aria-hidden size={size} />} />}
    />
  );
}

/**
 * Formats of the text at the cursor. One tab stop; arrow keys move within it. Renders when they change, not with every
 * keystroke.
 */
export const NoteToolbar = memo(function NoteToolbar({
  view,
  openLink,
  openFind,
}: {
  view: NoteView;
  openLink: () => void;
  openFind: () => void;
}) {
  const { t } = useTranslation('note');
  const state = useSyncExternalStore(view.subscribe, view.snapshot, view.snapshot);
  return (
    <Toolbar
      aria-label={t('toolbar.label')}
      className="note-toolbar -mx-1 flex items-center gap-0.5 overflow-x-auto px-1 py-1.5 [scrollbar-width:none]"
    >
      {groups(openLink).map((tools, i) => (
        <Fragment key={tools[0]!.id}>
          {i > 0 && <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-line" />}
          {tools.map((tool) => (
            <IconButton
              key={tool.id}
              size="small"
              label={t(`toolbar.${tool.id}`)}
              icon={tool.icon}
              {...(tool.shortcut ? { shortcut: tool.shortcut } : {})}
              {...(tool.isOn ? { isActive: tool.isOn(state) } : {})}
              isDisabled={tool.isOff?.(state) ?? false}
              onPress={() => (tool.id === 'link' ? openLink() : view.run(tool.run))}
            />
          ))}
        </Fragment>
      ))}
      <span aria-hidden className="mx-1 h-5 w-px shrink-0 bg-line" />
      <IconButton
        size="small"
        label={t('find.label')}
        icon={<TextSearch aria-hidden size={size} />}
        shortcut="mod+f"
        onPress={openFind}
      />
      {state.kind === 'table' && <TableMenu view={view} />}
    </Toolbar>
  );
});
