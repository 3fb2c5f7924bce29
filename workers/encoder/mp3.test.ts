import { describe, expect, it } from 'vitest';
import { RECORDING_RATE } from '../../sync/engine/recording/recording-session';
import { decodeChannels, decodeMp3, similarity, spectrogram, sweep } from '../../tests/support/sound';
import { createMp3, RECORDING_KBPS } from './mp3';

const rms = (samples: Float32Array): number => Math.sqrt(samples.reduce((sum, s) => sum + s * s, 0) / samples.length);

describe('createMp3', () => {
  it('encodes the content of the input, not only its length', async () => {
    const input = sweep(12, RECORDING_RATE);
    const mp3 = createMp3(1);
    const parts: Uint8Array[] = [];
    for (let at = 0; at < input.length; at += 733) parts.push(mp3.encode([input.subarray(at, at + 733)]));
    parts.push(mp3.flush());
    const bytes = new Uint8Array(Buffer.concat(parts));
    const decoded = await decodeMp3(bytes);
    const { rate } = decoded;
    // Encoder and decoder together delay the sound by 1105 samples.
    const samples = decoded.samples.subarray(1105);
    expect(rate).toBe(RECORDING_RATE);
    expect(RECORDING_KBPS).toBeGreaterThanOrEqual(32);
    expect(Math.abs(bytes.length - (12 * RECORDING_KBPS * 1000) / 8)).toBeLessThan(2000);
    expect(Math.abs(samples.length - input.length) / rate).toBeLessThan(0.2);
    expect(Math.abs(20 * Math.log10(rms(samples) / rms(input)))).toBeLessThan(1);
    expect(similarity(spectrogram(input, rate), spectrogram(samples, rate))).toBeGreaterThan(0.9);
    expect(similarity(spectrogram(input, rate), spectrogram(samples.toReversed(), rate))).toBeLessThan(0.5);
  });

  it('keeps two channels apart, also if one of them is silent', async () => {
    const [left, right] = [sweep(6, RECORDING_RATE), sweep(6, RECORDING_RATE, 6000, 200)];
    const silence = new Float32Array(left.length);
    for (const input of [
      [left, right],
      [left, silence],
      [silence, right],
    ]) {
      const mp3 = createMp3(2);
      const channels = await decodeChannels(
        new Uint8Array(Buffer.concat([mp3.encode(input), mp3.flush()].map((part) => Buffer.from(part)))),
      );
      expect(channels).toHaveLength(2);
      input.forEach((expected, at) => {
        const decoded = channels[at]!.subarray(1105);
        if (expected === silence) expect(rms(decoded)).toBeLessThan(0.0005);
        else
          expect(
            similarity(spectrogram(expected, RECORDING_RATE), spectrogram(decoded, RECORDING_RATE)),
          ).toBeGreaterThan(0.9);
      });
    }
  });
});
