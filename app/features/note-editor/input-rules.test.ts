import { EditorState, TextSelection, type Plugin, type Transaction } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { parseMarkdown, writeMarkdown } from '../../../sync/merge/note-markdown';
import { blocksOfFragment, nodesOfBlocks } from './note-nodes';
import {
  backspace,
  enter,
  hardBreak,
  leaveCode,
  linkAt,
  readAddress,
  setLink,
  shiftIndent,
  tabInList,
  toggleCode,
  toggleKind,
} from './commands';
import { codeOnEnter, noteInputRules } from './input-rules';
import { isComposing } from './keys';
import { createNoteSchema } from './schema';

const schema = createNoteSchema();

/** A view without a DOM, as far as input rules and commands need one. */
class Typist {
  state: EditorState;
  composing = false;
  private readonly rules: Plugin = noteInputRules(schema);
  constructor(markdown = '') {
    const nodes = nodesOfBlocks(schema, parseMarkdown(markdown));
    const doc = schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('block')]);
    this.state = EditorState.create({ doc, plugins: [this.rules] });
    this.end();
  }
  dispatch = (tr: Transaction): void => {
    this.state = this.state.apply(tr);
  };
  end(): this {
    this.dispatch(this.state.tr.setSelection(TextSelection.atEnd(this.state.doc)));
    return this;
  }
  at(pos: number): this {
    this.dispatch(this.state.tr.setSelection(TextSelection.create(this.state.doc, pos)));
    return this;
  }
  type(text: string): this {
    for (const letter of text) {
      const { from, to } = this.state.selection;
      const handled = this.rules.props.handleTextInput?.call(
        this.rules,
        this as never,
        from,
        to,
        letter,
        () => this.state.tr,
      );
      if (!handled) this.dispatch(this.state.tr.insertText(letter, from, to));
    }
    return this;
  }
  do(command: (state: EditorState, dispatch: (tr: Transaction) => void) => boolean): boolean {
    return command(this.state, this.dispatch);
  }
  get markdown(): string {
    return writeMarkdown(blocksOfFragment(this.state.doc.content));
  }
}

describe('signs at the beginning of a line', () => {
  it.each([
    ['# a', '# a\n'],
    ['### a', '### a\n'],
    ['- a', '- a\n'],
    ['* a', '- a\n'],
    ['1. a', '1. a\n'],
    ['[ ] a', '- [ ] a\n'],
    ['[] a', '- [ ] a\n'],
    ['[x] a', '- [x] a\n'],
    ['- [ ] a', '- [ ] a\n'],
    ['> a', '> a\n'],
    ['```ts a', '```ts\na\n```\n'],
    ['---a', '---\n\na\n'],
    ['＃　見出し', '# 見出し\n'],
    ['＞　引用', '> 引用\n'],
    ['・　項目', '- 項目\n'],
    ['［　］　タスク', '- [ ] タスク\n'],
  ])('%s', (typed, expected) => {
    expect(new Typist().type(typed).markdown).toBe(expected);
  });

  it('have no meaning within a line, in code, or during a composition', () => {
    expect(new Typist().type('a # b').markdown).toBe('a # b\n');
    expect(new Typist('```\nx\n```').at(2).type('# ').markdown).toBe('```\nx# \n```\n');
    const typist = new Typist();
    typist.composing = true;
    expect(typist.type('# a').markdown).toBe('\\# a\n');
  });

  it('code begins with Enter, too, behind its sign only', () => {
    const typist = new Typist().type('```js');
    expect(typist.do(codeOnEnter)).toBe(true);
    expect(typist.type('a').markdown).toBe('```js\na\n```\n');
    expect(typist.do(codeOnEnter)).toBe(false);
    expect(new Typist().type('```').do(codeOnEnter)).toBe(true);
    expect(new Typist().type('a ```js').do(codeOnEnter)).toBe(false);
    expect(new Typist().type('```js').at(3).do(codeOnEnter)).toBe(false);
  });

  it('never remove text after the sign', () => {
    expect(new Typist('b').at(1).type('```').type(' ').markdown).toContain('b');
    expect(new Typist('b').at(1).type('---').markdown).toContain('b');
  });
});

describe('signs around words', () => {
  it.each([
    ['**bold** x', '**bold** x\n'],
    ['a *b* c', 'a *b* c\n'],
    ['_b_ c', '*b* c\n'],
    ['~~no~~ x', '~~no~~ x\n'],
    ['`x*y` z', '`x*y` z\n'],
    ['snake_case_name', 'snake_case_name\n'],
    ['2 * 3 * 4', '2 \\* 3 \\* 4\n'],
    ['**太字**です', '**太字**です\n'],
    ['see https://example.com/a now', 'see [https\\://example.com/a](https://example.com/a) now\n'],
  ])('%s', (typed, expected) => {
    expect(new Typist().type(typed).markdown).toBe(expected);
  });
});

