/** Mentions in the editor: commands, the people that a text mentions, and keys and clicks that open a target. */
import type { Node } from 'prosemirror-model';
import { NodeSelection, Plugin, TextSelection, type Command } from 'prosemirror-state';
import type { EditorView, NodeView } from 'prosemirror-view';
import { readMention, type Mention } from '../../../sync/model/mentions';
import { NOTE_NODES } from '../../../sync/model/note-document';
import { isComposing } from './keys';
import { paintMention, shownNames, type MentionWords, type Shown } from './shown-names';

/** Scripts without spaces, and Korean, whose particles follow a name directly. */
const NO_SPACE_AFTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]$/u;

/** Inserts a mention, and a space where the language writes one. */
export const insertMention =
  (mention: Mention): Command =>
  (state, dispatch) => {
    const { parent, parentOffset } = state.selection.$to;
    if (!parent.inlineContent || parent.type.spec.code) return false;
    if (dispatch) {
      const { kind, id, label } = mention;
      const tr = state.tr.replaceSelectionWith(state.schema.node(NOTE_NODES.mention, { kind, id, label }), false);
      const next = parent.textBetween(parentOffset, Math.min(parent.content.size, parentOffset + 1));
      if (!NO_SPACE_AFTER.test(label) && !/^[\s\p{P}]/u.test(next)) tr.insertText(' ');
      dispatch(tr.scrollIntoView());
    }
    return true;
  };

/** Types the sign that opens the suggestions, for the toolbar and the slash menu. */
export const startMention: Command = (state, dispatch) => {
  const { parent, parentOffset } = state.selection.$from;
  if (!parent.inlineContent || parent.type.spec.code) return false;
  // directly after a Latin word it would be part of an address
  const before = parent.textBetween(Math.max(0, parentOffset - 1), parentOffset);
  dispatch?.(state.tr.insertText(/[\p{Script=Latin}\p{N}._%+-]$/u.test(before) ? ' @' : '@').scrollIntoView());
  return true;
};

const known = new WeakMap<Node, readonly string[]>();
/** Ids of the people that a document mentions. Cached by block: a keystroke looks at one block. */
export function peopleMentioned(node: Node): readonly string[] {
  const before = known.get(node);
  if (before) return before;
  const mention = node.type.name === NOTE_NODES.mention ? readMention(node.attrs) : null;
  const ids =
    mention?.kind === 'person' ? [mention.id] : node.isLeaf ? [] : [...new Set(node.children.flatMap(peopleMentioned))];
  known.set(node, ids);
  return ids;
}

/** A mention under the present name of its target. */
class MentionView implements NodeView {
  readonly dom = document.createElement('span');
  private shown: Shown = { state: 'unknown' };
  private readonly stop: () => void;

  constructor(
    node: Node,
    private readonly words: () => MentionWords,
    open: (href: string, isNewTab: boolean) => void,
  ) {
    const mention = readMention(node.attrs);
    if (!mention) {
      this.dom.textContent = node.type.spec.leafText!(node);
      this.stop = () => undefined;
      return;
    }
    this.dom.addEventListener('click', (event) => {
      if (this.shown.state !== 'here' || !this.shown.href) return;
      event.preventDefault();
      open(this.shown.href, event.metaKey || event.ctrlKey);
    });
    this.stop = shownNames.watch(mention, (shown) => {
      this.shown = shown;
      paintMention(this.dom, mention, shown, this.words(), { isInTabOrder: false });
    });
  }

  get href(): string | null {
    return this.shown.state === 'here' ? this.shown.href : null;
  }
  // the name changes without an edit
  ignoreMutation = (): boolean => true;
  destroy(): void {
    this.stop();
  }
}

/** @param open opens an address of the app */
export function mentionPlugin(words: () => MentionWords, open: (href: string, isNewTab: boolean) => void): Plugin {
  const views = new Map<EditorView['dom'] | globalThis.Node, MentionView>();
  return new Plugin({
    props: {
      nodeViews: {
        [NOTE_NODES.mention]: (node) => {
          const made = new MentionView(node, words, open);
          views.set(made.dom, made);
          const end = made.destroy.bind(made);
          made.destroy = () => {
            views.delete(made.dom);
            end();
          };
          return made;
        },
      },
      /**
       * Enter opens the selected mention; the arrow keys select one on their way. Where there is nothing to open, the cursor
       * goes behind it, since Enter would replace it.
       */
      handleKeyDown: (view, event) => {
        const { selection } = view.state;
        if (event.key !== 'Enter' || isComposing(event, view) || !(selection instanceof NodeSelection)) return false;
        if (selection.node.type.name !== NOTE_NODES.mention) return false;
        const dom = view.nodeDOM(selection.from);
        const href = dom && views.get(dom)?.href;
        event.preventDefault();
        event.stopPropagation();
        if (href) open(href, event.metaKey || event.ctrlKey);
        else view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, selection.to)));
        return true;
      },
    },
  });
}
