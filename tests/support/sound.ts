/** Signals and spectra for tests of recorded audio. */
import { Mp3Encoder } from 'lamejs';
import { MPEGDecoder } from 'mpg123-decoder';
import { WAV_RATE } from '../../server/ai/transcription/audio/wav';

/** A tone that rises from `from` to `to` Hz, −1…1. */
export function sweep(seconds: number, rate: number, from = 150, to = 6500, amplitude = 0.5): Float32Array {
  const samples = new Float32Array(Math.round(seconds * rate));
  for (let n = 0, phase = 0; n < samples.length; n += 1) {
    phase += (2 * Math.PI * (from * (to / from) ** (n / samples.length))) / rate;
    samples[n] = amplitude * Math.sin(phase);
  }
  return samples;
}

/** Energy of one frequency in a window with soft edges, by Goertzel's method. */
export function energyAt(samples: Float32Array, hz: number, rate: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hz) / rate);
  let a = 0;
  let b = 0;
  for (let n = 0; n < samples.length; n += 1) {
    const soft = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / samples.length);
    const next = soft * samples[n]! + coefficient * a - b;
    b = a;
    a = next;
  }
  return (a * a + b * b - coefficient * a * b) / samples.length;
}

/** Energy below which frequencies cannot be distinguished. */
const FLOOR = 1e-4;

/** A spectrogram: for each step of `stepMs`, decibels (not below FLOOR) at points a third of an octave apart. */
export function spectrogram(samples: Float32Array, rate: number, stepMs = 200): number[][] {
  const step = Math.round((rate * stepMs) / 1000);
  const bands: number[] = [];
  for (let hz = 160; hz < Math.min(7000, rate / 2); hz *= 2 ** (1 / 3)) bands.push(hz);
  const rows: number[][] = [];
  for (let at = 0; at + step <= samples.length; at += step) {
    const window = samples.subarray(at, at + step);
    rows.push(bands.map((hz) => 10 * Math.log10(energyAt(window, hz, rate) + FLOOR)));
  }
  return rows;
}

/** Correlation −1…1 of two spectrograms over their common length. */
export function similarity(a: number[][], b: number[][]): number {
  const n = Math.min(a.length, b.length);
  const x = a.slice(0, n).flat();
  const y = b.slice(0, n).flat();
  const mean = (v: number[]): number => v.reduce((sum, value) => sum + value, 0) / v.length;
  const mx = mean(x);
  const my = mean(y);
  let xy = 0;
  let xx = 0;
  let yy = 0;
  for (let i = 0; i < x.length; i += 1) {
    xy += (x[i]! - mx) * (y[i]! - my);
    xx += (x[i]! - mx) ** 2;
    yy += (y[i]! - my) ** 2;
  }
  return xy / Math.sqrt(xx * yy);
}

/** Mono samples −1…1 of a 16-bit PCM WAV. */
export function readWav(file: Buffer): { samples: Float32Array; rate: number } {
  const rate = file.readUInt32LE(24);
  const channels = file.readUInt16LE(22);
  const start = file.indexOf('data', 36, 'latin1') + 8;
  const samples = new Float32Array(Math.floor((file.length - start) / 2 / channels));
  for (let n = 0; n < samples.length; n += 1) samples[n] = file.readInt16LE(start + n * 2 * channels) / 32768;
  return { samples, rate };
}

async function decoded(bytes: Uint8Array): Promise<{ channels: Float32Array[]; rate: number }> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate } = decoder.decode(bytes);
  decoder.free();
  return { channels: channelData, rate: sampleRate };
}

/** Decodes the first channel of an MP3. */
export async function decodeMp3(bytes: Uint8Array): Promise<{ samples: Float32Array; rate: number }> {
  const { channels, rate } = await decoded(bytes);
  return { samples: channels[0]!, rate };
}

/** Decodes the channels of an MP3; the decoder returns two for one channel as well. */
export const decodeChannels = async (bytes: Uint8Array): Promise<Float32Array[]> => (await decoded(bytes)).channels;

/**
 * The best similarity of a recording with its source, over starts that differ by up to `within` seconds, as a recording
 * may begin after the source or before it.
 */
export function bestSimilarity(
  recorded: Float32Array,
  original: Float32Array,
  rate: number,
  within = 3,
): { similarity: number; seconds: number } {
  // starts every 50 ms: every fourth one has the same spectrum, shifted by a row
  const step = Math.round(rate * 0.05);
  const mine = spectrogram(recorded.subarray(Math.round(rate * within)), rate);
  const spectra = [0, 1, 2, 3].map((fourth) => spectrogram(original.subarray(fourth * step), rate));
  let best = { similarity: -1, seconds: 0 };
  for (let n = 0; n * step <= 2 * within * rate; n += 1) {
    const value = similarity(mine, spectra[n % 4]!.slice(Math.floor(n / 4)));
    if (value > best.similarity) best = { similarity: value, seconds: (n * step) / rate - within };
  }
  return best;
}

/** Samples −1…1 of one or two channels at WAV_RATE as MP3, as a device records them. */
export function mp3Of(channels: readonly Float32Array[]): Buffer {
  const encoder = new Mp3Encoder(channels.length, WAV_RATE, 48 * channels.length);
  const [left, right] = channels.map((samples) => Int16Array.from(samples, (s) => s * 32_767));
  return Buffer.concat([encoder.encodeBuffer(left!, right), encoder.flush()].map((part) => new Uint8Array(part)));
}

/** A tone as MP3 of 32 kbit/s. MP3 frames are independent, so one minute is encoded once and repeated. */
export function toneMp3(minutes: number): Buffer {
  const encoder = new Mp3Encoder(1, WAV_RATE, 32);
  const tone = Int16Array.from({ length: 60 * WAV_RATE }, (_, n) => Math.sin(n / 9) * 0.2 * 32_767);
  const minute = Buffer.concat([encoder.encodeBuffer(tone), encoder.flush()].map((part) => new Uint8Array(part)));
  return Buffer.concat(Array.from({ length: minutes }, () => minute));
}
