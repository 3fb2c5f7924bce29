import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { MENTION_KINDS, mentionOfRef, readMention, type Mention } from '../model/mentions';
import { blocksOfState, stateOfBlocks, textBlock, type Inline } from './note-blocks';
import { mentionsOfBlocks, mentionsOfStored } from './note-mentions';
import {
  htmlOfState,
  markdownOfState,
  screenHtmlOfState,
  stateFromMarkdown,
  summaryOfState,
  textOfState,
} from './note-text';
import { toBase64 } from './yjs';

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

  it('keep any name through Markdown', () => {
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

  it('of an unknown kind or with a wrong id are text', () => {
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

  it('are found without decoding a text that has none', () => {
    expect(mentionsOfStored('')).toEqual([]);
    expect(mentionsOfStored(toBase64(stateFromMarkdown('nothing')))).toEqual([]);
  });
});

it('a reference names a known kind and one id', () => {
  const of = (ref: string): Mention | null => mentionOfRef(ref, 'x');
  expect(of('note/n1')).toEqual({ kind: 'note', id: 'n1', label: 'x' });
  for (const wrong of ['', 'note', 'note/', '/n1', 'note/n1/', 'note/n1\n', 'constructor/n1', 'NOTE/n1'])
    expect(of(wrong)).toBeNull();
});
