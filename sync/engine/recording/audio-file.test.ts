import { expect, it } from 'vitest';
import { wavDuration } from './audio-file';

/** Header of mono 16 bit sound at 16 kHz. */
function header(stated: { bytes: number; byteRate?: number; tag?: number }): Uint8Array {
  const view = new DataView(new ArrayBuffer(44));
  const text = (at: number, words: string) => [...words].forEach((c, i) => view.setUint8(at + i, c.charCodeAt(0)));
  text(0, 'RIFF');
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, stated.tag ?? 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 16_000, true);
  view.setUint32(28, stated.byteRate ?? 32_000, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, stated.bytes, true);
  return new Uint8Array(view.buffer);
}
const FOUR_HOURS = 4 * 3600 * 32_000;

it.each([
  ['has its length', header({ bytes: 64_000 }), 2000],
  ['of a stream has no length', header({ bytes: 0 }), 2000],
  ['of a stream has the largest length', header({ bytes: 0xffff_ffff }), 2000],
  ['states four hours', header({ bytes: FOUR_HOURS }), 2000],
  ['states bytes per second that its samples do not have', header({ bytes: 64_000, byteRate: 4 }), 2000],
  ['of compressed sound knows its bytes per second alone', header({ bytes: 64_000, byteRate: 8000, tag: 0x11 }), 8000],
])('a WAV file of two seconds whose header %s', (_name, head, ms) => {
  expect(wavDuration(head, 44 + 64_000)).toBe(ms);
});

it('a WAV file of four hours', () => {
  expect(wavDuration(header({ bytes: FOUR_HOURS }), 44 + FOUR_HOURS)).toBe(4 * 3600 * 1000);
});
