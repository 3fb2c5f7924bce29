import { expect, it } from 'vitest';
import { contentKind } from './content-kind';

/** `会議の記録`, `회의 기록` and `Minutes`, each with a line end */
const ENCODED = {
  shift_jis: '89ef8b6382cc8b4c985e0a',
  'euc-kr': 'c8b8c0c720b1e2b7cf0a',
  'utf-16le with a mark': 'fffe1a4f708b6e30188a32930a00',
  'utf-16be without': '004d0069006e0075007400650073000a',
};

it('shows bytes as what they are, whatever the name says', () => {
  const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)));
  const png = bytes([0x89], 'PNG', [0x0d, 0x0a, 0x1a, 0x0a, 0]);
  expect(contentKind('pdf', bytes('Tides of the harbour'))).toBe('source');
  expect(contentKind('pdf', bytes('<script>alert(1)</script>'))).toBe('source');
  expect(contentKind('pdf', png)).toBe('image');
  expect(contentKind('source', bytes('%PDF-1.7'))).toBe('pdf');
  expect(contentKind('image', bytes('\n%PDF-1.7'))).toBe('pdf');
  // a character that the end of the bytes divides
  expect(contentKind('pdf', bytes('会議').subarray(0, 4))).toBe('source');
  for (const [encoding, hex] of Object.entries(ENCODED))
    expect(contentKind('image', Uint8Array.from(Buffer.from(hex, 'hex'))), encoding).toBe('source');
  // unknown bytes stay what their name says, and fail there
  expect(contentKind('pdf', bytes([0, 1, 2, 3]))).toBe('pdf');
  expect(contentKind('parts', png)).toBe('parts');
  expect(contentKind('audio', bytes('text'))).toBe('audio');
});
