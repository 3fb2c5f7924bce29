import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { updateYFragment, yXmlFragmentToProseMirrorRootNode } from 'y-prosemirror';
import * as Y from 'yjs';
import { blocksOfDoc, docOfState } from '../../../sync/merge/note-blocks';
import { writeMarkdown } from '../../../sync/merge/note-markdown';
import { stateFromMarkdown } from '../../../sync/merge/note-text';
import { NOTE_FRAGMENT } from '../../../sync/model/note-document';
import { sliceOfText } from './clipboard';
import { countBlocks } from './counting';
import { nodesOfBlocks } from './note-nodes';
import { createNoteSchema } from './schema';
import {
  addColumn,
  addRow,
  cellBelow,
  clearCells,
  deleteColumn,
  deleteRow,
  insertTable,
  nextCell,
  selectedCells,
  stopAtCellEdge,
} from './table-commands';
import { gridOf } from './table-grid';
import { pasteIntoTable } from './table-paste';

const schema = createNoteSchema();
const TABLE = '| a | b |\n| --- | --- |\n| c | d |\n';

/** An editor on one device. */
class Device {
  readonly doc: Y.Doc;
  state: EditorState;
  private readonly meta = { mapping: new Map(), isOMark: new Map() };
  constructor(base: Uint8Array) {
    this.doc = docOfState(base);
    this.state = EditorState.create({
      schema,
      doc: yXmlFragmentToProseMirrorRootNode(this.doc.getXmlFragment(NOTE_FRAGMENT), schema),
    });
  }
  /** puts the cursor behind a word, or selects up to a second one */
  at(word: string, till = word): this {
    const behind = (wanted: string): number => {
      let found = -1;
      this.state.doc.descendants((node, pos) => {
        const index = node.isText ? node.text!.indexOf(wanted) : -1;
        if (index >= 0 && found < 0) found = pos + index + wanted.length;
      });
      return found;
    };
    this.state = this.state.apply(
      this.state.tr.setSelection(TextSelection.create(this.state.doc, behind(word), behind(till))),
    );
    return this;
  }
  run(command: Command): this {
    expect(
      command(this.state, (tr) => {
        this.state = this.state.apply(tr);
      }),
    ).toBe(true);
    return this.save();
  }
  type(text: string): this {
    this.state = this.state.apply(this.state.tr.insertText(text));
    return this.save();
  }
  paste(markdown: string): this {
    this.state = this.state.apply(pasteIntoTable(this.state, sliceOfText(schema, markdown))!);
    return this.save();
  }
  save(): this {
    this.state.doc.check();
    updateYFragment(this.doc, this.doc.getXmlFragment(NOTE_FRAGMENT), this.state.doc, this.meta);
    return this;
  }
  text(): string {
    return writeMarkdown(blocksOfDoc(this.doc));
  }
}
const BASE = stateFromMarkdown(TABLE);
const open = (): Device => new Device(BASE);

function merged(...devices: Device[]): Device {
  return new Device(Y.mergeUpdates(devices.map(({ doc }) => Y.encodeStateAsUpdate(doc))));
}

