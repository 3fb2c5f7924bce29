/**
 * Keys of the note editor. While an input method composes, keys are ignored. ProseMirror withholds most such keys from
 * plugins; the key that ends a composition arrives as keyCode 229 in some browsers, which `isComposing` recognises.
 */
import { baseKeymap, chainCommands, newlineInCode, toggleMark } from 'prosemirror-commands';
import { undoInputRule } from 'prosemirror-inputrules';
import { keydownHandler } from 'prosemirror-keymap';
import type { Schema } from 'prosemirror-model';
import { Plugin, type Command } from 'prosemirror-state';
import { redo, undo } from 'y-prosemirror';
import { isComposing as composes } from '~/ui/controls/composing';
import { NOTE_MARKS } from '../../../sync/model/note-document';
import {
  backspace,
  enter,
  hardBreak,
  leaveCode,
  tabInList,
  toggleCode,
  toggleKind,
  toggleQuote,
  toggleTask,
} from './commands';
import { codeOnEnter } from './input-rules';
import { cellBelow, clearCells, leaveTable, nextCell, stopAtCellEdge } from './table-commands';

/** True for keys that belong to an input method. */
export const isComposing = (event: { isComposing: boolean; keyCode: number }, view: { composing: boolean }): boolean =>
  composes(event) || view.composing;

export const noteKeys = (schema: Schema, openLink: () => void): Record<string, Command> => {
  const mark = (name: keyof typeof NOTE_MARKS): Command => toggleMark(schema.marks[NOTE_MARKS[name]]!);
  const link: Command = (_state, dispatch) => {
    if (dispatch) openLink();
    return true;
  };
  return {
    Enter: chainCommands(newlineInCode, cellBelow, codeOnEnter, enter),
    'Shift-Enter': hardBreak,
    'Mod-Enter': chainCommands(leaveCode, leaveTable, toggleTask, hardBreak),
    Backspace: chainCommands(undoInputRule, clearCells, stopAtCellEdge('start'), backspace),
    Delete: chainCommands(clearCells, stopAtCellEdge('end')),
    Tab: chainCommands(nextCell(1), tabInList(1)),
    'Shift-Tab': chainCommands(nextCell(-1), tabInList(-1)),
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    'Mod-b': mark('bold'),
    'Mod-i': mark('italic'),
    'Mod-Shift-x': mark('strike'),
    'Mod-e': mark('code'),
    'Mod-k': link,
    'Mod-Alt-0': toggleKind('paragraph'),
    'Mod-Alt-1': toggleKind('heading', 1),
    'Mod-Alt-2': toggleKind('heading', 2),
    'Mod-Alt-3': toggleKind('heading', 3),
    'Mod-Shift-7': toggleKind('ordered'),
    'Mod-Shift-8': toggleKind('bullet'),
    'Mod-Shift-9': toggleKind('task'),
    'Mod-Shift-.': toggleQuote,
    'Mod-Shift->': toggleQuote,
    'Mod-Alt-c': toggleCode,
  };
};

export function keyPlugin(schema: Schema, openLink: () => void): Plugin {
  // Esc and then Tab leaves the text (WCAG 2.1.2): Tab is handled in lists and code only, and not after Esc
  let leaving = false;
  const own = keydownHandler(noteKeys(schema, openLink));
  const base = keydownHandler(baseKeymap);
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        if (isComposing(event, view)) return false;
        if (event.key === 'Escape') {
          leaving = true;
          return false;
        }
        if (event.key === 'Tab' && leaving) return false;
        if (event.key !== 'Shift') leaving = false;
        const handled = own(view, event) || base(view, event);
        // a key handled by the text must not reach the page's shortcuts
        if (handled) event.stopPropagation();
        return handled;
      },
    },
  });
}
