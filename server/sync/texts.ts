/**
 * Texts by difference: the current version of each text, with the difference of its state to the client's state vector.
 * A vector names content, not a revision, so any vector has an answer, also one with content that the server lacks.
 *
 *   requested ids, in order ──► stored texts, up to PAGE_TEXT_MAX at a time ──► differences ──► answer of PAGE_TEXT_MAX, next
 *                                      ▲                                           │
 *                                      └──────────── room in the answer ◄──────────┘
 */
import * as Y from 'yjs';
import type { Actor } from '../platform/context';
import { PAGE_TEXT_MAX, type WireDoc } from '../../sync/protocol/messages';
import { readVisibleTexts, wireDoc, type Queries } from './documents';

export interface RequestedText {
  id: string;
  /** state vector of the client's state (base64); absent: the whole is requested */
  vector?: string;
}

export interface ReadTexts {
  documents: WireDoc[];
  /** the first requested text that the answer has no room for; absent: all are answered */
  next?: string;
}

/** Texts that are visible to the person, deleted ones included; the others are absent. */
export async function readTexts(db: Queries, actor: Actor, texts: readonly RequestedText[]): Promise<ReadTexts> {
  const vectors = new Map(texts.map(({ id, vector }) => [id, vector]));
  const documents: WireDoc[] = [];
  let characters = 0;
  for (let ids = [...vectors.keys()]; ids.length > 0;) {
    const { docs, read } = await readVisibleTexts(db, actor, ids, PAGE_TEXT_MAX);
    for (const { row, role } of docs) {
      if (characters >= PAGE_TEXT_MAX) return { documents, next: row.id };
      const document = withDifference(wireDoc(row, role, actor), vectors.get(row.id));
      characters += lengthOf(document);
      documents.push(document);
    }
    ids = ids.slice(read);
    if (ids.length > 0 && characters >= PAGE_TEXT_MAX) return { documents, next: ids[0]! };
  }
  return { documents };
}

const lengthOf = (document: WireDoc): number => {
  const { state, update } = document as { state?: unknown; update?: unknown };
  return String(state ?? update ?? '').length;
};

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
