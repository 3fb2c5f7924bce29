/** Cuts bytes that are stored in rows into parts of other sizes, with at most one part and one row in memory. */

/** The offset of each row that was read: after an interruption the rows before the offset are not read again. */
export type RowStarts = number[];

/** The last known row that begins at or before `offset`. */
function rowAt(starts: RowStarts, offset: number): number {
  let row = starts.length - 1;
  while (row > 0 && starts[row]! > offset) row -= 1;
  return Math.max(0, row);
}

/**
 * The bytes from `offset` on, in parts.
 * @param rows   the rows from number `first` on, in order
 * @param offset bytes to skip
 * @param size   bytes of the next part, called when it begins; the last part may be smaller
 * @param starts row offsets of these bytes, filled while reading
 */
export async function* partsFrom(
  rows: (first: number) => AsyncIterable<{ seq: number; bytes: Uint8Array }>,
  offset: number,
  size: () => number,
  starts: RowStarts,
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const first = rowAt(starts, offset);
  let at = starts[first] ?? 0;
  let part = new Uint8Array(size());
  let filled = 0;
  for await (const row of rows(first)) {
    starts[row.seq] = at;
    let bytes = row.bytes.subarray(Math.min(row.bytes.length, Math.max(0, offset - at)));
    at += row.bytes.length;
    while (bytes.length > 0) {
      const taken = bytes.subarray(0, part.length - filled);
      part.set(taken, filled);
      filled += taken.length;
      bytes = bytes.subarray(taken.length);
      if (filled === part.length) {
        yield part;
        part = new Uint8Array(size());
        filled = 0;
      }
    }
  }
  if (filled > 0) yield part.slice(0, filled);
}
