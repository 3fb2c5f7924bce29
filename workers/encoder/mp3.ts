/**
 * MP3 encoding by lamejs at RECORDING_RATE. The bit rates were verified by decoding: for some combinations of sample
 * rate and bit rate lamejs writes near-silence. Two channels are encoded independently, so that neither is heard in the
 * other.
 */
import { Mp3Encoder } from 'lamejs';
import { RECORDING_RATE, type Mp3Stream } from '../../sync/engine/recording/recording-session';

/** kbit/s of one channel; two have the rate of both */
export const RECORDING_KBPS = 48;

function pcmOf(samples: Float32Array): Int16Array {
  const pcm = new Int16Array(samples.length);
  for (let i = 0; i < samples.length; i += 1) pcm[i] = Math.round(Math.max(-1, Math.min(1, samples[i]!)) * 32767);
  return pcm;
}

/** Creates an encoder for one or two channels. */
export function createMp3(channels: 1 | 2): Mp3Stream {
  const lame = new Mp3Encoder(channels, RECORDING_RATE, RECORDING_KBPS * channels);
  return {
    encode(blocks) {
      const [left, right] = blocks.map(pcmOf);
      // Copy: the encoder may reuse its output buffer.
      return Uint8Array.from(lame.encodeBuffer(left!, right));
    },
    flush: () => Uint8Array.from(lame.flush()),
  };
}
