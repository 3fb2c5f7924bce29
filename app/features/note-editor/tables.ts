/**
 * Tables of a note: commands, keys, pasted cells, and the places of cells. ProseMirror's own table package repairs
 * irregular tables by adding cells; two devices would do so at once and add to each other's repairs. Here an irregular
 * table is shown with its gaps (sync/merge/note-table.ts), and filled by the next change of its rows or columns.
 */
import { Fragment, type Node, type Schema, type Slice } from 'prosemirror-model';
import { Plugin, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { tableGrid, type TableGrid } from '../../../sync/merge/note-table';
import { NOTE_NODES } from '../../../sync/model/note-document';
import { insertBlock } from './commands';

const START = { rows: 3, columns: 3 };

const namesOf = (row: Node): (string | null)[] =>
  row.children.map((cell) => (typeof cell.attrs['column'] === 'string' ? cell.attrs['column'] : null));

/** Names of a row's columns as one text; null if a name is missing or repeated. */
const rowKeys = new WeakMap<Node, string | null>();
function rowKey(row: Node): string | null {
  const known = rowKeys.get(row);
  if (known !== undefined) return known;
  const names = namesOf(row);
  const key = names.includes(null) || new Set(names).size < names.length ? null : JSON.stringify(names);
  rowKeys.set(row, key);
  return key;
}

interface EditorGrid extends TableGrid {
  /** every row has every column in the same order */
  isRegular: boolean;
}
const grids = new WeakMap<Node, EditorGrid>();

/** The columns of a table node. A keystroke in a regular table costs one row and a comparison of the others. */
export function gridOf(table: Node): EditorGrid {
  const known = grids.get(table);
  if (known) return known;
  const first = table.firstChild ? rowKey(table.firstChild) : null;
  const isRegular = first !== null && table.children.every((row) => rowKey(row) === first);
  const inOrder = isRegular ? table.firstChild!.children.map((_, i) => i) : [];
  const grid: EditorGrid = isRegular
    ? { isRegular, columns: inOrder.length, places: table.children.map(() => inOrder) }
    : { isRegular, ...tableGrid(table.children.map(namesOf)) };
  grids.set(table, grid);
  return grid;
}

/** Unique within a table, also beside columns that other devices add at the same time. */
const newColumn = (): string => crypto.randomUUID().slice(0, 8);

interface CellPlace {
  table: Node;
  /** position of the table */
  pos: number;
  row: number;
  /** index of the cell within its row */
  cell: number;
  column: number;
}

/** The cell at a position of the document. */
function cellAt(doc: Node, pos: number): CellPlace | null {
  const $pos = doc.resolve(pos);
  if ($pos.depth < 3 || $pos.node(1).type.name !== NOTE_NODES.table) return null;
  const table = $pos.node(1);
  const row = $pos.index(1);
  const cell = $pos.index(2);
  return { table, pos: $pos.before(1), row, cell, column: gridOf(table).places[row]?.[cell] ?? cell };
}
export const cellOf = (state: EditorState): CellPlace | null => cellAt(state.doc, state.selection.head);

/** Position of a row within the document. */
function rowStart(table: Node, pos: number, row: number): number {
  let at = pos + 1;
  for (let i = 0; i < row; i += 1) at += table.child(i).nodeSize;
  return at;
}
/** Position before a cell, by its index in its row. */
function cellStart(table: Node, pos: number, row: number, cell: number): number {
  let at = rowStart(table, pos, row) + 1;
  for (let i = 0; i < cell; i += 1) at += table.child(row).child(i).nodeSize;
  return at;
}

/** Puts the cursor into a cell, at its end, or at the nearest cell of its row. */
function moveTo(tr: Transaction, pos: number, row: number, column: number): Transaction {
  const table = tr.doc.nodeAt(pos)!;
  const places = gridOf(table).places[row] ?? [];
  if (places.length === 0) return tr;
  const exact = places.indexOf(column);
  const cell = exact >= 0 ? exact : places.reduce((best, place, i) => (place < column ? i : best), 0);
  const end = cellStart(table, pos, row, cell) + table.child(row).child(cell).nodeSize - 1;
  return tr.setSelection(TextSelection.create(tr.doc, end)).scrollIntoView();
}

/** The rows of a table by column: null where a row lacks a cell. */
const cellsByColumn = (table: Node): (Node | null)[][] => {
  const { columns, places } = gridOf(table);
  return table.children.map((row, r) => {
    const out = Array<Node | null>(columns).fill(null);
    row.children.forEach((cell, i) => {
      out[places[r]![i]!] = cell;
    });
    return out;
  });
};

/** Names of columns from the cells that have them; a new name for a column without. */
const columnNames = (rows: (Node | null)[][], columns: number): string[] => {
  const names: string[] = [];
  for (let c = 0; c < columns; c += 1) {
    const named = rows.map((row) => row[c]?.attrs['column'] as unknown).find((name) => typeof name === 'string');
    names.push(named && !names.includes(named) ? named : newColumn());
  }
  return names;
};

/**
 * Gives each row a cell in every column. Only missing cells are inserted and only wrong names are changed, so that
 * what is being typed elsewhere in the table is not replaced.
 */
function fillGaps(tr: Transaction, pos: number): void {
  const table = tr.doc.nodeAt(pos)!;
  if (gridOf(table).isRegular) return;
  const rows = cellsByColumn(table);
  const names = columnNames(rows, gridOf(table).columns);
  const type = table.type.schema.nodes[NOTE_NODES.cell]!;
  for (let r = rows.length - 1; r >= 0; r -= 1) {
    const { places } = gridOf(table);
    for (let c = names.length - 1; c >= 0; c -= 1) {
      const index = places[r]!.indexOf(c);
      if (index >= 0) {
        if (table.child(r).child(index).attrs['column'] !== names[c])
          tr.setNodeAttribute(cellStart(table, pos, r, index), 'column', names[c]);
        continue;
      }
      const before = places[r]!.filter((place) => place < c).length;
      tr.insert(cellStart(table, pos, r, before), type.create({ column: names[c] }));
    }
  }
}

const rowOf = (schema: Schema, names: string[]): Node =>
  schema.node(
    NOTE_NODES.row,
    null,
    names.map((column) => schema.node(NOTE_NODES.cell, { column })),
  );

export const insertTable: Command = (state, dispatch, view) => {
  if (cellOf(state)) return false;
  return insertBlock(
    (schema) => {
      const names = Array.from({ length: START.columns }, newColumn);
      return schema.node(
        NOTE_NODES.table,
        null,
        Array.from({ length: START.rows }, () => rowOf(schema, names)),
      );
    },
    () => 3,
  )(state, dispatch, view);
};

const tableCommand =
  (change: (tr: Transaction, here: CellPlace) => void): Command =>
  (state, dispatch) => {
    const here = cellOf(state);
    if (!here) return false;
    if (dispatch) {
      const tr = state.tr;
      change(tr, here);
      dispatch(tr);
    }
    return true;
  };

const insertRow = (tr: Transaction, { pos, column }: CellPlace, at: number): void => {
  fillGaps(tr, pos);
  const table = tr.doc.nodeAt(pos)!;
  const names = columnNames(cellsByColumn(table), gridOf(table).columns);
  tr.insert(rowStart(table, pos, at), rowOf(table.type.schema, names));
  moveTo(tr, pos, at, column);
};

export const addRow = (side: 'above' | 'below'): Command =>
  tableCommand((tr, here) => insertRow(tr, here, side === 'above' ? here.row : here.row + 1));

export const addColumn = (side: 'left' | 'right'): Command =>
  tableCommand((tr, { pos, row, column }) => {
    fillGaps(tr, pos);
    const table = tr.doc.nodeAt(pos)!;
    const at = side === 'left' ? column : column + 1;
    const name = newColumn();
    const { places } = gridOf(table);
    for (let r = table.childCount - 1; r >= 0; r -= 1) {
      const before = places[r]!.filter((place) => place < at).length;
      tr.insert(cellStart(table, pos, r, before), table.type.schema.node(NOTE_NODES.cell, { column: name }));
    }
    moveTo(tr, pos, row, at);
  });

/** Replaces a table that has lost its last row or column by a paragraph. */
const removeTable = (tr: Transaction, pos: number): void => {
  const table = tr.doc.nodeAt(pos)!;
  tr.replaceWith(pos, pos + table.nodeSize, table.type.schema.node(NOTE_NODES.block));
  tr.setSelection(TextSelection.create(tr.doc, pos + 1)).scrollIntoView();
};

export const deleteTable: Command = tableCommand((tr, { pos }) => removeTable(tr, pos));

export const deleteRow: Command = tableCommand((tr, { table, pos, row, column }) => {
  if (table.childCount === 1) {
    removeTable(tr, pos);
    return;
  }
  const from = rowStart(table, pos, row);
  tr.delete(from, from + table.child(row).nodeSize);
  moveTo(tr, pos, Math.min(row, table.childCount - 2), column);
});

export const deleteColumn: Command = tableCommand((tr, { table, pos, row, column }) => {
  const { columns, places } = gridOf(table);
  if (columns <= 1) {
    removeTable(tr, pos);
    return;
  }
  for (let r = table.childCount - 1; r >= 0; r -= 1) {
    const cell = places[r]!.indexOf(column);
    if (cell < 0) continue;
    const from = cellStart(table, pos, r, cell);
    tr.delete(from, from + table.child(r).child(cell).nodeSize);
  }
  moveTo(tr, pos, row, Math.min(column, columns - 2));
});

/** Tab: the next cell; after the last one a new row. */
export const nextCell =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const here = cellOf(state);
    if (!here) return false;
    const { table, pos, row, cell } = here;
    if (!dispatch) return true;
    const tr = state.tr;
    let [r, c] = [row, cell + by];
    if (c < 0) {
      r -= 1;
      while (r >= 0 && table.child(r).childCount === 0) r -= 1;
      c = r >= 0 ? table.child(r).childCount - 1 : 0;
    } else if (c >= table.child(r).childCount) {
      r += 1;
      while (r < table.childCount && table.child(r).childCount === 0) r += 1;
      c = 0;
    }
    if (r < 0) return true;
    if (r >= table.childCount) insertRow(tr, { ...here, column: 0 }, table.childCount);
    else moveTo(tr, pos, r, gridOf(table).places[r]![c]!);
    dispatch(tr);
    return true;
  };

