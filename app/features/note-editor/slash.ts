/**
 * The slash menu: `/` at the start of a block, or after a space, offers blocks by name. The plugin finds what is being
 * typed and passes keys to the menu on screen; it changes no text until an entry is chosen.
 */
import { Plugin, PluginKey, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { NOTE_NODES } from '../../../sync/model/note-document';
import { isComposing } from './keys';

export interface SlashQuery {
  /** position of the slash */
  from: number;
  to: number;
  query: string;
}
interface SlashState {
  open: SlashQuery | null;
  /** the slash whose menu was closed by Esc */
  dismissed: number | null;
}

const key = new PluginKey<SlashState>('slash');

/** The slash and the letters after it, before the cursor. The full-width slash of Chinese and Japanese keyboards too. */
function slashAt({ selection }: EditorState): SlashQuery | null {
  const { $head, empty } = selection;
  if (!empty || !(selection instanceof TextSelection) || $head.parent.type.name !== NOTE_NODES.block) return null;
  const before = $head.parent.textBetween(Math.max(0, $head.parentOffset - 40), $head.parentOffset, '\n', '\n');
  const match = /(?:^|\s)[/／]([^\s/／]{0,30})$/u.exec(before);
  if (!match) return null;
  const from = $head.pos - match[1]!.length - 1;
  return { from, to: $head.pos, query: match[1]! };
}

export const slashOf = (state: EditorState): SlashQuery | null => key.getState(state)?.open ?? null;

/** Closes the menu until another slash is typed. */
export const dismissSlash: Command = (state, dispatch) => {
  if (!slashOf(state)) return false;
  dispatch?.(state.tr.setMeta(key, 'dismiss'));
  return true;
};

/** Removes the slash and its letters, then runs a command at the same place. */
export const chooseSlash =
  (command: Command): Command =>
  (state, dispatch, view) => {
    const open = slashOf(state);
    if (!open) return false;
    const removed = state.tr.delete(open.from, open.to);
    if (!dispatch) return true;
    dispatch(removed);
    if (view) command(view.state, view.dispatch, view);
    else command(state.apply(removed), dispatch);
    return true;
  };

/**
 * @param onKey a key while the menu is open; true if the menu has used it. Keys of an input method are not passed on.
 */
export const slashPlugin = (onKey: (key: string) => boolean): Plugin<SlashState> =>
  new Plugin<SlashState>({
    key,
    state: {
      init: () => ({ open: null, dismissed: null }),
      apply: (tr, old, _before, state) => {
        const mapped = old.dismissed === null ? null : tr.mapping.mapResult(old.dismissed);
        const dismissed =
          tr.getMeta(key) === 'dismiss' ? old.open!.from : mapped?.deleted ? null : (mapped?.pos ?? null);
        const found = slashAt(state);
        if (!found || found.from === dismissed) return { open: null, dismissed: found ? dismissed : null };
        // opened by typing the slash, not by a cursor that comes across one
        const isTyped = old.open !== null || (tr.docChanged && found.query.length <= 1);
        return { open: isTyped ? found : null, dismissed };
      },
    },
    props: {
      handleKeyDown: (view, event) => {
        if (!slashOf(view.state) || isComposing(event, view) || event.ctrlKey || event.metaKey || event.altKey)
          return false;
        if (!onKey(event.key)) return false;
        event.preventDefault();
        event.stopPropagation();
        return true;
      },
      handleDOMEvents: {
        blur: (view) => {
          dismissSlash(view.state, view.dispatch);
          return false;
        },
      },
    },
  });
