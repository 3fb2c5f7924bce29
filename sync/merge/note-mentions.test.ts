import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { MENTION_KINDS, mentionOfRef, readMention, type Mention } from '../model/mentions';
import { blocksOfState, stateOfBlocks, textBlock, type Inline } from './note-blocks';
import { mayAddMentions, mentionsOfBlocks, mentionsOfStored, peopleAdded } from './note-mentions';
import {
  htmlOfState,
  markdownOfState,
  screenHtmlOfState,
  stateFromMarkdown,
  summaryOfState,
  textOfState,
} from './note-text';
import { fromBase64, toBase64 } from './yjs';

const MARKDOWN = `Ask [Anna 金](mention:person/u1) about [Plan \\[v2\\]](mention:note/n_1-a)\\![Kick-off](mention:meeting/m1).

| [Launch](mention:project/p1) | b |
| --- | --- |
`;
/** A state whose only block holds an element with these attributes. */
function stateWith(attributes: Record<string, unknown>): Uint8Array {
  const doc = new Y.Doc();
  const block = new Y.XmlElement('block');
  const mention = new Y.XmlElement('mention');
  for (const [name, value] of Object.entries(attributes)) mention.setAttribute(name, value as string);
  block.insert(0, [new Y.XmlText('see '), mention]);
  doc.getXmlFragment('note').insert(0, [block]);
  return Y.encodeStateAsUpdate(doc);
}

describe('mentions in a note', () => {
  it('round-trip through Markdown and Yjs, in tables too', () => {
    const state = stateFromMarkdown(MARKDOWN);
    expect(markdownOfState(state)).toBe(MARKDOWN);
    expect(mentionsOfStored(toBase64(state)).map(({ kind, id, label }) => [kind, id, label])).toEqual([
      ['person', 'u1', 'Anna 金'],
      ['note', 'n_1-a', 'Plan [v2]'],
      ['meeting', 'm1', 'Kick-off'],
      ['project', 'p1', 'Launch'],
    ]);
  });

  it('round-trip any name through Markdown', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
        fc.constantFrom(...MENTION_KINDS),
        (name, kind) => {
          const mention = readMention({ kind, id: 'x1', label: name });
          if (!mention) return;
          const inline: Inline[] = [
            { type: 'text', text: 'Hi!', marks: {} },
            { type: 'mention', ...mention },
            { type: 'text', text: '!', marks: {} },
          ];
          const state = stateOfBlocks([textBlock('paragraph', inline)]);
          expect(blocksOfState(stateFromMarkdown(markdownOfState(state)))).toEqual(blocksOfState(state));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are plain text, without id or link, in copies for others', () => {
    const state = stateFromMarkdown(MARKDOWN);
    for (const shared of [htmlOfState(state), textOfState(state), summaryOfState(state).snippet])
      expect(shared).not.toMatch(/mention|u1|n_1-a|href/);
    expect(textOfState(state)).toContain('Ask Anna 金 about Plan [v2]!Kick-off.');
    expect(screenHtmlOfState(state)).toContain('<span data-mention="person/u1">Anna 金</span>');
  });

  it('of an unknown kind or with an invalid id are plain text', () => {
    for (const attributes of [
      { kind: 'admin', id: 'u1', label: 'Root' },
      { kind: '__proto__', id: 'u1', label: 'Root' },
      { kind: 'note', id: '../x', label: 'Root' },
      { kind: 'note', id: 'a'.repeat(65), label: 'Root' },
      { kind: 'note', id: { a: 1 }, label: 'Root' },
      { label: 'Root' },
    ]) {
      const state = stateWith(attributes);
      expect(textOfState(state)).toBe('see Root');
      expect(mentionsOfBlocks(blocksOfState(state))).toEqual([]);
    }
    expect(textOfState(stateWith({ kind: 'note', id: 'n1', label: 7 }))).toBe('see ');
    expect(markdownOfState(stateFromMarkdown('[](mention:note/n1)[a](mention:user/1) [b](mention:note/a/b)'))).toBe(
      'a b\n',
    );
  });

  it('cannot carry markup, hidden characters or long texts in their label', () => {
    const state = stateWith({ kind: 'note', id: 'n1', label: '<img src=x>"\u202eevil\n\u0000' });
    expect(screenHtmlOfState(state)).toContain('<span data-mention="note/n1">&lt;img src=x&gt;&quot;evil</span>');
    const [long] = mentionsOfBlocks(blocksOfState(stateWith({ kind: 'note', id: 'n1', label: 'ab'.repeat(50_000) })));
    expect(long!.label).toHaveLength(200);
  });

  it('are not searched for in a text without any, which is not decoded', () => {
    expect(mentionsOfStored('')).toEqual([]);
    expect(mentionsOfStored(toBase64(stateFromMarkdown('nothing')))).toEqual([]);
  });
});

