import { describe, expect, it } from 'vitest';
import { Pace } from './pace';

const KB = 1024;
const MB = 1024 * KB;
const sizes = (pace: Pace, parts: number): number[] =>
  Array.from({ length: parts }, () => {
    const { bytes } = pace;
    pace.arrived();
    return bytes;
  });

describe('Pace', () => {
  it('starts at 32 KiB and doubles up to a 128th of the recording', () => {
    expect(sizes(new Pace(32 * MB, 4 * MB), 6)).toEqual([32 * KB, 64 * KB, 128 * KB, 256 * KB, 256 * KB, 256 * KB]);
  });

  it('falls to a quarter on a failure, doubles up to half of the failed size, then grows by steps', () => {
    const pace = new Pace(512 * MB, 4 * MB);
    sizes(pace, 10);
    expect(pace.bytes).toBe(4 * MB);
    pace.failed();
    expect(sizes(pace, 4)).toEqual([1 * MB, 2 * MB, 2.25 * MB, 2.5 * MB]);
    expect(sizes(pace, 10).at(-1)).toBe(4 * MB);
  });

  it('never falls below 32 KiB', () => {
    const pace = new Pace(512 * MB, 4 * MB);
    for (let i = 0; i < 20; i += 1) pace.failed();
    expect(pace.bytes).toBe(32 * KB);
  });

  it('never exceeds the part size that the server accepts', () => {
    expect(Math.max(...sizes(new Pace(300 * MB, 1000), 5))).toBe(1000);
  });
});
