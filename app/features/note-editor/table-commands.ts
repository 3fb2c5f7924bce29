/** Commands of a note's tables. */
import { TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { NOTE_NODES } from '../../../sync/model/note-document';
import { insertBlock } from './commands';
import {
  cellAt,
  cellOf,
  cellsByColumn,
  cellStart,
  columnNames,
  fillGaps,
  gridOf,
  moveTo,
  newColumn,
  rowOf,
  rowStart,
  type CellPlace,
} from './table-grid';

const START = { rows: 3, columns: 3 };

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
