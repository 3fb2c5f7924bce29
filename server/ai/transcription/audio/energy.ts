/**
 * Detects silence and steady noise. Recognisers hallucinate sentences in both, especially in Japanese: silent parts are
 * not sent, segments within silence are dropped, and so are known hallucinations over steady noise, such as a fan.
 */
import type { RecognisedSegment } from '../provider';
import { WAV_RATE } from './wav';

/** length of an energy window in milliseconds */
export const WINDOW_MS = 100;
/** root mean square below which a window is silent: -54 dB of full scale, a quiet room with an open microphone */
export const SILENT_RMS = 0.002;

/** root mean square below which steady audio counts as noise: -40 dB of full scale, far below a voice */
const FAINT_RMS = 0.01;
/** least factor by which faint speech is louder than the noise in its pauses */
const SPEECH_OVER_NOISE = 2;
/** least number of windows with speech in a segment that was spoken */
const SPOKEN_WINDOWS = 3;

/** Root mean square by window, 0 to 1. `rate`: sampling rate, Hz */
export function energyOf(samples: Int16Array, rate = WAV_RATE): Float32Array {
  const length = Math.round((rate * WINDOW_MS) / 1000);
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

/** The energy of the loudest channel, by window. */
export function loudestOf(energies: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array(0), ...others] = energies;
  return first.map((value, w) => Math.max(value, ...others.map((other) => other[w] ?? 0)));
}

/** The lowest decile of the energy: the noise of the room in the pauses of speech. */
function floorOf(energy: Float32Array): number {
  const sorted = Float32Array.from(energy).sort();
  return sorted[Math.floor(sorted.length / 10)] ?? 0;
}

function windowsOf(energy: Float32Array, startMs: number, endMs: number): Float32Array {
  const first = Math.max(0, Math.floor(startMs / WINDOW_MS));
  return energy.subarray(first, Math.max(first + 1, Math.ceil(endMs / WINDOW_MS)));
}

/**
 * Whether the sound between two times, in milliseconds, is as even as noise of any loudness: it has hardly a window that
 * is louder than its pauses by as much as speech is.
 */
export function isSteady(energy: Float32Array, startMs: number, endMs: number): boolean {
  const windows = windowsOf(energy, startMs, endMs);
  const spoken = floorOf(windows) * SPEECH_OVER_NOISE;
  return windows.filter((rms) => rms >= spoken).length < SPOKEN_WINDOWS;
}

/**
 * Whether there may be speech between two times, in milliseconds. Silence and faint, steady noise are not speech, as the
 * energy of speech changes several times a second.
 */
export function maySpeak(energy: Float32Array, startMs = 0, endMs = Number.POSITIVE_INFINITY): boolean {
  const loudest = windowsOf(energy, startMs, endMs).reduce((most, rms) => Math.max(most, rms), 0);
  if (loudest < SILENT_RMS) return false;
  return loudest >= FAINT_RMS || loudest >= floorOf(energy) * SPEECH_OVER_NOISE;
}

/** Whether the provider reports silence, by Whisper's rule (no_speech_threshold 0.6, logprob_threshold -1). */
const reportedAsSilence = (s: RecognisedSegment): boolean =>
  s.noSpeech !== null && s.noSpeech > 0.6 && s.logProb !== null && s.logProb < -1;

/**
 * Known hallucinations of recognisers, from the ends of videos in their training data; without spaces and punctuation.
 */
const INVENTED = new Set([
  'ご視聴ありがとうございました',
  'ご視聴ありがとうございます',
  'ご清聴ありがとうございました',
  'チャンネル登録をお願いいたします',
  'チャンネル登録よろしくお願いします',
  '最後までご視聴いただきありがとうございます',
  '字幕由amaraorg社区提供',
  '字幕由amaraorg社群提供',
  '请不吝点赞订阅转发打赏支持明镜与点点栏目',
  '請不吝點贊訂閱轉發打賞支持明鏡與點點欄目',
  '谢谢观看',
  '謝謝觀看',
  '感谢观看',
  '感謝觀看',
  '시청해주셔서감사합니다',
  '구독과좋아요부탁드립니다',
  '다음영상에서만나요',
  '한글자막by한효정',
  'thanksforwatching',
  'thankyouforwatching',
  'subtitlesbytheamaraorgcommunity',
]);
/** Whether the whole text is a known hallucination, or repeats one. */
function isInvented(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, '');
  return plain !== '' && [...INVENTED].some((each) => plain.replaceAll(each, '') === '');
}

/**
 * Drops segments within silence or faint noise, and known hallucinations over steady noise: somebody may really say such
 * a sentence, and faint speech may be lost in loud noise. If the energy is unknown, or the segment has no times, known
 * hallucinations are dropped.
 */
export const withoutPhantoms = (segments: RecognisedSegment[], energy: Float32Array | null): RecognisedSegment[] =>
  segments.filter((s) => {
    if (reportedAsSilence(s)) return false;
    if (!energy || s.start < 0) return !isInvented(s.text);
    return maySpeak(energy, s.start, s.end) && !(isInvented(s.text) && isSteady(energy, s.start, s.end));
  });
