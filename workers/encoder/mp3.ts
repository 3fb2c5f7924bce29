/**
 * MP3 encoding by lamejs, mono at RECORDING_RATE. The bit rate was verified by decoding: for some combinations of
 * sample rate and bit rate lamejs writes near-silence.
 */
import { Mp3Encoder } from 'lamejs';
import { RECORDING_RATE, type Mp3Stream } from '../../sync/engine/recording/recording-session';

/** kbit/s */
export const RECORDING_KBPS = 48;

export function createMp3(): Mp3Stream {
  const lame = new Mp3Encoder(1, RECORDING_RATE, RECORDING_KBPS);
  return {
    encode(samples) {
      const pcm = new Int16Array(samples.length);
      for (let i = 0; i < samples.length; i += 1) pcm[i] = Math.round(Math.max(-1, Math.min(1, samples[i]!)) * 32767);
      // Copy: the encoder may reuse its output buffer.
      return Uint8Array.from(lame.encodeBuffer(pcm));
    },
    flush: () => Uint8Array.from(lame.flush()),
  };
}