describe('keys', () => {
  it('Enter continues a list, and leaves it from an empty item', () => {
    const typist = new Typist('- a');
    typist.do(enter);
    expect(typist.type('b').markdown).toBe('- a\n- b\n');
    typist.do(enter);
    typist.do(shiftIndent(1));
    typist.do(enter);
    typist.do(enter);
    expect(typist.type('c').markdown).toBe('- a\n- b\n\nc\n');
  });

  it('Enter after a heading inserts a paragraph, before it an empty one; a new task is not done', () => {
    const heading = new Typist('# a');
    heading.do(enter);
    expect(heading.type('b').markdown).toBe('# a\n\nb\n');
    const before = new Typist('# a').at(1);
    before.do(enter);
    expect(before.state.doc.firstChild?.attrs['kind']).toBe('paragraph');
    expect(before.markdown).toBe('# a\n');
    const task = new Typist('- [x] a');
    task.do(enter);
    expect(task.type('b').markdown).toBe('- [x] a\n- [ ] b\n');
  });

  it('Backspace removes form before it joins blocks', () => {
    const typist = new Typist('- a\n    - b').at(4);
    expect(typist.do(backspace)).toBe(true);
    expect(typist.state.doc.child(1).attrs).toMatchObject({ kind: 'paragraph', indent: 1 });
    typist.do(backspace);
    expect(typist.state.doc.child(1).attrs).toMatchObject({ kind: 'paragraph', indent: null });
    expect(typist.do(backspace)).toBe(false);
  });

  it('Tab indents at most one below the item above, and ignores plain text', () => {
    const typist = new Typist('- a\n- b');
    typist.do(shiftIndent(1));
    expect(typist.do(shiftIndent(1))).toBe(false);
    expect(typist.markdown).toBe('- a\n    - b\n');
    expect(typist.do(tabInList(1))).toBe(true);
    expect(new Typist('plain').do(tabInList(1))).toBe(false);
  });

  it('code takes lines in and releases them', () => {
    const typist = new Typist('a\n\nb');
    typist.dispatch(typist.state.tr.setSelection(TextSelection.create(typist.state.doc, 1, 5)));
    typist.do(toggleCode);
    expect(typist.markdown).toBe('```\na\nb\n```\n');
    typist.do(hardBreak);
    typist.type('c');
    typist.do(leaveCode);
    expect(typist.type('out').markdown).toBe('```\na\nb\nc\n```\n\nout\n');
    typist.at(2).do(toggleKind('paragraph'));
    expect(typist.markdown).toBe('a\n\nb\n\nc\n\nout\n');
  });

  it('keys of an input method are ignored', () => {
    expect(isComposing({ isComposing: false, keyCode: 229 }, { composing: false })).toBe(true);
    expect(isComposing({ isComposing: true, keyCode: 13 }, { composing: false })).toBe(true);
    expect(isComposing({ isComposing: false, keyCode: 13 }, { composing: true })).toBe(true);
    expect(isComposing({ isComposing: false, keyCode: 13 }, { composing: false })).toBe(false);
  });
});

describe('links', () => {
  it('normalises typed addresses and refuses unsafe ones', () => {
    expect(readAddress('example.com/a')).toBe('https://example.com/a');
    expect(readAddress('me@example.com')).toBe('mailto:me@example.com');
    expect(readAddress('localhost:3000')).toBe('https://localhost:3000/');
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'two words.com', 'word', ''])
      expect(readAddress(bad)).toBeNull();
  });

  it('sets, finds, changes and removes one', () => {
    const typist = new Typist('see here now');
    typist.do(setLink({ from: 5, to: 9 }, 'example.com', 'here'));
    expect(typist.markdown).toBe('see [here](https://example.com/) now\n');
    expect(linkAt(typist.at(7).state)).toEqual({ href: 'https://example.com/', from: 5, to: 9 });
    expect(linkAt(typist.at(2).state)).toBeNull();
    expect(typist.do(setLink({ from: 5, to: 9 }, 'javascript:x', 'here'))).toBe(false);
    typist.do(setLink({ from: 5, to: 9 }, '', ''));
    expect(typist.markdown).toBe('see here now\n');
    typist.end().do(setLink({ from: 13, to: 13 }, 'https://b.example', 'B'));
    expect(typist.markdown).toBe('see here now[B](https://b.example/)\n');
  });
});
