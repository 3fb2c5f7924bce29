/** The plugin of a note's tables: places of cells, selected cells, pasted cells. */
import type { Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { NOTE_NODES } from '../../../sync/model/note-document';
import { clearCells, selectedCells } from './table-commands';
import { gridOf } from './table-grid';
import { pasteIntoTable, sizeOfTable } from './table-paste';

interface CellAttrs {
  from: number;
  to: number;
  attrs: Record<string, string>;
}
const cellAttrs = new WeakMap<Node, CellAttrs[]>();

/**
 * Attributes of cells, relative to their table: the role of the header, and the column of a cell that does not follow
 * the one before it. Made once for each version of a table.
 */
function attrsOfCells(table: Node): CellAttrs[] {
  const known = cellAttrs.get(table);
  if (known) return known;
  const { places, isRegular } = gridOf(table);
  const out: CellAttrs[] = [];
  let at = 1;
  for (let r = 0; r < (isRegular ? Math.min(1, table.childCount) : table.childCount); r += 1) {
    const row = table.child(r);
    let start = at + 1;
    row.forEach((cell, _offset, i) => {
      const place = places[r]![i]!;
      const attrs = {
        ...(r === 0 ? { role: 'columnheader' } : {}),
        ...(place === i ? {} : { style: `grid-column: ${place + 1}` }),
      };
      if (r === 0 || place !== i) out.push({ from: start, to: start + cell.nodeSize, attrs });
      start += cell.nodeSize;
    });
    at += row.nodeSize;
  }
  cellAttrs.set(table, out);
  return out;
}

function decorate(doc: Node): DecorationSet {
  const out: Decoration[] = [];
  doc.forEach((node, pos) => {
    if (node.type.name !== NOTE_NODES.table) return;
    // the width of rows that the browser has not laid out (note-editor.css)
    out.push(Decoration.node(pos, pos + node.nodeSize, { style: `--columns: ${gridOf(node).columns}` }));
    for (const { from, to, attrs } of attrsOfCells(node)) out.push(Decoration.node(pos + from, pos + to, attrs));
  });
  return DecorationSet.create(doc, out);
}

/** cells from which a pasted table is reported: the end of it is out of sight */
const REPORTED_CELLS = 200;

/** @param pasted reports the size of a large pasted table */
export const tablePlugin = (pasted: (size: { rows: number; columns: number }) => void): Plugin<DecorationSet> => {
  const plugin: Plugin<DecorationSet> = new Plugin<DecorationSet>({
    state: {
      init: (_, state) => decorate(state.doc),
      apply: (tr, old) => (tr.docChanged ? decorate(tr.doc) : old),
    },
    props: {
      decorations: (state) => {
        const cells = selectedCells(state);
        const set = plugin.getState(state)!;
        return cells.length === 0
          ? set
          : set.add(
              state.doc,
              cells.map(({ from, to }) => Decoration.node(from, to, { class: 'is-selected' })),
            );
      },
      handlePaste: (view, _event, slice) => {
        const size = sizeOfTable(slice);
        if (size && size.rows * size.columns >= REPORTED_CELLS) pasted(size);
        const tr = pasteIntoTable(view.state, slice);
        if (!tr) return false;
        view.dispatch(tr.setMeta('paste', true));
        return true;
      },
      handleTextInput: (view, _from, _to, text) => {
        if (!clearCells(view.state, view.dispatch)) return false;
        view.dispatch(view.state.tr.insertText(text).scrollIntoView());
        return true;
      },
    },
  });
  return plugin;
};
