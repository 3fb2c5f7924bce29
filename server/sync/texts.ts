/**
 * Texts by difference: the current version of each text, with the difference of its state to the client's state vector.
 * A vector names content, not a revision, so any vector has an answer, also one with content that the server lacks.
 */
import * as Y from 'yjs';
import type { Actor } from '../platform/context';
import type { WireDoc } from '../../sync/protocol/messages';
import { readVisibleDocs, wireDoc, type Queries } from './documents';

export interface RequestedText {
  id: string;
  /** state vector of the client's state (base64); absent: the whole is requested */
  vector?: string;
}

/** Texts that are visible to the person, deleted ones included; the others are absent. */
export async function readTexts(db: Queries, actor: Actor, texts: readonly RequestedText[]): Promise<WireDoc[]> {
  const vectors = new Map(texts.map(({ id, vector }) => [id, vector]));
  const visible = await readVisibleDocs(db, actor, 'noteContents', [...vectors.keys()]);
  return visible.map(({ row, role }) => withDifference(wireDoc(row, role, actor), vectors.get(row.id)));
}

/** Replaces the state by its difference to a vector; unchanged without a vector, or if the difference is no smaller. */
function withDifference(document: WireDoc, vector: string | undefined): WireDoc {
  const { state, ...rest } = document as WireDoc & { state?: unknown };
  if (vector === undefined || typeof state !== 'string' || state === '') return document;
  const whole = Buffer.from(state, 'base64');
  try {
    const update = Y.diffUpdate(whole, Buffer.from(vector, 'base64'));
    if (update.length >= whole.length) return document;
    return { ...rest, update: base64(update), vector: base64(Y.encodeStateVectorFromUpdate(whole)) } as WireDoc;
  } catch {
    // not a state vector
    return document;
  }
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
