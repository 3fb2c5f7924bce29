import fc from 'fast-check';
import { Slice } from 'prosemirror-model';
import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { updateYFragment, yXmlFragmentToProseMirrorRootNode } from 'y-prosemirror';
import * as Y from 'yjs';
import { NOTE_FRAGMENT } from '../../../sync/model/note-document';
import { blocksOfState, docOfState, stateOfBlocks, textBlock, type NoteBlock } from '../../../sync/merge/note-blocks';
import { writeMarkdown } from '../../../sync/merge/note-markdown';
import { markdownOfState, stateFromMarkdown, textOfState } from '../../../sync/merge/note-text';
import { keepForms, sliceOfText } from './clipboard';
import { blocksOfFragment, nodesOfBlocks } from './note-nodes';
import { enter, shiftIndent, toggleKind, toggleQuote, toggleTask } from './commands';
import { createNoteSchema } from './schema';

const schema = createNoteSchema();
const fragmentOf = (doc: Y.Doc): Y.XmlFragment => doc.getXmlFragment(NOTE_FRAGMENT);
const open = (doc: Y.Doc): EditorState =>
  EditorState.create({ schema, doc: yXmlFragmentToProseMirrorRootNode(fragmentOf(doc), schema) });

/** An editor on one offline device: its transactions change its Y.Doc as the binding does. */
class Device {
  readonly doc: Y.Doc;
  private state: EditorState;
  private readonly meta = { mapping: new Map(), isOMark: new Map() };
  constructor(base: Uint8Array) {
    this.doc = docOfState(base);
    this.state = open(this.doc);
  }
  cursor(block: number, offset: number): this {
    let pos = 0;
    for (let i = 0; i < block; i += 1) pos += this.state.doc.child(i).nodeSize;
    this.state = this.state.apply(this.state.tr.setSelection(TextSelection.create(this.state.doc, pos + 1 + offset)));
    return this;
  }
  run(command: Command): this {
    command(this.state, (tr) => {
      this.state = this.state.apply(tr);
    });
    return this.sync();
  }
  type(text: string): this {
    this.state = this.state.apply(this.state.tr.insertText(text));
    return this.sync();
  }
  private sync(): this {
    updateYFragment(this.doc, fragmentOf(this.doc), this.state.doc, this.meta);
    return this;
  }
}
const merge = (...devices: Device[]): Uint8Array => {
  const doc = new Y.Doc();
  for (const device of devices) Y.applyUpdate(doc, Y.encodeStateAsUpdate(device.doc));
  // opening a note must not delete anything from it
  const before = textOfState(Y.encodeStateAsUpdate(doc));
  open(doc).doc.check();
  expect(textOfState(Y.encodeStateAsUpdate(doc))).toBe(before);
  return Y.encodeStateAsUpdate(doc);
};

describe('the editor and the server read the same document', () => {
  it('a note made from Markdown opens in the editor unchanged', () => {
    const markdown =
      '# 見出し\n\ntext **bold** *italic* ~~gone~~ `code` [link](https://example.com/)\n\n- a [Anna](mention:person/u1)\n    - b\n- [x] c\n1. one\n2. two\n\n> quote 🙂\n\n```ts\nlet a;\n\nlet b;\n```\n\n---\n\nlast\\\nline\n';
    const state = stateFromMarkdown(markdown);
    const doc = yXmlFragmentToProseMirrorRootNode(fragmentOf(docOfState(state)), schema);
    doc.check();
    expect(blocksOfFragment(doc.content)).toEqual(blocksOfState(state));
    expect(markdownOfState(state)).toBe(markdown);
  });

  it('any note passes through ProseMirror unchanged', () => {
    const inline = fc.array(
      fc.record({
        text: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
        bold: fc.boolean(),
        link: fc.boolean(),
        mention: fc.boolean(),
      }),
      { maxLength: 4 },
    );
    const block = fc
      .record({
        kind: fc.constantFrom(
          'paragraph' as const,
          'heading' as const,
          'bullet' as const,
          'ordered' as const,
          'task' as const,
        ),
        indent: fc.nat(8),
        quote: fc.boolean(),
        checked: fc.boolean(),
        level: fc.constantFrom(1 as const, 2 as const, 3 as const),
        inline,
      })
      .map(({ inline: runs, ...b }): NoteBlock =>
        textBlock(
          b.kind,
          runs.map((r) =>
            r.mention
              ? { type: 'mention', kind: 'note', id: 'n1', label: r.text }
              : {
                  type: 'text',
                  text: r.text,
                  marks: {
                    ...(r.bold ? { bold: true as const } : {}),
                    ...(r.link ? { link: 'https://a.example/' } : {}),
                  },
                },
          ),
          { ...b, level: b.kind === 'heading' ? b.level : 3, checked: b.kind === 'task' && b.checked },
        ),
      );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
        const read = blocksOfState(stateOfBlocks(blocks));
        const doc = schema.node('doc', null, nodesOfBlocks(schema, read));
        const made = new Y.Doc();
        updateYFragment(made, fragmentOf(made), doc, { mapping: new Map(), isOMark: new Map() });
        expect(blocksOfState(Y.encodeStateAsUpdate(made))).toEqual(read);
      }),
      { numRuns: 150 },
    );
  });
});

