/** Measures the peaks of a file, decoded part by part, so that 300 MB are never in memory as a whole. */
import { setImmediate } from 'node:timers/promises';
import { PeakMeter, type Peaks } from '../../../../sync/model/peaks';
import type { ByteSource } from './bytes';
import type { AudioKind } from './cutter';
import { mp3Blocks } from './mp3';
import { opusBlocks } from './opus';
import type { Block } from './samples';
import { WAV_RATE, wavFormat, wavSamples } from './wav';

const PART_BYTES = 1024 * 1024;
const PART_MS = 30_000;

async function* partsOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < source.size; at += PART_BYTES) yield await source.read(at, at + PART_BYTES);
}

async function blockPeaks(blocks: AsyncIterable<Block>): Promise<Peaks | null> {
  let meter: PeakMeter | null = null;
  for await (const { channels, rate } of blocks) (meter ??= new PeakMeter(rate)).push(channels);
  return meter?.read() ?? null;
}

async function wavPeaks(source: ByteSource): Promise<Peaks> {
  const format = await wavFormat(source);
  const meter = new PeakMeter(WAV_RATE);
  for (let at = 0; at < format.durationMs; at += PART_MS) {
    const samples = await wavSamples(source, format, at, Math.min(format.durationMs, at + PART_MS));
    meter.push([Float32Array.from(samples, (sample) => sample / 32_768)]);
    await setImmediate();
  }
  return meter.read();
}

/**
 * Null for a file without audio, and for WebM with another codec than Opus. Throws ProviderFailure('refused') for an
 * unreadable WAV or WebM file.
 */
export async function peaksOf(source: ByteSource, kind: AudioKind): Promise<Peaks | null> {
  if (kind === 'wav') return wavPeaks(source);
  return blockPeaks(kind === 'mp3' ? mp3Blocks(partsOf(source)) : opusBlocks(source));
}
