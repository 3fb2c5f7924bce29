/**
 * Clocks of Yjs structs. lib0 writes integers above 2^53 and refuses to read them, so a document with a larger clock
 * can be stored and never be decoded again. Lengths add up: structs of one client, each with a valid length, reach it.
 */
import * as Y from 'yjs';
import type { Decoded } from './depth';

/** Whether a struct or deletion of an update (Yjs v1, possibly decoded already) ends beyond the safe integers. */
export function exceedsClocks(update: Uint8Array | Decoded): boolean {
  const { structs, ds } = update instanceof Uint8Array ? Y.decodeUpdate(update) : update;
  return (
    structs.some(({ id, length }) => !Number.isSafeInteger(id.clock + length)) ||
    [...ds.clients.values()].some((deletions) => deletions.some(({ clock, len }) => !Number.isSafeInteger(clock + len)))
  );
}
