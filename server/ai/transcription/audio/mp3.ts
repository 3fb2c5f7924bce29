/** Samples of an MP3, decoded by WebAssembly: an hour takes about two seconds. */
import { setImmediate } from 'node:timers/promises';
import { MPEGDecoder } from 'mpg123-decoder';

/** bytes decoded in one turn of the event loop: some milliseconds */
const STEP_BYTES = 16 * 1024;

type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Blocks of samples −1…1 of two channels, which are equal if the file has one. Damaged frames are skipped.
 * @param parts of the file, in order
 */
export async function* mp3Blocks(parts: Bytes): AsyncGenerator<{ channels: Float32Array[]; rate: number }> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    for await (const bytes of parts) {
      for (let at = 0; at < bytes.length; at += STEP_BYTES) {
        const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes.subarray(at, at + STEP_BYTES));
        if (samplesDecoded > 0) yield { channels: channelData, rate: sampleRate };
        await setImmediate();
      }
    }
  } finally {
    decoder.free();
  }
}

/** All samples of each channel, 16 bit. `rate` is 0 for a file without sound. */
export async function mp3Samples(bytes: Uint8Array): Promise<{ channels: Int16Array[]; rate: number }> {
  const parts: Int16Array[][] = [];
  let rate = 0;
  for await (const block of mp3Blocks([bytes])) {
    rate = block.rate;
    parts.push(block.channels.map((samples) => Int16Array.from(samples, (s) => Math.max(-1, Math.min(1, s)) * 32_767)));
  }
  const length = parts.reduce((sum, [first]) => sum + first!.length, 0);
  const channels = (parts[0] ?? []).map((_, channel) => {
    const all = new Int16Array(length);
    let at = 0;
    for (const part of parts) {
      all.set(part[channel]!, at);
      at += part[channel]!.length;
    }
    return all;
  });
  return { channels, rate };
}
