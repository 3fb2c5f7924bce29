/** Decodes MP3 by WebAssembly: an hour takes about two seconds. */
import { setImmediate } from 'node:timers/promises';
import { MPEGDecoder } from 'mpg123-decoder';
import type { Block } from './samples';

/** bytes decoded per turn of the event loop, which takes some milliseconds */
const STEP_BYTES = 16 * 1024;

type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Blocks of samples −1…1 of two channels, which are equal if the file has one. Damaged frames are skipped.
 * @param parts of the file, in order
 */
export async function* mp3Blocks(parts: Bytes): AsyncGenerator<Block> {
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
