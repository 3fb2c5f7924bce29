/**
 * Random values of libraries that take `crypto.getRandomValues` when they are loaded (lib0, for the client ids of Yjs): a
 * run seeds them, so that its texts merge the same way each time. Import it before any of them.
 */
const real = globalThis.crypto.getRandomValues.bind(globalThis.crypto);
let seeded: (() => number) | null = null;

/** @param random in [0, 1); null: real values again */
export function randomValuesOfLibraries(random: (() => number) | null): void {
  seeded = random;
}

Object.defineProperty(globalThis.crypto, 'getRandomValues', {
  configurable: true,
  writable: true,
  value: <T extends Uint8Array | Uint32Array>(values: T): T => {
    if (!seeded) return real(values as never);
    const range = 2 ** (8 * values.BYTES_PER_ELEMENT);
    for (let i = 0; i < values.length; i += 1) values[i] = Math.floor(seeded() * range);
    return values;
  },
});