describe('people mentioned by a change', () => {
  const mention = (id: string): Y.XmlElement => {
    const element = new Y.XmlElement('mention');
    for (const [name, value] of Object.entries({ kind: 'person', id, label: id })) element.setAttribute(name, value);
    return element;
  };
  /** The states before and after a change of a note in which Ben is mentioned. */
  const changed = (change: (block: Y.XmlElement, fragment: Y.XmlFragment) => void): [string, string] => {
    const doc = new Y.Doc();
    const fragment = doc.getXmlFragment('note');
    const block = new Y.XmlElement('block');
    block.insert(0, [new Y.XmlText('Ask '), mention('ben')]);
    fragment.insert(0, [block]);
    const before = toBase64(Y.encodeStateAsUpdate(doc));
    change(block, fragment);
    return [before, toBase64(Y.encodeStateAsUpdate(doc))];
  };

  it.each<[string, Parameters<typeof changed>[0]]>([
    ['typing', (block) => (block.get(0) as Y.XmlText).insert(4, 'them, ')],
    ['a new block', (_, fragment) => fragment.insert(1, [new Y.XmlElement('block')])],
    ['a deletion', (_, fragment) => fragment.delete(0, 1)],
    [
      'a heading',
      (_, fragment) => {
        const heading = new Y.XmlElement('block');
        heading.setAttribute('kind', 'heading');
        heading.insert(0, [new Y.XmlText('mention')]);
        fragment.insert(0, [heading]);
      },
    ],
  ])('none by %s, which does not read the text', (_, change) => {
    expect(mayAddMentions(...changed(change))).toBe(false);
  });

  it('are those of new mentions, and of mentions whose id changed', () => {
    expect(peopleAdded(...changed((block) => block.insert(2, [mention('cho'), mention('ben')])))).toEqual(['cho']);
    expect(peopleAdded(...changed((block) => (block.get(1) as Y.XmlElement).setAttribute('id', 'cho')))).toEqual([
      'cho',
    ]);
    // the first state of a text: all its mentions are new
    expect(peopleAdded('', changed(() => undefined)[0])).toEqual(['ben']);
  });

  it('do not include moved mentions, nor names in code or image descriptions', () => {
    const move = (block: Y.XmlElement): void => {
      block.delete(1, 1);
      block.insert(0, [mention('ben')]);
    };
    expect(peopleAdded(...changed(move))).toEqual([]);
    const inCode = changed((_, fragment) => {
      const code = new Y.XmlElement('code_block');
      code.insert(0, [mention('cho')]);
      fragment.insert(0, [code]);
    });
    expect(peopleAdded(...inCode)).toEqual([]);
    expect(mentionsOfStored(inCode[1])).toEqual(mentionsOfBlocks(blocksOfState(fromBase64(inCode[1]))));
  });

  it('are found in a table of ten thousand columns without arranging it', () => {
    const [before, after] = changed((_, fragment) => {
      const row = new Y.XmlElement('table_row');
      row.insert(
        0,
        Array.from({ length: 10_000 }, (_cell, i) => {
          const cell = new Y.XmlElement('table_cell');
          cell.setAttribute('column', `c${(i * 7919) % 10_000}`);
          if (i === 9_999) cell.insert(0, [mention('cho')]);
          return cell;
        }),
      );
      const table = new Y.XmlElement('table');
      table.insert(0, [row]);
      fragment.insert(0, [table]);
    });
    expect(peopleAdded(before, after)).toEqual(['cho']);
  });
});

it('a reference names a known kind and one id', () => {
  const of = (ref: string): Mention | null => mentionOfRef(ref, 'x');
  expect(of('note/n1')).toEqual({ kind: 'note', id: 'n1', label: 'x' });
  for (const wrong of ['', 'note', 'note/', '/n1', 'note/n1/', 'note/n1\n', 'constructor/n1', 'NOTE/n1'])
    expect(of(wrong)).toBeNull();
});
