/**
 * Detects silence: recognisers hallucinate sentences over it, most of all in Japanese. Silent parts are not sent, and
 * segments over silence are dropped.
 */
import type { RecognisedSegment } from '../provider';
import { WAV_RATE } from './wav';

/** length of an energy window in milliseconds */
export const WINDOW_MS = 100;
/** root mean square below which a window is silent: -54 dB of full scale, a quiet room with the microphone open */
export const SILENT_RMS = 0.002;

/** Root mean square by window, 0 to 1. */
export function energyOf(samples: Int16Array): Float32Array {
  const length = (WAV_RATE * WINDOW_MS) / 1000;
  const out = new Float32Array(Math.ceil(samples.length / length));
  for (let w = 0; w < out.length; w += 1) {
    const from = w * length;
    const to = Math.min(samples.length, from + length);
    let sum = 0;
    for (let i = from; i < to; i += 1) sum += (samples[i]! / 32_768) ** 2;
    out[w] = Math.sqrt(sum / (to - from));
  }
  return out;
}

/** Whether there is only silence between two times, in milliseconds. */
export function isSilent(energy: Float32Array, startMs = 0, endMs = Number.POSITIVE_INFINITY): boolean {
  const first = Math.max(0, Math.floor(startMs / WINDOW_MS));
  const last = Math.min(energy.length, Math.max(first + 1, Math.ceil(endMs / WINDOW_MS)));
  for (let w = first; w < last; w += 1) if (energy[w]! >= SILENT_RMS) return false;
  return true;
}

/** The provider itself reports silence: Whisper's own rule (no_speech_threshold 0.6, logprob_threshold -1). */
const reportedAsSilence = (s: RecognisedSegment): boolean =>
  s.noSpeech !== null && s.noSpeech > 0.6 && s.logProb !== null && s.logProb < -1;

/** Drops segments over silence. With `energy` null, only the provider's own values count. */
export const withoutPhantoms = (segments: RecognisedSegment[], energy: Float32Array | null): RecognisedSegment[] =>
  segments.filter((s) => !reportedAsSilence(s) && !(energy && s.start >= 0 && isSilent(energy, s.start, s.end)));
