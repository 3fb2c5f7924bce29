/** Checklist items at the end of a note's text. */
import * as Y from 'yjs';
import { NOTE_FRAGMENT } from '../model/note-document';
import { blocksOfDoc, docOfState, plain, spliceBlocks, textBlock } from './note-blocks';

/** Appends open items to a text, one block each; returns the new state. */
export function withTasksAtEnd(state: Uint8Array, items: readonly string[]): Uint8Array {
  const doc = docOfState(state);
  const blocks = items.map((text) => textBlock('task', [{ type: 'text', text, marks: {} }]));
  spliceBlocks(doc, doc.getXmlFragment(NOTE_FRAGMENT).length, 0, blocks);
  return Y.encodeStateAsUpdate(doc);
}

/** Removes the last open item with each of these texts; ticked or changed items stay. Returns the new state. */
export function withoutTasks(state: Uint8Array, items: readonly string[]): Uint8Array {
  const doc = docOfState(state);
  for (const text of items.toReversed()) {
    const at = blocksOfDoc(doc).findLastIndex(
      (block) => block.type === 'block' && block.kind === 'task' && !block.checked && plain(block.inline) === text,
    );
    if (at >= 0) spliceBlocks(doc, at, 1, []);
  }
  return Y.encodeStateAsUpdate(doc);
}
