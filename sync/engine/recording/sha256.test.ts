import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Sha256 } from './sha256';

const reference = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('Sha256', () => {
  it('agrees with the platform for every length around the block boundaries', () => {
    for (let length = 0; length <= 200; length += 1) {
      const bytes = new Uint8Array(randomBytes(length));
      expect(new Sha256().update(bytes).hex(), `length ${length}`).toBe(reference(bytes));
    }
  });

  it('is independent of how the input is split', () => {
    const bytes = new Uint8Array(randomBytes(300_001));
    const hash = new Sha256();
    for (let at = 0, step = 1; at < bytes.length; at += step, step = (step * 7) % 4093)
      hash.update(bytes.subarray(at, Math.min(bytes.length, at + step)));
    expect(hash.hex()).toBe(reference(bytes));
  });
});
