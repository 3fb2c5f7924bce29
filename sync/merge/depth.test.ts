import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { NOTE_FRAGMENT } from '../model/note-document';
import { levelIn, NESTING_MAX, nestsTooDeeply } from './depth';
import { droppedWords } from './dropped-words';
import { markdownOfState, stateFromMarkdown, summaryOfState, textOfState } from './note-text';

/** Nested elements with the word in the innermost one. */
function nested(levels: number, word = 'core'): Y.Doc {
  const doc = new Y.Doc();
  let parent: Y.XmlFragment = doc.getXmlFragment(NOTE_FRAGMENT);
  doc.transact(() => {
    for (let level = 1; level < levels; level += 1) {
      const inner = new Y.XmlElement('box');
      parent.insert(0, [inner]);
      parent = inner;
    }
    parent.insert(0, [new Y.XmlText(word)]);
  });
  return doc;
}
const state = (doc: Y.Doc): Uint8Array => Y.encodeStateAsUpdate(doc);

test.each([
  [3, false],
  [NESTING_MAX, false],
  [NESTING_MAX + 2, true],
  [20_000, true],
])('rejects %i levels of elements: %s', (levels, expected) => {
  expect(nestsTooDeeply(state(nested(levels)))).toBe(expected);
});

test('a long text typed character by character, also backwards, has one level', () => {
  const doc = new Y.Doc();
  const text = doc.getText('t');
  for (let i = 0; i < 5_000; i += 1) text.insert(i % 2 === 0 ? 0 : text.length, 'x');
  expect(nestsTooDeeply(state(doc))).toBe(false);
  expect(nestsTooDeeply(stateFromMarkdown('# Title\n\n- one\n  - two\n\n> quote'))).toBe(false);
});

test.each([
  [NESTING_MAX - 1, false],
  [200, true],
])('rejects an attribute value of %i levels: %s', (levels, expected) => {
  const doc = new Y.Doc();
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { value };
  doc.getMap('m').set('deep', value);
  expect(nestsTooDeeply(state(doc))).toBe(expected);
});

test('the depth of an update includes the document that it depends on', () => {
  const doc = nested(NESTING_MAX - 2);
  const before = Y.encodeStateVector(doc);
  let innermost: Y.XmlElement | Y.XmlFragment = doc.getXmlFragment(NOTE_FRAGMENT);
  for (let next = innermost.get(0); next instanceof Y.XmlElement; next = next.get(0)) innermost = next;
  const grown = new Y.Doc();
  Y.applyUpdate(grown, state(doc));
  for (let i = 0; i < 6; i += 1) {
    const inner = new Y.XmlElement('box');
    innermost.insert(0, [inner]);
    innermost = inner;
  }
  const update = Y.encodeStateAsUpdate(doc, before);
  expect([nestsTooDeeply(update), nestsTooDeeply(update, levelIn(grown)), nestsTooDeeply(state(doc))]).toEqual([
    false,
    true,
    true,
  ]);
});

test('readers of a note do not recurse into its elements', () => {
  const deep = state(nested(20_000));
  expect([markdownOfState(deep), textOfState(deep), summaryOfState(deep).snippet]).toEqual(['core\n', 'core', 'core']);
  const other = new Y.Doc();
  Y.applyUpdate(other, deep);
  expect(droppedWords(deep, state(other))).toEqual({ mine: '', theirs: '' });
  const typed = nested(20_000, 'here');
  expect(droppedWords(state(typed), deep)).toEqual({ mine: '', theirs: '' });
});