/** Enter: the cell below; below the last one a new row. */
export const cellBelow: Command = tableCommand((tr, here) => {
  if (here.row + 1 < here.table.childCount) moveTo(tr, here.pos, here.row + 1, here.column);
  else insertRow(tr, here, here.row + 1);
});

/** Mod-Enter: leaves the table for the block after it. */
export const leaveTable: Command = (state, dispatch) => {
  const here = cellOf(state);
  if (!here) return false;
  if (dispatch) {
    const after = here.pos + here.table.nodeSize;
    const tr = state.tr;
    const next = state.doc.nodeAt(after);
    if (!next?.isTextblock) tr.insert(after, state.schema.node(NOTE_NODES.block));
    dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  }
  return true;
};

/** The cells of a selection that spans several cells of one table: the rectangle between its ends. */
export function selectedCells(state: EditorState): { from: number; to: number }[] {
  const { anchor, head } = state.selection;
  const a = cellAt(state.doc, anchor);
  const b = cellAt(state.doc, head);
  if (!a || !b || a.pos !== b.pos || (a.row === b.row && a.cell === b.cell)) return [];
  const [top, bottom] = [Math.min(a.row, b.row), Math.max(a.row, b.row)];
  const [left, right] = [Math.min(a.column, b.column), Math.max(a.column, b.column)];
  const { places } = gridOf(a.table);
  const out: { from: number; to: number }[] = [];
  let at = rowStart(a.table, a.pos, top);
  for (let r = top; r <= bottom; r += 1) {
    const row = a.table.child(r);
    let start = at + 1;
    row.forEach((cell, _offset, i) => {
      const column = places[r]![i]!;
      if (column >= left && column <= right) out.push({ from: start, to: start + cell.nodeSize });
      start += cell.nodeSize;
    });
    at += row.nodeSize;
  }
  return out;
}

