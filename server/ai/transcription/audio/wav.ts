/**
 * Reads WAV without a decoder: PCM of the usual depths, converted to 16 kHz mono 16 bit (the format that recognisers use,
 * at a fraction of the size), and its energy over time.
 */
import type { ByteSource } from './bytes';
import { ProviderFailure } from '../../failure';

export const WAV_RATE = 16_000;

export interface WavFormat {
  encoding: 'int' | 'float';
  channels: number;
  rate: number;
  bytesPerSample: number;
  dataStart: number;
  /** bytes of complete frames */
  dataBytes: number;
  durationMs: number;
}

const HEADER_BYTES = 256 * 1024;
const ascii = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

/**
 * Reads the format of a WAV file. An interrupted recorder leaves 0 or all ones as lengths: the samples then extend to the
 * end of the file. Throws ProviderFailure('refused') for other encodings than PCM.
 */
export async function wavFormat(source: ByteSource): Promise<WavFormat> {
  const head = await source.read(0, HEADER_BYTES);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const refuse = (why: string): never => {
    throw new ProviderFailure('refused', `this WAV cannot be read: ${why}`);
  };
  if (head.byteLength < 44 || ascii(view, 0) !== 'RIFF' || ascii(view, 8) !== 'WAVE') return refuse('no RIFF header');
  let format: Omit<WavFormat, 'dataStart' | 'dataBytes' | 'durationMs'> | null = null;
  for (let at = 12; at + 8 <= head.byteLength;) {
    const name = ascii(view, at);
    const length = view.getUint32(at + 4, true);
    if (name === 'fmt ' && at + 24 <= head.byteLength) {
      const tag = view.getUint16(at + 8, true);
      const kind = tag === 0xfffe && at + 34 <= head.byteLength ? view.getUint16(at + 32, true) : tag;
      const bits = view.getUint16(at + 22, true);
      format = {
        encoding: kind === 3 ? 'float' : 'int',
        channels: view.getUint16(at + 10, true),
        rate: view.getUint32(at + 12, true),
        bytesPerSample: bits / 8,
      };
      const known = kind === 1 ? [8, 16, 24, 32].includes(bits) : kind === 3 && [32, 64].includes(bits);
      if (!known || format.channels < 1 || format.channels > 32 || format.rate < 4000 || format.rate > 768_000)
        return refuse('not PCM');
    }
    if (name === 'data') {
      if (!format) return refuse('no format before the sound');
      const dataStart = at + 8;
      const remaining = source.size - dataStart;
      const frame = format.channels * format.bytesPerSample;
      const stated = length === 0 || length >= 0xffff_fff0 ? remaining : Math.min(length, remaining);
      const dataBytes = stated - (stated % frame);
      return { ...format, dataStart, dataBytes, durationMs: Math.floor((dataBytes / frame / format.rate) * 1000) };
    }
    at += 8 + length + (length % 2);
  }
  return refuse('no sound in it');
}

function sampleReader(format: WavFormat, view: DataView): (at: number) => number {
  if (format.encoding === 'float')
    return format.bytesPerSample === 8 ? (at) => view.getFloat64(at, true) : (at) => view.getFloat32(at, true);
  switch (format.bytesPerSample) {
    case 1:
      return (at) => (view.getUint8(at) - 128) / 128;
    case 2:
      return (at) => view.getInt16(at, true) / 32_768;
    case 3:
      return (at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608;
    default:
      return (at) => view.getInt32(at, true) / 2_147_483_648;
  }
}

/**
 * Mono samples at WAV_RATE from `startMs` to `endMs`. Each one is the mean of the source samples that it covers (box filter
 * against aliasing).
 */
export async function wavSamples(
  source: ByteSource,
  format: WavFormat,
  startMs: number,
  endMs: number,
): Promise<Int16Array> {
  const frame = format.channels * format.bytesPerSample;
  const frames = format.dataBytes / frame;
  const first = Math.min(frames, Math.floor((startMs / 1000) * format.rate));
  const last = Math.min(frames, Math.ceil((endMs / 1000) * format.rate));
  const ratio = format.rate / WAV_RATE;
  const out = new Int16Array(Math.floor((last - first) / ratio));
  const step = Math.max(1, Math.round(WAV_RATE * 10));
  for (let done = 0; done < out.length; done += step) {
    const until = Math.min(out.length, done + step);
    const from = first + Math.floor(done * ratio);
    const to = Math.min(last, first + Math.ceil(until * ratio) + 1);
    const bytes = await source.read(format.dataStart + from * frame, format.dataStart + to * frame);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const sample = sampleReader(format, view);
    const have = Math.floor(bytes.byteLength / frame);
    for (let i = done; i < until; i += 1) {
      const a = Math.min(have - 1, Math.max(0, first + Math.floor(i * ratio) - from));
      const b = Math.min(have, Math.max(a + 1, first + Math.floor((i + 1) * ratio) - from));
      let sum = 0;
      for (let f = a; f < b; f += 1)
        for (let c = 0; c < format.channels; c += 1) sum += sample(f * frame + c * format.bytesPerSample);
      const mean = sum / ((b - a) * format.channels);
      out[i] = Math.max(-32_768, Math.min(32_767, Math.round((Number.isFinite(mean) ? mean : 0) * 32_767)));
    }
  }
  return out;
}

/** A WAV file of mono 16 bit samples at WAV_RATE. */
export function wavFile(samples: Int16Array): Uint8Array {
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + samples.length * 2, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(WAV_RATE, 24);
  file.writeUInt32LE(WAV_RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples.length * 2, 40);
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).copy(file, 44);
  return file;
}
