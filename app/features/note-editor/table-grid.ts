/**
 * The columns and the places of cells of a note's tables. ProseMirror's own table package repairs irregular tables by
 * adding cells; two devices would do so at once and add to each other's repairs. Here an irregular table is shown with its
 * gaps (sync/merge/note-table.ts), and filled by the next change of its rows or columns.
 */
import type { Node, Schema } from 'prosemirror-model';
import { TextSelection, type EditorState, type Transaction } from 'prosemirror-state';
import { tableGrid, type TableGrid } from '../../../sync/merge/note-table';
import { NOTE_NODES } from '../../../sync/model/note-document';

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
export const newColumn = (): string => crypto.randomUUID().slice(0, 8);

export interface CellPlace {
  table: Node;
  /** position of the table */
  pos: number;
  row: number;
  /** index of the cell within its row */
  cell: number;
  column: number;
}

/** The cell at a position of the document. */
export function cellAt(doc: Node, pos: number): CellPlace | null {
  const $pos = doc.resolve(pos);
  if ($pos.depth < 3 || $pos.node(1).type.name !== NOTE_NODES.table) return null;
  const table = $pos.node(1);
  const row = $pos.index(1);
  const cell = $pos.index(2);
  return { table, pos: $pos.before(1), row, cell, column: gridOf(table).places[row]?.[cell] ?? cell };
}
export const cellOf = (state: EditorState): CellPlace | null => cellAt(state.doc, state.selection.head);

/** Position of a row within the document. */
export function rowStart(table: Node, pos: number, row: number): number {
  let at = pos + 1;
  for (let i = 0; i < row; i += 1) at += table.child(i).nodeSize;
  return at;
}
/** Position before a cell, by its index in its row. */
export function cellStart(table: Node, pos: number, row: number, cell: number): number {
  let at = rowStart(table, pos, row) + 1;
  for (let i = 0; i < cell; i += 1) at += table.child(row).child(i).nodeSize;
  return at;
}

/** Puts the cursor into a cell, at its end, or at the nearest cell of its row. */
export function moveTo(tr: Transaction, pos: number, row: number, column: number): Transaction {
  const table = tr.doc.nodeAt(pos)!;
  const places = gridOf(table).places[row] ?? [];
  if (places.length === 0) return tr;
  const exact = places.indexOf(column);
  const cell = exact >= 0 ? exact : places.reduce((best, place, i) => (place < column ? i : best), 0);
  const end = cellStart(table, pos, row, cell) + table.child(row).child(cell).nodeSize - 1;
  return tr.setSelection(TextSelection.create(tr.doc, end)).scrollIntoView();
}

/** The rows of a table by column: null where a row lacks a cell. */
export const cellsByColumn = (table: Node): (Node | null)[][] => {
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
export const columnNames = (rows: (Node | null)[][], columns: number): string[] => {
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
export function fillGaps(tr: Transaction, pos: number): void {
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

export const rowOf = (schema: Schema, names: string[]): Node =>
  schema.node(
    NOTE_NODES.row,
    null,
    names.map((column) => schema.node(NOTE_NODES.cell, { column })),
  );
