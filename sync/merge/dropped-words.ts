/**
 * Words that a merge of two states of a text drops. Yjs deletes a block together with what somebody else typed into it meanwhile; who
 * deleted it had never seen those words, and who typed them did not delete them.
 *
 *   mine    [block: hello] ── typed ──► [block: hello there] ─┐
 *                                                             ├──► merged: no block, no "there" ──► kept: "hello there"
 *   theirs  [block: hello] ── deleted ──► nothing ────────────┘
 *
 * What one side deleted after it had seen it is no loss. Pure.
 */
import * as Y from 'yjs';
import { blocksOfDoc, docOfState, type NoteNode } from './note-blocks';
import { writeMarkdown } from './note-markdown';

/** As Markdown, each block that lost words as its side had it; '' for no loss. */
export interface DroppedWords {
  mine: string;
  theirs: string;
}

type DeleteSet = ReturnType<typeof Y.createDeleteSetFromStructStore>;
/** how much is known of each author, by client id */
type StateVector = Map<number, number>;

/** The pieces of text below a type, however deep, that are not deleted. */
function* stringsOf(type: Y.AbstractType<unknown>): Generator<{ id: Y.ID; text: string }> {
  /** where to go on, the innermost last */
  const open: (Y.Item | null)[] = [type._start];
  while (open.length > 0) {
    const item = open.pop();
    if (!item) continue;
    open.push(item.right);
    if (item.deleted) continue;
    if (item.content instanceof Y.ContentString) yield { id: item.id, text: item.content.str };
    else if (item.content instanceof Y.ContentType) open.push((item.content.type as Y.AbstractType<unknown>)._start);
  }
}

/** Whether a node holds words that the other side has never seen and that are deleted now. */
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

/** Both states as Yjs v1 updates that hold all they depend on. */
export function droppedWords(mine: Uint8Array, theirs: Uint8Array): DroppedWords {
  const merged = docOfState(mine);
  let isNews = false;
  merged.on('update', () => {
    isNews = true;
  });
  if (theirs.byteLength > 0) Y.applyUpdate(merged, theirs);
  // mine has all of theirs, its deletions too: the everyday case
  if (!isNews) return { mine: '', theirs: '' };
  const [left, right] = [docOfState(mine), docOfState(theirs)];
  const deleted = Y.createDeleteSetFromStructStore(merged.store);
  const lost = (doc: Y.Doc, other: Y.Doc): string => {
    const known = vectorOf(other);
    return writeMarkdown(blocksOfDoc(doc, (node) => losesWords(node, known, deleted))).trim();
  };
  return { mine: lost(left, right), theirs: lost(right, left) };
}

/** As sides for the conflict inbox. The deletion stands. */
export function droppedSides(
  mine: Uint8Array,
  theirs: Uint8Array,
): { field: string; mine: string; theirs: string; stands: 'mine' | 'theirs' }[] {
  const lost = droppedWords(mine, theirs);
  return [
    ...(lost.mine ? [{ field: 'text.mine', mine: lost.mine, theirs: '', stands: 'theirs' as const }] : []),
    ...(lost.theirs ? [{ field: 'text.theirs', mine: '', theirs: lost.theirs, stands: 'mine' as const }] : []),
  ];
}