describe('two offline devices', () => {
  const base = stateFromMarkdown('one\n\ntwo\n\nthree');
  const forms: [string, Command, RegExp][] = [
    ['a heading', toggleKind('heading', 1), /^# two!$/m],
    ['a list item', toggleKind('bullet'), /^- two!$/m],
    ['a task', toggleKind('task'), /^- \[ \] two!$/m],
    ['a quote', toggleQuote, /^> two!$/m],
  ];
  it.each(forms)(
    'one turns a line into %s while the other types in it: both edits stay',
    (_name, command, expected) => {
      const merged = markdownOfState(
        merge(new Device(base).cursor(1, 0).run(command), new Device(base).cursor(1, 3).type('!')),
      );
      expect(merged).toMatch(expected);
    },
  );

  it('one ticks and indents a task in which the other types', () => {
    const list = stateFromMarkdown('- [ ] a\n- [ ] b');
    const merged = markdownOfState(
      merge(
        new Device(list).cursor(1, 0).run(shiftIndent(1)).run(toggleTask),
        new Device(list).cursor(1, 1).type('cd'),
      ),
    );
    expect(merged).toBe('- [ ] a\n    - [x] bcd\n');
  });

  it('both type in one paragraph and in different ones', () => {
    const merged = textOfState(
      merge(
        new Device(base).cursor(0, 3).type(' mine').cursor(2, 5).type(' too'),
        new Device(base).cursor(0, 0).type('theirs ').cursor(1, 3).run(enter).type('new'),
      ),
    );
    expect(merged).toBe('theirs one mine\ntwo\nnew\nthree too');
  });

  it('one mentions at the end of a line in which the other types: both edits stay', () => {
    const mention: Command = (state, dispatch) => {
      dispatch!(state.tr.replaceSelectionWith(schema.node('mention', { kind: 'note', id: 'n1', label: 'Plan' })));
      return true;
    };
    const merged = markdownOfState(
      merge(new Device(base).cursor(1, 3).run(mention).type('.'), new Device(base).cursor(1, 0).type('see ')),
    );
    expect(merged).toContain('see two[Plan](mention:note/n1).');
  });

  it('no typed character is lost with any sequence of edits', () => {
    const act = fc.record({
      block: fc.nat(9),
      at: fc.nat(20),
      what: fc.constantFrom('type', 'type', 'type', 'heading', 'bullet', 'task', 'quote', 'indent', 'enter'),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 12 }), fc.array(act, { maxLength: 12 }), (mine, theirs) => {
        const typed: string[] = [];
        const play = (name: string, acts: typeof mine): Device => {
          const device = new Device(base);
          acts.forEach((a, i) => {
            const blocks = fragmentOf(device.doc).length;
            const index = a.block % blocks;
            const length = textOfBlock(device, index);
            device.cursor(index, a.at % (length + 1));
            if (a.what === 'type') {
              const word = `${name}${i}·`;
              typed.push(word);
              device.type(word);
            } else
              device.run(
                {
                  heading: toggleKind('heading', 2),
                  bullet: toggleKind('bullet'),
                  task: toggleKind('task'),
                  quote: toggleQuote,
                  indent: shiftIndent(1),
                  enter,
                }[a.what] ?? enter,
              );
          });
          return device;
        };
        const merged = textOfState(merge(play('A', mine), play('B', theirs)));
        const count = (text: string, letter: string): number => text.split(letter).length - 1;
        // words may be split by the other's edits, characters may not be lost; digits and dots of list numbers are
        // additional
        for (const letter of ['A', 'B', '·']) expect(count(merged, letter)).toBe(count(typed.join(''), letter));
      }),
      { numRuns: 200 },
    );
  });
});

const markdownOfNodes = (content: Parameters<typeof blocksOfFragment>[0]): string =>
  writeMarkdown(blocksOfFragment(content));
const textOfBlock = (device: Device, index: number): number =>
  yXmlFragmentToProseMirrorRootNode(fragmentOf(device.doc), schema).child(index).content.size;

describe('pasted text', () => {
  it('reads Markdown as form and other lines as paragraphs', () => {
    expect(blocksOfFragment(sliceOfText(schema, '# a\n- b').content)).toMatchObject([
      { kind: 'heading' },
      { kind: 'bullet' },
    ]);
    expect(blocksOfFragment(sliceOfText(schema, 'a\nb\n').content)).toMatchObject([
      { kind: 'paragraph', inline: [{ text: 'a' }] },
      { kind: 'paragraph', inline: [{ text: 'b' }] },
    ]);
    expect(sliceOfText(schema, 'word').openStart).toBe(1);
  });

  it('keeps the form of its first line, and joins a line that has content', () => {
    const heading = Slice.maxOpen(sliceOfText(schema, '# a').content);
    const paste = (into: string, slice: Slice): string => {
      const at = EditorState.create({
        doc: schema.node(
          'doc',
          null,
          nodesOfBlocks(
            schema,
            into ? [textBlock('paragraph', [{ type: 'text', text: into, marks: {} }])] : [textBlock('paragraph', [])],
          ),
        ),
      });
      return markdownOfNodes(at.apply(at.tr.replaceSelection(keepForms(slice, into === ''))).doc.content);
    };
    expect(paste('', heading)).toBe('# a\n');
    expect(paste('b', heading)).toBe('ab\n');
    expect(paste('', Slice.maxOpen(sliceOfText(schema, '# a\n- b').content))).toBe('# a\n\n- b\n');
  });
});