/** Empties the selected cells; the cells stay, where ProseMirror would join them. */
export const clearCells: Command = (state, dispatch) => {
  const cells = selectedCells(state);
  if (cells.length === 0) return false;
  if (dispatch) {
    const tr = state.tr;
    for (const { from, to } of cells.reverse()) if (to - from > 2) tr.delete(from + 1, to - 1);
    const first = cells.at(-1)!.from + 1;
    dispatch(tr.setSelection(TextSelection.create(tr.doc, first)).scrollIntoView());
  }
  return true;
};

/** Backspace at the start of a cell and Delete at its end do nothing. */
export const stopAtCellEdge =
  (edge: 'start' | 'end'): Command =>
  (state) => {
    const { empty, $head } = state.selection;
    if (!empty || !cellOf(state)) return false;
    return edge === 'start' ? $head.parentOffset === 0 : $head.parentOffset === $head.parent.content.size;
  };

/** Content of blocks for a cell: their lines, with breaks between them. */
function inlineFor(slice: Fragment, schema: Schema): Fragment {
  const lines: Node[][] = [];
  const collect = (node: Node): void => {
    if (node.isText || node.type.name === NOTE_NODES.hardBreak) {
      (lines.at(-1) ?? lines[lines.push([]) - 1]!).push(node);
    } else if (node.type.name === NOTE_NODES.code)
      for (const line of node.textContent.split('\n')) lines.push(line ? [schema.text(line)] : []);
    else if (node.inlineContent) lines.push([...node.children]);
    else node.forEach(collect);
  };
  slice.forEach(collect);
  return Fragment.from(lines.flatMap((line, i) => (i === 0 ? line : [schema.node(NOTE_NODES.hardBreak), ...line])));
}

