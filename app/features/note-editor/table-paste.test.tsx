/** A sheet of 500 × 50 cells is pasted. */
import { DOMParser } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { expect, test, vi } from 'vitest';
import { updateYFragment } from 'y-prosemirror';
import * as Y from 'yjs';
import { LIMITS } from '../../../sync/model/limits';
import { NOTE_FRAGMENT } from '../../../sync/model/note-document';
import { clipboardPlugin } from './clipboard';
import { flattenHtml } from './flatten-html';
import { createNoteSchema } from './schema';
import { gridOf } from './table-grid';
import { pasteIntoTable } from './table-paste';
import { tablePlugin } from './tables';

const ROWS = 500;
const COLUMNS = 50;
const schema = createNoteSchema();
const row = (r: number, columns: number): string =>
  `<tr>${Array.from({ length: columns }, (_, c) => `<td>${r}.${c}</td>`).join('')}</tr>`;
const sheet = (rows: number, columns: number): string =>
  `<table>${Array.from({ length: rows }, (_, r) => row(r, columns)).join('')}</table>`;
const SHEET = sheet(ROWS, COLUMNS);

function open(html: string) {
  const host = document.createElement('div');
  host.innerHTML = flattenHtml(html);
  const pasted = vi.fn();
  const view = new EditorView(document.createElement('div'), {
    state: EditorState.create({
      doc: DOMParser.fromSchema(schema).parse(host),
      plugins: [tablePlugin(pasted), clipboardPlugin(schema, 'n1')],
    }),
  });
  return { view, pasted };
}
const cellsOf = (view: EditorView): string[][] => {
  const table = view.state.doc.children.find((node) => node.type.name === 'table')!;
  return table.children.map((line) => line.children.map((cell) => cell.textContent));
};

test('into an empty note: every cell arrives, the size is reported, and the text stays within its limit', () => {
  const { view, pasted } = open('<p></p>');
  view.pasteHTML(SHEET, new Event('paste') as ClipboardEvent);
  const cells = cellsOf(view);
  expect([cells.length, cells[0]!.length, cells[ROWS - 1]![COLUMNS - 1]]).toEqual([ROWS, COLUMNS, '499.49']);
  expect(new Set(cells.flat()).size).toBe(ROWS * COLUMNS);
  const table = view.dom.querySelector<HTMLElement>('.note-table')!;
  expect(table.style.getPropertyValue('--columns')).toBe(String(COLUMNS));
  expect(pasted.mock.calls).toEqual([[{ rows: ROWS, columns: COLUMNS }]]);
  const doc = new Y.Doc();
  updateYFragment(doc, doc.getXmlFragment(NOTE_FRAGMENT), view.state.doc, { mapping: new Map(), isOMark: new Map() });
  expect(Y.encodeStateAsUpdate(doc).length).toBeLessThan(LIMITS.noteStateBytes / 2);
  view.destroy();
});

test('into a table: one step, which grows it and keeps the cells beside the pasted ones', () => {
  const { view } = open('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>');
  const before = view.state.doc.firstChild!;
  let at = 0;
  view.state.doc.descendants((node, pos) => {
    if (node.textContent === 'd' && node.isTextblock) at = pos + 1;
  });
  const state = view.state.apply(view.state.tr.setSelection(TextSelection.create(view.state.doc, at)));
  const host = document.createElement('div');
  host.innerHTML = flattenHtml(SHEET);
  const tr = pasteIntoTable(state, DOMParser.fromSchema(schema).parseSlice(host))!;
  expect(tr.steps).toHaveLength(1);
  const table = state.apply(tr).doc.firstChild!;
  expect([table.childCount, gridOf(table)]).toMatchObject([ROWS + 1, { isRegular: true, columns: COLUMNS + 1 }]);
  expect(table.child(0).child(0)).toBe(before.child(0).child(0));
  expect(table.child(1).child(0)).toBe(before.child(1).child(0));
  expect(
    table
      .child(0)
      .children.map((cell) => cell.textContent)
      .join('|'),
  ).toBe(`a|b${'|'.repeat(COLUMNS - 1)}`);
  expect(table.child(1).children.map((cell) => cell.textContent)).toEqual([
    'c',
    ...Array.from({ length: COLUMNS }, (_, c) => `0.${c}`),
  ]);
  expect(table.lastChild!.lastChild!.textContent).toBe('499.49');
  view.destroy();
});

test('more columns than a table takes are lines of its last cell', () => {
  const { view } = open(sheet(2, 203));
  const [first] = cellsOf(view);
  expect(first).toHaveLength(200);
  expect(first!.at(-1)).toBe('0.199\n0.200\n0.201\n0.202');
  view.destroy();
});
