/** Merges typed updates into the state of a text. Pure. */
import * as Y from 'yjs';
import { droppedWordConflicts } from '../../merge/dropped-words';
import { bytesOf, toBase64 } from '../../merge/yjs';

export interface TypedMerge {
  /** the text with the typed updates */
  doc: Y.Doc;
  /** whether the typed updates add anything to the state */
  changed: boolean;
  /** state vector of the state before them, base64; '' for an empty state */
  vector: string;
  /** words dropped by deletions of either side, as conflict versions */
  dropped: ReturnType<typeof droppedWordConflicts>;
}

/**
 * Decodes the state once. Only if it has content that the typed updates lack, both sides are compared.
 * @param state base64; '' for an empty text
 * @param typed the merged update log, which contains the dependencies of its updates (update-log.ts)
 * @returns null if the state or the log cannot be decoded
 */
export function mergeTyped(state: string, typed: Uint8Array): TypedMerge | null {
  const doc = new Y.Doc();
  try {
    const bytes = bytesOf(state);
    if (bytes.byteLength > 0) Y.applyUpdate(doc, bytes);
    const vector = bytes.byteLength > 0 ? toBase64(Y.encodeStateVector(doc)) : '';
    let changed = false;
    doc.on('update', () => {
      changed = true;
    });
    Y.applyUpdate(doc, typed);
    return { doc, changed, vector, dropped: isContained(doc, typed) ? [] : droppedWordConflicts(typed, bytes) };
  } catch {
    return null;
  }
}

/** Whether an update has all content and deletions of a document. False if the update depends on others. */
function isContained(doc: Y.Doc, update: Uint8Array): boolean {
  const { structs, ds } = Y.decodeUpdate(update);
  /** next clock by client */
  const vector = new Map<number, number>();
  for (const struct of structs) {
    const { client, clock } = struct.id;
    if (struct instanceof Y.Skip || clock !== (vector.get(client) ?? 0)) return false;
    vector.set(client, clock + struct.length);
  }
  return Y.equalSnapshots(Y.createSnapshot(Y.mergeDeleteSets([ds]), vector), Y.snapshot(doc));
}
