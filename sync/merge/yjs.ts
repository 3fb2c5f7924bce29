/** Yjs states as base64, the form in which they are stored and sent. */
import * as Y from 'yjs';

const CHUNK = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let i = 0; i < bytes.length; i += CHUNK) binary += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(binary);
}

export function fromBase64(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Bytes of a stored state; empty for '' or a missing one. */
export const bytesOf = (state: unknown): Uint8Array =>
  typeof state === 'string' && state !== '' ? fromBase64(state) : new Uint8Array();

const decodeNonEmpty = (states: unknown[]): Uint8Array[] =>
  states.filter((s): s is string => typeof s === 'string' && s !== '').map(fromBase64);

/** Merges states; '' if all are empty. */
export function mergeStates(...states: unknown[]): string {
  const known = decodeNonEmpty(states);
  if (known.length === 0) return '';
  return toBase64(known.length === 1 ? known[0]! : Y.mergeUpdates(known));
}

/** State vector of a state: enough to compute the update that its owner lacks. '' for an empty state. */
export function vectorOf(state: unknown): string {
  const [bytes] = decodeNonEmpty([state]);
  return bytes ? toBase64(Y.encodeStateVectorFromUpdate(bytes)) : '';
}

/** The update that a side with this state vector lacks; '' for an empty state. */
export function updateSince(state: unknown, vector: string): string {
  const [bytes] = decodeNonEmpty([state]);
  if (!bytes) return '';
  return toBase64(vector === '' ? bytes : Y.diffUpdate(bytes, fromBase64(vector)));
}
