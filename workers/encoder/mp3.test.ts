import { describe, expect, it } from 'vitest';
import { RECORDING_RATE } from '../../sync/engine/recording/recording-session';
import { decodeMp3, similarity, spectrogram, sweep } from '../../tests/support/sound';
import { createMp3, RECORDING_KBPS } from './mp3';

const rms = (samples: Float32Array): number => Math.sqrt(samples.reduce((sum, s) => sum + s * s, 0) / samples.length);

describe('createMp3', () => {
  it('encodes the content of the input, not only its length', async () => {
    const input = sweep(12, RECORDING_RATE);
    const mp3 = createMp3();
    const parts: Uint8Array[] = [];
    for (let at = 0; at < input.length; at += 733) parts.push(mp3.encode(input.subarray(at, at + 733)));
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
});