describe('a table', () => {
  it('is inserted with a header and two rows, with the cursor in its first cell', () => {
    const device = new Device(stateFromMarkdown('hi')).at('hi').run(insertTable).type('x');
    expect(device.text()).toBe('hi\n\n| x |  |  |\n| --- | --- | --- |\n|  |  |  |\n|  |  |  |\n');
    expect(insertTable(device.state)).toBe(false);
  });

  it('gains and loses rows and columns at the cursor', () => {
    expect(open().at('a').run(addColumn('right')).type('x').text()).toBe(
      '| a | x | b |\n| --- | --- | --- |\n| c |  | d |\n',
    );
    expect(open().at('c').run(addColumn('left')).type('x').text()).toBe(
      '|  | a | b |\n| --- | --- | --- |\n| x | c | d |\n',
    );
    expect(open().at('b').run(addRow('below')).type('x').text()).toBe(
      '| a | b |\n| --- | --- |\n|  | x |\n| c | d |\n',
    );
    expect(open().at('a').run(deleteRow).text()).toBe('| c | d |\n| --- | --- |\n');
    expect(open().at('d').run(deleteColumn).text()).toBe('| a |\n| --- |\n| c |\n');
    expect(open().at('d').run(deleteColumn).run(deleteColumn).text()).toBe('');
  });

  it('Tab and Enter move between cells and add a row at the end', () => {
    expect(open().at('b').run(nextCell(1)).type('x').text()).toContain('| cx | d |');
    expect(open().at('c').run(nextCell(-1)).type('x').text()).toContain('| a | bx |');
    expect(open().at('d').run(nextCell(1)).type('x').text()).toContain('| c | d |\n| x |  |');
    expect(open().at('b').run(cellBelow).type('x').text()).toContain('| c | dx |');
    expect(open().at('d').run(cellBelow).type('x').text()).toContain('| c | d |\n|  | x |');
  });

  it('keeps its cells when a selection over several of them is deleted', () => {
    const device = open().at('a', 'c');
    expect(selectedCells(device.state)).toHaveLength(2);
    expect(device.run(clearCells).text()).toBe('|  | b |\n| --- | --- |\n|  | d |\n');
    const edge = open().at('b').run(stopAtCellEdge('end'));
    expect(edge.text()).toBe(TABLE);
  });

  it('takes pasted cells from the cursor on, and grows for them', () => {
    expect(open().at('d').paste('| 1 | 2 |\n| --- | --- |\n| 3 | 4 |\n').text()).toBe(
      '| a | b |  |\n| --- | --- | --- |\n| c | 1 | 2 |\n|  | 3 | 4 |\n',
    );
    expect(open().at('a').paste('# x\n- y').text()).toBe('| ax<br>y | b |\n| --- | --- |\n| c | d |\n');
  });
});

describe('a table changed on two devices', () => {
  it('lines up a new row with a new column', () => {
    const result = merged(
      open().at('a').run(addColumn('left')).type('x'),
      open().at('c').run(addRow('below')).type('y'),
    );
    expect(result.text()).toBe('| x | a | b |\n| --- | --- | --- |\n|  | c | d |\n|  | y |  |\n');
    // the next change of rows or columns fills the gaps
    result.at('y').run(addRow('below'));
    expect(gridOf(result.state.doc.firstChild!).isRegular).toBe(true);
  });

  it('keeps what is typed in cells, and both new columns', () => {
    const result = merged(
      open().at('d').type('1').at('b').run(addColumn('right')).type('x'),
      open().at('d').type('2').at('b').run(addColumn('right')).type('y'),
    );
    expect(result.text()).toMatch(/^\| a \| b \| (x \| y|y \| x) \|/);
    expect(result.text()).toMatch(/\| c \| d(12|21) \|/);
  });

  it('keeps text in a row that the other device adds to a column that is deleted', () => {
    const result = merged(open().at('b').run(deleteColumn), open().at('d').run(addRow('below')).type('y'));
    expect(result.text()).toContain('y');
  });
});

it('a keystroke in a table of 500 × 50 cells looks at its row only', () => {
  const cells = (n: number) =>
    Array.from({ length: 50 }, (_, i) => [{ type: 'text' as const, text: `${n}.${i}`, marks: {} }]);
  const [table] = nodesOfBlocks(schema, [{ type: 'table', rows: Array.from({ length: 500 }, (_, n) => cells(n)) }]);
  const state = EditorState.create({ doc: schema.node('doc', null, [table!]) });
  expect(gridOf(state.doc.firstChild!)).toMatchObject({ isRegular: true, columns: 50 });
  const after = state.apply(state.tr.insertText('x', 5)).doc.firstChild!;
  // one list of columns for all rows
  expect(new Set(gridOf(after).places).size).toBe(1);
  expect(countBlocks(state.doc, () => false)!.words).toBe(25_000);
});
