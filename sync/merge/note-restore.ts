/**
 * Gives a note's Y.Doc the text of another state of it, as an edit: blocks that both have stay the same elements, so
 * that what others type in them meanwhile is merged; the rest is copied element by element, with all attributes.
 */
import { diffArrays } from 'diff';
import * as Y from 'yjs';
import { NOTE_FRAGMENT } from '../model/note-document';
import { docOfState, type NoteNode } from './note-blocks';
import { fromBase64, toBase64 } from './yjs';

/** A text as it is stored and sent: a Yjs state in base64. */
export const docOfVersion = (state: string): Y.Doc => docOfState(fromBase64(state));
export const versionOfDoc = (doc: Y.Doc): string => toBase64(Y.encodeStateAsUpdate(doc));

/** A node by its content: nodes with the same content have the same key. */
function keyOf(node: NoteNode): string {
  if (node instanceof Y.XmlText) return JSON.stringify(node.toDelta());
  if (!(node instanceof Y.XmlElement)) return '';
  const attributes = Object.entries(node.getAttributes() as Record<string, unknown>)
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([node.nodeName, attributes, node.toArray().map(keyOf)]);
}

/** steps of the comparison after which all blocks are replaced */
const EDITS_MAX = 2_000;

/** @param origin of the transaction */
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
  /** Takes the edit back, and nothing that was typed since. */
  undo(): void;
  /** Ends the possibility of `undo`. */
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