/** Pastes into a table: cells into the cells from here on, adding rows and columns; other blocks as lines of the cell. */
export function pasteIntoTable(state: EditorState, slice: Slice): Transaction | null {
  const here = cellOf(state);
  if (!here || slice.content.size === 0) return null;
  const { schema } = state;
  const tr = state.tr;
  const pasted = slice.content.childCount === 1 ? slice.content.firstChild! : null;
  if (pasted?.type.name !== NOTE_NODES.table) {
    if (slice.content.firstChild!.isInline) return null;
    if (selectedCells(state).length > 0) return null;
    const { from, to } = state.selection;
    return tr.replaceWith(from, to, inlineFor(slice.content, schema)).scrollIntoView();
  }
  const { pos, row, column } = here;
  fillGaps(tr, pos);
  const cells = cellsByColumn(pasted);
  const wanted = cells.reduce((most, line) => Math.max(most, line.length), 0);
  for (let missing = column + wanted - gridOf(tr.doc.nodeAt(pos)!).columns; missing > 0; missing -= 1) {
    const table = tr.doc.nodeAt(pos)!;
    const name = newColumn();
    for (let r = table.childCount - 1; r >= 0; r -= 1)
      tr.insert(rowStart(table, pos, r) + table.child(r).nodeSize - 1, schema.node(NOTE_NODES.cell, { column: name }));
  }
  const wide = tr.doc.nodeAt(pos)!;
  const names = columnNames(cellsByColumn(wide), gridOf(wide).columns);
  const below = row + cells.length - wide.childCount;
  if (below > 0)
    tr.insert(
      pos + wide.nodeSize - 1,
      Array.from({ length: below }, () => rowOf(schema, names)),
    );
  for (let r = cells.length - 1; r >= 0; r -= 1) {
    const table = tr.doc.nodeAt(pos)!;
    const { places } = gridOf(table);
    for (let c = cells[r]!.length - 1; c >= 0; c -= 1) {
      const content = cells[r]![c]?.content;
      if (!content) continue;
      const index = places[row + r]!.indexOf(column + c);
      const start = cellStart(tr.doc.nodeAt(pos)!, pos, row + r, index);
      const cell = tr.doc.nodeAt(start)!;
      tr.replaceWith(start + 1, start + cell.nodeSize - 1, content);
    }
  }
  return moveTo(tr, pos, row, column);
}

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
    if (node.type.name === NOTE_NODES.table)
      for (const { from, to, attrs } of attrsOfCells(node)) out.push(Decoration.node(pos + from, pos + to, attrs));
  });
  return DecorationSet.create(doc, out);
}

export const tablePlugin = (): Plugin<DecorationSet> => {
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
