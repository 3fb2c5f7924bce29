/** Pasting into a table. */
import { Fragment, type Node, type Schema, type Slice } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';
import { NOTE_NODES } from '../../../sync/model/note-document';
import { selectedCells } from './table-commands';
import { cellOf, cellsByColumn, columnNames, fillGaps, gridOf, moveTo, newColumn, rowStart } from './table-grid';

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
  pasteCells(tr, pos, row, column, pasted);
  return moveTo(tr, pos, row, column);
}

/**
 * One step, however many cells: a step for each copies its table, which takes minutes for a sheet. Rows above stay the
 * same nodes, as do cells beside the pasted ones: text that another device types in them is not replaced.
 */
function pasteCells(tr: Transaction, pos: number, row: number, column: number, pasted: Node): void {
  const table = tr.doc.nodeAt(pos)!;
  const { schema } = table.type;
  const cells = cellsByColumn(pasted);
  const own = cellsByColumn(table);
  const { columns } = gridOf(table);
  const wide = cells.reduce((most, line) => Math.max(most, column + line.length), columns);
  const names = [...columnNames(own, columns), ...Array.from({ length: wide - columns }, newColumn)];
  const rows = Array.from({ length: Math.max(own.length, row + cells.length) }, (_, r) => {
    const before = own[r] ?? [];
    const line = cells[r - row];
    if (!line && before.length === wide) return table.child(r);
    return schema.node(
      NOTE_NODES.row,
      own[r] ? table.child(r).attrs : null,
      names.map((name, c) => {
        const content = line?.[c - column]?.content;
        const cell = before[c];
        if (content) return schema.node(NOTE_NODES.cell, cell?.attrs ?? { column: name }, content);
        return cell ?? schema.node(NOTE_NODES.cell, { column: name });
      }),
    );
  });
  const first = rows.findIndex((node, r) => node !== (r < table.childCount ? table.child(r) : undefined));
  if (first < 0) return;
  tr.replaceWith(rowStart(table, pos, Math.min(first, table.childCount)), pos + table.nodeSize - 1, rows.slice(first));
}

/** Size of the table in a pasted slice; null without one. */
export function sizeOfTable(slice: Slice): { rows: number; columns: number } | null {
  const table = slice.content.content.find((node) => node.type.name === NOTE_NODES.table);
  return table ? { rows: table.childCount, columns: gridOf(table).columns } : null;
}
