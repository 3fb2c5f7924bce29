import { expect, it } from 'vitest';
import type { Cutter } from './audio/cutter';
import { PART_MAX_BYTES, PART_MAX_MS } from './plan';
import type { TranscriptionProvider } from './provider';
import { recognise, type Recognition } from './recognise';

const HOURS = 4;
const DURATION_MS = HOURS * 3600 * 1000;
/** 160 kbit/s: an import of four hours has 288 MB; the limit is 300 MB */
const BYTES_PER_SECOND = 20_000;

/** A recording whose parts have only a fraction of their bytes. */
const cutter: Cutter = {
  durationMs: DURATION_MS,
  bytesPerSecond: BYTES_PER_SECOND,
  tracks: 1,
  cut: async (startMs, endMs) => ({
    ...{ bytes: new Uint8Array(1), mimeType: 'audio/mpeg', fileName: 'part.mp3', energy: null },
    durationMs: endMs - startMs,
  }),
  dispose: () => undefined,
};

/** Recognises one sentence per second, and one speaker A per part. */
function provider(sent: number[]): TranscriptionProvider {
  return {
    name: 'scripted',
    model: 'm',
    transcribe: async ({ durationMs }) => {
      sent.push(durationMs);
      return Array.from({ length: Math.floor(durationMs / 1000) }, (_, i) => ({
        ...{ start: i * 1000, end: i * 1000 + 900, text: `second ${i}`, speaker: 'A', noSpeech: null, logProb: null },
      }));
    },
  };
}

it('recognises an import of four hours in parts, each sentence once and in order', async () => {
  const [sent, progress]: [number[], number[]] = [[], []];
  const options: Recognition = {
    ...{ language: 'en', prompt: '', signal: new AbortController().signal },
    step: (_part, work) => work(),
    progress: async (done) => void progress.push(done),
    wait: async () => undefined,
  };
  const segments = await recognise(cutter, provider(sent), options);
  expect(Math.max(...sent)).toBeLessThanOrEqual(PART_MAX_MS);
  expect((Math.max(...sent) / 1000) * BYTES_PER_SECOND).toBeLessThan(PART_MAX_BYTES);
  expect(segments.map(({ start }) => start)).toEqual(Array.from({ length: HOURS * 3600 }, (_, i) => i * 1000));
  expect(segments.at(-1)!.end).toBeLessThanOrEqual(DURATION_MS);
  // labels of two parts are different speakers until a person merges them
  expect(new Set(segments.map(({ speaker }) => speaker)).size).toBe(sent.length);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(progress.at(-1)).toBe(1);
});
