import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { updateOfCollected, updateOfDeletion } from '../../tests/support/yjs-updates';
import { exceedsClocks } from './clocks';
import { stateFromMarkdown } from './note-text';

const LARGEST = Number.MAX_SAFE_INTEGER;

test('a document of structs that end beyond the safe integers is written and cannot be read', () => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, updateOfCollected(Array<number>(600).fill(LARGEST)));
  expect(() => Y.applyUpdate(new Y.Doc(), Y.encodeStateAsUpdate(doc))).toThrow('Integer out of Range');
});

test.each([
  ['one struct up to the largest clock', updateOfCollected([LARGEST]), false],
  ['structs beyond it', updateOfCollected([LARGEST, 1]), true],
  ['a struct that begins at it', updateOfCollected([1], LARGEST), true],
  ['a deletion up to it', updateOfDeletion(1, LARGEST - 1), false],
  ['a deletion beyond it', updateOfDeletion(LARGEST, 1), true],
  ['a note', stateFromMarkdown('# Title\n\ntext'), false],
])('%s: %s', (_name, update, exceeds) => expect(exceedsClocks(update)).toBe(exceeds));
