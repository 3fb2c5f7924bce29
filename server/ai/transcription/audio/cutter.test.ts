import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { toneMp3 } from '../../../../tests/support/sound';
import { bytesOf } from './bytes';
import { openAudio, type AudioKind } from './cutter';
import { WAV_RATE, wavFile } from './wav';

const FOUR_HOURS_S = 4 * 3600;

/** Two seconds of a tone; the header states another number of bytes. */
function wavStating(bytes: number): Uint8Array {
  const file = wavFile(Int16Array.from({ length: 2 * WAV_RATE }, (_, i) => Math.sin(i / 9) * 6000));
  new DataView(file.buffer, file.byteOffset).setUint32(40, bytes, true);
  return file;
}

/** A minute of MP3 after a frame whose Xing header states the frames of four hours. */
function mp3Stating(): Uint8Array {
  const sound = toneMp3(1);
  // MPEG 2, layer III, 32 kbit/s, 16 kHz, mono: a frame without audio contains the header
  const frame = Buffer.alloc(144);
  sound.copy(frame, 0, 0, 4);
  frame.write('Xing', 4 + 9, 'latin1');
  frame.writeUInt32BE(1, 4 + 9 + 4);
  frame.writeUInt32BE((FOUR_HOURS_S * WAV_RATE) / 576, 4 + 9 + 8);
  return Buffer.concat([frame, sound]);
}

/** A WebM file of two seconds whose Duration element states four hours (RFC 9559, 5.1.2.10). */
async function webmStating(): Promise<Uint8Array> {
  const file = await readFile('tests/fixtures/tone.webm');
  // a float of four bytes
  const at = file.indexOf(Buffer.from([0x44, 0x89, 0x84]));
  file.writeFloatBE(FOUR_HOURS_S * 1000, at + 3);
  return file;
}

it.each([
  ['wav', wavStating(FOUR_HOURS_S * WAV_RATE * 2), 2000],
  ['wav', wavStating(0), 2000],
  ['wav', wavStating(0xffff_ffff), 2000],
  ['mp3', mp3Stating(), 60_000],
  ['webm', await webmStating(), 2000],
] satisfies [AudioKind, Uint8Array, number][])(
  'a %s file is as long as its sound, whatever its header states',
  async (kind, bytes, ms) => {
    const cutter = await openAudio(bytesOf(bytes), kind);
    expect(Math.abs(cutter.durationMs - ms)).toBeLessThan(500);
    const cut = await cutter.cut(0, FOUR_HOURS_S * 1000);
    expect(Math.abs(cut.durationMs - ms)).toBeLessThan(500);
    cutter.dispose();
  },
);
