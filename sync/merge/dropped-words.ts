/**
 * Text that a merge of two Yjs states drops. Yjs deletes a block together with concurrent insertions into it: the side
 * that deleted the block never saw those words, and the side that typed them did not delete them.
 *
 *   mine    [block: hello] ── typed ──► [block: hello there] ─┐
 *                                                             ├──► merged: no block, no "there"
 *   theirs  [block: hello] ── deleted ──► no block ───────────┘           └──► conflict version: "hello there"
 *
 * Text that a side deleted after it had received it is not lost. Pure.
 */
import * as Y from 'yjs';
import { blocksOfDoc, docOfState, type NoteNode } from './note-blocks';
import { NOTE_NODES } from '../model/note-document';
import { writeMarkdown } from './note-markdown';

/** Markdown of each block that lost words, as its side had it; '' if none did. */
export interface DroppedWords {
  mine: string;
  theirs: string;
}

type DeleteSet = ReturnType<typeof Y.createDeleteSetFromStructStore>;
/** next clock of each client, by client id */
type StateVector = Map<number, number>;

/** The undeleted strings and mentions below a type, at any depth. Iterative, as the depth is unbounded. */
function* stringsOf(type: Y.AbstractType<unknown>): Generator<{ id: Y.ID; text: string }> {
  /** stack of items still to visit, the innermost last */
  const open: (Y.Item | null)[] = [type._start];
  while (open.length > 0) {
    const item = open.pop();
    if (!item) continue;
    open.push(item.right);
    if (item.deleted) continue;
    if (item.content instanceof Y.ContentString) yield { id: item.id, text: item.content.str };
    else if (item.content instanceof Y.ContentType) {
      const { type } = item.content;
      if (type instanceof Y.XmlElement && type.nodeName === NOTE_NODES.mention) yield { id: item.id, text: '@' };
      open.push((type as Y.AbstractType<unknown>)._start);
    }
  }
}

/** Whether a node contains words that the other side never received and that the merge deleted. */
function losesWords(node: NoteNode, known: StateVector, deleted: DeleteSet): boolean {
  if (!(node instanceof Y.XmlText || node instanceof Y.XmlElement)) return false;
  for (const { id, text } of stringsOf(node as unknown as Y.AbstractType<unknown>)) {
    for (let i = Math.max(0, (known.get(id.client) ?? 0) - id.clock); i < text.length; i += 1) {
      if (/\S/u.test(text[i]!) && Y.isDeleted(deleted, Y.createID(id.client, id.clock + i))) return true;
    }
  }
  return false;
}

const vectorOf = (doc: Y.Doc): StateVector => Y.decodeStateVector(Y.encodeStateVector(doc));

/** Compares two Yjs v1 states; both must be complete (no missing dependencies). */
export function droppedWords(mine: Uint8Array, theirs: Uint8Array): DroppedWords {
  const merged = docOfState(mine);
  let hasNewUpdates = false;
  merged.on('update', () => {
    hasNewUpdates = true;
  });
  if (theirs.byteLength > 0) Y.applyUpdate(merged, theirs);
  // The usual case: `mine` contains all of `theirs`, deletions included.
  if (!hasNewUpdates) return { mine: '', theirs: '' };
  const [left, right] = [docOfState(mine), docOfState(theirs)];
  const deleted = Y.createDeleteSetFromStructStore(merged.store);
  const lost = (doc: Y.Doc, other: Y.Doc): string => {
    const known = vectorOf(other);
    return writeMarkdown(blocksOfDoc(doc, (node) => losesWords(node, known, deleted))).trim();
  };
  return { mine: lost(left, right), theirs: lost(right, left) };
}

/** Dropped words as conflict versions. The deletion wins. */
export function droppedWordConflicts(
  mine: Uint8Array,
  theirs: Uint8Array,
): { field: string; mine: string; theirs: string; stands: 'mine' | 'theirs' }[] {
  const lost = droppedWords(mine, theirs);
  return [
    ...(lost.mine ? [{ field: 'text.mine', mine: lost.mine, theirs: '', stands: 'theirs' as const }] : []),
    ...(lost.theirs ? [{ field: 'text.theirs', mine: '', theirs: lost.theirs, stands: 'mine' as const }] : []),
  ];
}
