/** Yjs updates (v1), encoded by hand, that no editor produces. */

/** An unsigned integer as lib0 writes it: seven bits a byte, the lowest first. */
function varUint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128));
  return [...bytes, rest];
}

/** Collected structs of one client, without content. */
export const updateOfCollected = (lengths: readonly number[], clock = 0): Uint8Array =>
  Uint8Array.from([
    ...[1, lengths.length, 77, clock].flatMap(varUint),
    ...lengths.flatMap((length) => [0, ...varUint(length)]),
    0,
  ]);

/** An update with one deletion and no struct. */
export const updateOfDeletion = (clock: number, length: number): Uint8Array =>
  Uint8Array.from([0, 1, 77, 1, clock, length].flatMap(varUint));
