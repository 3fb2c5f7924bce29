/** The product's MP3 encoder and LAME, over the same sound, in turns. */
import { createMp3, RECORDING_KBPS } from '../../workers/encoder/mp3';
import { RECORDING_RATE } from '../../sync/engine/recording/recording-session';

/** samples that a recorder passes in one call */
const BLOCK = 1_600;

/** Voice-like sound: a few partials that come and go, and noise. */
function sound(seconds: number): Float32Array {
  const samples = new Float32Array(seconds * RECORDING_RATE);
  let seed = 1;
  for (let i = 0; i < samples.length; i += 1) {
    const t = i / RECORDING_RATE;
    seed = (seed * 48_271) % 2_147_483_647;
    const voiced = 0.5 + 0.5 * Math.sin(2 * Math.PI * 3 * t);
    samples[i] =
      voiced *
        (0.2 * Math.sin(2 * Math.PI * 140 * t) +
          0.1 * Math.sin(2 * Math.PI * 280 * t) +
          0.05 * Math.sin(2 * Math.PI * 2_300 * t)) +
      0.02 * (seed / 1_073_741_823 - 1);
  }
  return samples;
}

const bench = {
  rate: RECORDING_RATE,
  kbps: RECORDING_KBPS,
  blocks: (seconds: number): Float32Array[] => {
    const all = sound(seconds);
    return Array.from({ length: Math.floor(all.length / BLOCK) }, (_, at) =>
      all.subarray(at * BLOCK, (at + 1) * BLOCK),
    );
  },
  /** Multiples of real time. */
  async ours(seconds: number): Promise<number> {
    const blocks = bench.blocks(seconds);
    const mp3 = createMp3(1);
    const at = performance.now();
    for (const block of blocks) mp3.encode([block]);
    mp3.flush();
    return (seconds * 1_000) / (performance.now() - at);
  },
};
(globalThis as unknown as { mp3: typeof bench }).mp3 = bench;
