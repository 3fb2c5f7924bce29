/**
 * Completes pulled texts whose state was left out: requests the difference to the state on this device.
 *
 *   pulled text without state ──► state vector of the stored state ──POST texts──► difference + vector of the whole
 *                                      │                                              │
 *                                      └── none: absent, pending, undecodable         └► stored state + difference = whole?
 *                                                       └────────► requested whole ◄────── no
 *
 * An answer of about 1 MB ends before the last requested text; the rest is requested again.
 *
 * The result is the server's whole state, as if it had been pulled: nothing after this step knows of differences. It is
 * checked, as a state that is not pending may still have content that the server refused (rejected-changes.ts).
 */
import * as Y from 'yjs';
import { fromBase64, toBase64 } from '../../merge/yjs';
import { NoAnswerError, type Call } from '../../protocol/client';
import { syncCalls, TEXTS_MAX, VECTOR_MAX_BYTES, type Checkpoint, type WireDoc } from '../../protocol/messages';
import type { Applier } from './applier';

/** characters of a state that is pulled whole; a longer one is worth a request for its difference */
export const STATE_MAX = 4_096;

/** The option of a pull. None for pulls from the start, which compare the device with the server. */
export const stateMaxOf = (
  collection: string,
  checkpoint: Checkpoint | null,
  isRepair: boolean,
  { stateMax }: Pick<Applier, 'stateMax'>,
): { stateMax?: number } => (collection === 'noteContents' && checkpoint && !isRepair ? { stateMax } : {});

type Text = WireDoc & { state?: unknown; update?: unknown; vector?: unknown; stateOmitted?: unknown };
const isIncomplete = (document: WireDoc): boolean => !document._deleted && (document as Text).stateOmitted === true;

/**
 * Replaces texts without state by their current version, in order; those that are no longer visible are left out: their
 * deletion is pulled later. Documents of other collections are returned as they are.
 */
export async function completeTexts(
  target: Pick<Applier, 'documents'>,
  call: Call,
  documents: WireDoc[],
  signal: AbortSignal,
): Promise<WireDoc[]> {
  const ids = documents.filter(isIncomplete).map(({ id }) => id);
  if (ids.length === 0) return documents;
  const complete = new Map<string, WireDoc>();
  for (let first = 0; first < ids.length; first += TEXTS_MAX) {
    const some = ids.slice(first, first + TEXTS_MAX);
    const states = await storedStates(target, some);
    const requested = some.map((id) => ({ id, ...vectorFor(states.get(id)) }));
    const unmatched: string[] = [];
    for await (const text of requestTexts(call, requested, signal)) {
      const whole = withWholeState(text, states.get(text.id));
      if (whole) complete.set(text.id, whole);
      else unmatched.push(text.id);
    }
    if (unmatched.length === 0) continue;
    for await (const text of requestTexts(
      call,
      unmatched.map((id) => ({ id })),
      signal,
    )) {
      const whole = withWholeState(text, undefined);
      if (!whole) throw new NoAnswerError('not-json');
      complete.set(text.id, whole);
    }
  }
  return documents.flatMap((document) => (isIncomplete(document) ? (complete.get(document.id) ?? []) : [document]));
}

/** The visible ones of the texts, by as many requests as the server needs. */
async function* requestTexts(
  call: Call,
  texts: { id: string; vector?: string }[],
  signal: AbortSignal,
): AsyncGenerator<Text> {
  for (let rest = texts; rest.length > 0;) {
    const { documents, next } = await call(syncCalls.texts, { texts: rest }, { signal });
    const requested = new Set(rest.map(({ id }) => id));
    yield* (documents as Text[]).filter(({ id }) => requested.has(id));
    if (next === undefined) return;
    const at = rest.findIndex(({ id }) => id === next);
    // an answer that does not advance would repeat the request endlessly
    if (at <= 0) throw new NoAnswerError('not-json');
    rest = rest.slice(at);
  }
}

/**
 * Stored states of the texts that are not pending: a pending text has words that the server lacks.
 */
async function storedStates({ documents }: Pick<Applier, 'documents'>, ids: string[]): Promise<Map<string, Y.Doc>> {
  const states = new Map<string, Y.Doc>();
  for (const row of await documents.stored('noteContents', ids)) {
    const { state } = row as { state?: unknown };
    if (row._deleted || row.waits || typeof state !== 'string' || state === '') continue;
    const doc = decoded(state);
    if (doc) states.set(row.id, doc);
  }
  return states;
}

/** null: undecodable, or with updates whose dependencies are missing. */
function decoded(...updates: string[]): Y.Doc | null {
  return applied(new Y.Doc(), updates);
}

function applied(doc: Y.Doc, updates: readonly string[]): Y.Doc | null {
  try {
    for (const update of updates) Y.applyUpdate(doc, fromBase64(update));
  } catch {
    return null;
  }
  return doc.store.pendingStructs || doc.store.pendingDs ? null : doc;
}

function vectorFor(doc: Y.Doc | undefined): { vector?: string } {
  const vector = doc && Y.encodeStateVector(doc);
  return vector && vector.byteLength <= VECTOR_MAX_BYTES ? { vector: toBase64(vector) } : {};
}

/** The text with its whole state; null if the difference does not lead to the server's state. */
function withWholeState(text: Text, stored: Y.Doc | undefined): WireDoc | null {
  if (text._deleted || typeof text.state === 'string') return text;
  const { update, vector, ...rest } = text;
  if (!stored || typeof update !== 'string' || typeof vector !== 'string') return null;
  const whole = applied(stored, [update]);
  if (!whole || !isState(whole, update, vector)) return null;
  return { ...rest, state: toBase64(Y.encodeStateAsUpdate(whole)) } as WireDoc;
}

/** Whether a document has exactly the content and the deletions of the server: an update contains all deletions. */
function isState(doc: Y.Doc, update: string, vector: string): boolean {
  try {
    const server = Y.createSnapshot(
      Y.mergeDeleteSets([Y.decodeUpdate(fromBase64(update)).ds]),
      Y.decodeStateVector(fromBase64(vector)),
    );
    return Y.equalSnapshots(Y.snapshot(doc), server);
  } catch {
    return false;
  }
}
