/**
 * Words and characters of a text while it is typed. A block of ProseMirror's never changes, another stands in its place: each is counted
 * once, and a letter costs its own block and no more. A text that was just opened is counted in pieces, as all of a long one would hold
 * up what is typed into it.
 */
import type { Node } from 'prosemirror-model';
import { countText } from '../../../sync/merge/note-text';

export interface Counts {
  words: number;
  characters: number;
}

const known = new WeakMap<Node, Counts>();

function ofBlock(block: Node): Counts {
  const before = known.get(block);
  if (before) return before;
  const counts = countText(block.textBetween(0, block.content.size, '\n', '\n'));
  known.set(block, counts);
  return counts;
}

/**
 * Counts the blocks of a document, as `countText` counts all of its text: no word and no grapheme goes over the end of a line.
 * @param isLate asked after each block; true ends it
 * @returns null where it was ended: the same call again goes on from there
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
