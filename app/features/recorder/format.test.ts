import { describe, expect, it } from 'vitest';
import { clockText, hoursOf, recordingFileName } from './format';

describe('texts of recordings', () => {
  it('times', () => {
    expect([0, 9_999, 61_000, 2_472_000, 3_729_000].map(clockText)).toEqual([
      '0:00',
      '0:09',
      '1:01',
      '41:12',
      '1:02:09',
    ]);
  });
  it('space in whole hours', () => {
    expect([hoursOf(45_000_000, 1), hoursOf(45_000_000, 2), hoursOf(22_000_000, 1), hoursOf(-5, 1)]).toEqual([
      2, 1, 0, 0,
    ]);
  });
  it('file names keep any script and lose characters that file systems refuse', () => {
    expect(recordingFileName('週次 会議: A/B?', new Date(2026, 0, 5, 9, 3))).toBe('週次 会議 A B 2026-01-05 09.03.mp3');
    expect(recordingFileName('///', new Date(2026, 0, 5, 9, 3))).toBe('Recording 2026-01-05 09.03.mp3');
  });
});
