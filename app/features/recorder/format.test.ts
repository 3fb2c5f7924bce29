import { describe, expect, it } from 'vitest';
import { clockText, recordingFileName, sizeText } from './format';

describe('texts of recordings', () => {
  it('times', () => {
    expect([0, 9_999, 61_000, 2_472_000, 3_729_000].map(clockText)).toEqual(['0:00', '0:09', '1:01', '41:12', '1:02:09']);
  });
  it('sizes count in 1024', () => {
    expect([0, 1023, 1024, 1_572_864, 314_572_800].map(sizeText)).toEqual(['0 B', '1023 B', '1 KB', '1.5 MB', '300 MB']);
  });
  it('file names keep any script and lose what a file system refuses', () => {
    expect(recordingFileName('週次 会議: A/B?', new Date(2026, 0, 5, 9, 3))).toBe('週次 会議 A B 2026-01-05 09.03.mp3');
    expect(recordingFileName('///', new Date(2026, 0, 5, 9, 3))).toBe('Recording 2026-01-05 09.03.mp3');
  });
});
