/** Yjs states on the server: a client's state or update is merged into the stored state and never replaces it. */
import * as Y from 'yjs';
import { exceedsClocks } from '../../sync/merge/clocks';
import { nestsTooDeeply, type Decoded } from '../../sync/merge/depth';
import { LIMITS } from '../../sync/model/limits';
import { CallError } from '../../sync/protocol/errors';

/** bytes up to which a merged state is re-encoded at each revision; larger ones at every sixteenth */
const REENCODE_BYTES = 256 * 1024;
const REENCODE_EVERY = 16;

/**
 * Merges an update (base64) into a state (base64, '' for none). Merging alone keeps deleted content, so the state is
 * re-encoded through a document from time to time, which also proves that clients can apply it, and before it is
 * refused for its size.
 * @param height of the new revision
 * Throws DOCUMENT_INVALID for bytes that are not a Yjs update, nest too deeply or exceed the clocks,
 * NOTE_CONTENT_TOO_LARGE above the limit.
 */
export function mergeState(state: string, update: string, height: number): string {
  const limit = LIMITS.noteStateBytes;
  const added = Buffer.from(update, 'base64');
  if (added.length > limit) throw tooLarge(limit);
  let merged: Uint8Array;
  try {
    const decoded = Y.decodeUpdate(added);
    if (exceedsClocks(decoded)) throw new RangeError('clocks too large');
    merged = state === '' ? added : Y.mergeUpdates([Buffer.from(state, 'base64'), added]);
    // Only new elements can increase the depth.
    if (isNesting(decoded) && nestsTooDeeply(merged === added ? decoded : merged))
      throw new RangeError('nested too deeply');
    if (merged.length <= REENCODE_BYTES || merged.length > limit || height % REENCODE_EVERY === 0)
      merged = reencode(merged);
  } catch (cause) {
    throw new CallError('DOCUMENT_INVALID', {
      message: 'not a Yjs update',
      fieldErrors: { state: 'DOCUMENT_INVALID' },
      cause,
    });
  }
  if (merged.length > limit) throw tooLarge(limit);
  return Buffer.from(merged.buffer, merged.byteOffset, merged.byteLength).toString('base64');
}

/** Whether an update holds elements, or values that may be nested themselves, beside plain text. */
const isNesting = (update: Decoded): boolean =>
  update.structs.some(
    (struct) =>
      struct instanceof Y.Item &&
      !(struct.content instanceof Y.ContentString || struct.content instanceof Y.ContentDeleted),
  );

function reencode(state: Uint8Array): Uint8Array {
  const doc = new Y.Doc();
  try {
    Y.applyUpdate(doc, state);
    return Y.encodeStateAsUpdate(doc);
  } finally {
    doc.destroy();
  }
}

const tooLarge = (limit: number): CallError =>
  new CallError('NOTE_CONTENT_TOO_LARGE', { params: { maxSize: Math.round(limit / 1024 / 1024) } });
