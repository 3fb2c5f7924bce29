/**
 * Words and characters of a text during typing. A ProseMirror block is immutable, so counts are cached by block and a
 * keystroke counts one block. A newly opened text is counted in steps, since counting all of a long text would block
 * typing.
 */
import type { Node } from 'prosemirror-model';
import { countText } from '../../../sync/merge/note-text';

export interface Counts {
  words: number;
  characters: number;
}

const known = new WeakMap<Node, Counts>();

const sum = (all: Counts[]): Counts => ({
  words: all.reduce((n, { words }) => n + words, 0),
  characters: all.reduce((n, { characters }) => n + characters, 0),
});

function ofBlock(block: Node): Counts {
  const before = known.get(block);
  if (before) return before;
  const counts =
    block.inlineContent || block.isLeaf
      ? countText(block.textBetween(0, block.content.size, '\n'))
      : sum(block.children.map(ofBlock));
  known.set(block, counts);
  return counts;
}

/**
 * Counts the blocks of a document, with the same result as `countText` of the whole text: no word and no grapheme
 * crosses a line end.
 * @param isLate asked after each block; true interrupts the count
 * @returns null after an interruption: the same call continues there
 */
export function countBlocks(doc: Node, isLate: () => boolean): Counts | null {
  const all: Counts = { words: 0, characters: 0 };
  for (let i = 0; i < doc.childCount; i += 1) {
    const { words, characters } = ofBlock(doc.child(i));
    all.words += words;
    all.characters += characters;
    if (i < doc.childCount - 1 && isLate()) return null;
  }
  return all;
}
