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

/** The bytes of a stored state; none for an empty or unknown one. */
export const bytesOf = (state: unknown): Uint8Array =>
  typeof state === 'string' && state !== '' ? fromBase64(state) : new Uint8Array();

const parts = (states: unknown[]): Uint8Array[] =>
  states.filter((s): s is string => typeof s === 'string' && s !== '').map(fromBase64);

/** All that any of the states holds; '' when none holds anything. */
export function mergeStates(...states: unknown[]): string {
  const known = parts(states);
  if (known.length === 0) return '';
  return toBase64(known.length === 1 ? known[0]! : Y.mergeUpdates(known));
}

/** What a state knows of each author: enough to compute what somebody with that state lacks. '' for an empty one. */
export function vectorOf(state: unknown): string {
  const [bytes] = parts([state]);
  return bytes ? toBase64(Y.encodeStateVectorFromUpdate(bytes)) : '';
}

/** What `state` holds and a side with that state vector lacks; '' for an empty state. */
export function updateSince(state: unknown, vector: string): string {
  const [bytes] = parts([state]);
  if (!bytes) return '';
  return toBase64(vector === '' ? bytes : Y.diffUpdate(bytes, fromBase64(vector)));
}
