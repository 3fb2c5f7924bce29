/**
 * Restores an earlier text of a note as an edit of its Y.Doc. Blocks that both texts have stay the same elements, so
 * that concurrent typing in them is merged; all other blocks are copied element by element, with all attributes.
 */
import { diffArrays } from 'diff';
import * as Y from 'yjs';
import { NOTE_FRAGMENT } from '../model/note-document';
import { docOfState, type NoteNode } from './note-blocks';
import { fromBase64, toBase64 } from './yjs';

/** A version of a text is a Yjs state in base64, as stored and sent. */
export const docOfVersion = (state: string): Y.Doc => docOfState(fromBase64(state));
export const versionOfDoc = (doc: Y.Doc): string => toBase64(Y.encodeStateAsUpdate(doc));

/** Key of a node: equal for nodes with the same content. */
function keyOf(node: NoteNode): string {
  if (node instanceof Y.XmlText) return JSON.stringify(node.toDelta());
  if (!(node instanceof Y.XmlElement)) return '';
  const attributes = Object.entries(node.getAttributes() as Record<string, unknown>)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([node.nodeName, attributes, node.toArray().map(keyOf)]);
}

/** most edits of the comparison; beyond them all blocks are replaced */
const EDITS_MAX = 2_000;

/**
 * Changes `doc` to the text of `from`, in one transaction.
 * @param origin of the transaction
 */
export function restoreText(doc: Y.Doc, from: Y.Doc, origin: unknown): void {
  const fragment = doc.getXmlFragment(NOTE_FRAGMENT);
  const wanted = from.getXmlFragment(NOTE_FRAGMENT).toArray();
  const steps = diffArrays(fragment.toArray().map(keyOf), wanted.map(keyOf), { maxEditLength: EDITS_MAX }) ?? [
    { removed: true, added: false, count: fragment.length },
    { removed: false, added: true, count: wanted.length },
  ];
  doc.transact(() => {
    let at = 0;
    let next = 0;
    for (const { added, removed, count } of steps) {
      if (removed) fragment.delete(at, count);
      else {
        if (added)
          fragment.insert(
            at,
            wanted.slice(next, next + count).map((node) => (node as Y.XmlElement | Y.XmlText).clone()),
          );
        at += count;
        next += count;
      }
    }
  }, origin);
}

export interface Restored {
  /** Undoes the edit, and preserves what was typed since. */
  undo(): void;
  /** Releases the undo manager; `undo` has no effect afterwards. */
  end(): void;
}

/** Origin of the transaction, for an editor's own undo. */
export const RESTORE = Symbol('restore');

/** Restores a text, with an undo of exactly this edit. */
export function restoreWithUndo(doc: Y.Doc, from: Y.Doc): Restored {
  const manager = new Y.UndoManager(doc.getXmlFragment(NOTE_FRAGMENT), { trackedOrigins: new Set([RESTORE]) });
  restoreText(doc, from, RESTORE);
  return {
    undo: () => {
      manager.undo();
    },
    end: () => manager.destroy(),
  };
}
