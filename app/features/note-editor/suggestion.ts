/**
 * Suggestions at the cursor: `/` offers blocks, `@` people and documents, `[[` notes. The plugin finds what is being
 * typed and passes keys to the popup on screen; it changes no text until an entry is chosen.
 */
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { NOTE_NODES } from '../../../sync/model/note-document';
import { isComposing } from './keys';

export type Trigger = 'slash' | 'mention' | 'note';
export interface Suggestion {
  trigger: Trigger;
  /** position of the sign */
  from: number;
  to: number;
  query: string;
}
interface SuggestionState {
  open: Suggestion | null;
  /** position of the sign whose popup was closed by Esc */
  dismissed: number | null;
}

const key = new PluginKey<SuggestionState>('suggestion');

/**
 * The sign with the letters after it, at the end of the text before the cursor. The full-width signs of Chinese and
 * Japanese keyboards count too. Names have spaces; an `@` within a Latin word is ordinary text, as in an e-mail address.
 */
const PATTERNS: [Trigger, RegExp][] = [
  ['slash', /(?:^|\s)([/／]([^\s/／]{0,30}))$/u],
  ['note', /((?:\[\[|［［|【【|「「)((?:[^\s[\]［］【】「」][^\n[\]［］【】「」]{0,39})?))$/u],
  ['mention', /(?:^|[^\p{Script=Latin}\p{N}._%+-])([@＠]((?:[^\s@＠][^\n@＠]{0,39})?))$/u],
];
/** UTF-16 units before the cursor that are looked at: more than the longest match */
const LOOK_BACK = 60;

const takes = (trigger: Trigger, { type: { name } }: Node): boolean =>
  name === NOTE_NODES.block || (name === NOTE_NODES.cell && trigger !== 'slash');

function suggestionAt({ selection }: EditorState): Suggestion | null {
  const { $head, empty } = selection;
  if (!empty || !(selection instanceof TextSelection) || !$head.parent.inlineContent) return null;
  // one unit for each node that is no text, so that positions can be counted
  const before = $head.parent.textBetween(Math.max(0, $head.parentOffset - LOOK_BACK), $head.parentOffset, '\n', '\n');
  for (const [trigger, pattern] of PATTERNS) {
    const match = takes(trigger, $head.parent) ? pattern.exec(before) : null;
    if (match) return { trigger, from: $head.pos - match[1]!.length, to: $head.pos, query: match[2]! };
  }
  return null;
}

export const suggestionOf = (state: EditorState): Suggestion | null => key.getState(state)?.open ?? null;

/** Closes the popup until another sign is typed. */
export const dismissSuggestion: Command = (state, dispatch) => {
  if (!suggestionOf(state)) return false;
  dispatch?.(state.tr.setMeta(key, 'dismiss'));
  return true;
};

/** Removes the sign and its letters, then runs a command at the same place. */
export const chooseSuggestion =
  (command: Command): Command =>
  (state, dispatch, view) => {
    const open = suggestionOf(state);
    if (!open) return false;
    const removed = state.tr.delete(open.from, open.to);
    if (!dispatch) return true;
    dispatch(removed);
    if (view) command(view.state, view.dispatch, view);
    else command(state.apply(removed), dispatch);
    return true;
  };

/**
 * @param onKey a key while the popup is open; true if the popup has used it. Keys of an input method are not passed on.
 */
export const suggestionPlugin = (onKey: (key: string) => boolean): Plugin<SuggestionState> =>
  new Plugin<SuggestionState>({
    key,
    state: {
      init: () => ({ open: null, dismissed: null }),
      apply: (tr, old, _before, state) => {
        const mapped = old.dismissed === null ? null : tr.mapping.mapResult(old.dismissed);
        const dismissed =
          tr.getMeta(key) === 'dismiss' ? old.open!.from : mapped?.deleted ? null : (mapped?.pos ?? null);
        const found = suggestionAt(state);
        if (!found || found.from === dismissed) return { open: null, dismissed: found ? dismissed : null };
        // opened by typing the sign, not by a cursor that comes across one
        const isTyped = old.open !== null || (tr.docChanged && found.query.length <= 1);
        return { open: isTyped ? found : null, dismissed };
      },
    },
    props: {
      handleKeyDown: (view, event) => {
        if (!suggestionOf(view.state) || isComposing(event, view) || event.ctrlKey || event.metaKey || event.altKey)
          return false;
        if (!onKey(event.key)) return false;
        event.preventDefault();
        event.stopPropagation();
        return true;
      },
      handleDOMEvents: {
        blur: (view) => {
          dismissSuggestion(view.state, view.dispatch);
          return false;
        },
      },
    },
  });
