/** Decorations around blocks: numbers of ordered items, the placeholder, checkboxes of tasks, clicks on links. */
import type { Node } from 'prosemirror-model';
import { Plugin, TextSelection } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { NOTE_NODES, readIndent, readKind, safeHref } from '../../../sync/model/note-document';
import { orderedNumbers } from '../../../sync/merge/note-blocks';
import { linkAt } from './commands';

/** `start` on every ordered item but the first of a list, so that screen readers announce the number. */
function numbers(doc: Node): DecorationSet {
  const rows: { ordered: boolean; indent: number; ends: boolean; pos: number; size: number }[] = [];
  doc.forEach((node, pos) => {
    const kind = node.type.name === NOTE_NODES.block ? readKind(node.attrs['kind']) : null;
    rows.push({
      ordered: kind === 'ordered',
      indent: readIndent(node.attrs['indent']),
      ends: node.type.name === NOTE_NODES.divider || node.type.name === NOTE_NODES.image || kind === 'heading',
      pos,
      size: node.nodeSize,
    });
  });
  const counted = orderedNumbers(rows);
  return DecorationSet.create(
    doc,
    rows.flatMap((row, i) =>
      row.ordered && counted[i]! > 1
        ? [Decoration.node(row.pos, row.pos + row.size, { start: String(counted[i]) })]
        : [],
    ),
  );
}

export const numbersPlugin = (): Plugin<DecorationSet> => {
  const plugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
    state: { init: (_, state) => numbers(state.doc), apply: (tr, old) => (tr.docChanged ? numbers(tr.doc) : old) },
    props: { decorations: (state) => plugin.getState(state) },
  });
  return plugin;
};

const isEmpty = (doc: Node): boolean =>
  doc.childCount === 1 &&
  doc.firstChild!.content.size === 0 &&
  doc.firstChild!.attrs['kind'] === 'paragraph' &&
  !doc.firstChild!.attrs['quote'];

/** The placeholder of an empty note. */
export const placeholderPlugin = (text: string): Plugin =>
  new Plugin({
    props: {
      decorations: (state) =>
        text && isEmpty(state.doc)
          ? DecorationSet.create(state.doc, [
              Decoration.node(0, state.doc.firstChild!.nodeSize, { 'data-placeholder': text }),
            ])
          : null,
    },
  });

/** Toggles a task by its checkbox, by mouse or keyboard; opens links with Ctrl or ⌘ while editing. */
export const pressPlugin = (): Plugin =>
  new Plugin({
    props: {
      handleDOMEvents: {
        click: (view, event) => {
          const box = event.target as HTMLElement;
          if (!(box instanceof HTMLInputElement) || box.type !== 'checkbox') return false;
          event.preventDefault();
          if (!view.editable) return true;
          const $pos = view.state.doc.resolve(view.posAtDOM(box, 0));
          const at = $pos.depth > 0 ? $pos.before(1) : $pos.pos;
          const node = view.state.doc.nodeAt(at);
          if (node?.attrs['kind'] === 'task')
            view.dispatch(view.state.tr.setNodeAttribute(at, 'checked', node.attrs['checked'] ? null : true));
          return true;
        },
      },
      handleClick: (view, pos, event) => {
        if (!view.editable || !(event.metaKey || event.ctrlKey)) return false;
        const link = linkAt(
          view.state.apply(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(pos)))),
        );
        const href = safeHref(link?.href);
        if (!href) return false;
        window.open(href, '_blank', 'noopener,noreferrer');
        return true;
      },
    },
  });
