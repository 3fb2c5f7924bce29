/**
 * Reads the dialects of transcription servers: `segments[].{start, end, text, speaker | speaker_id}` with numbers or
 * numeric strings in seconds, and `{text}` without times (-1).
 */
import { ProviderFailure } from '../failure';
import type { RecognisedSegment } from './provider';

const isRecord = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null && !Array.isArray(x);

/** A finite number, also from a numeric string; null for anything else. */
function number(x: unknown): number | null {
  const n = typeof x === 'number' ? x : typeof x === 'string' && x.trim() !== '' ? Number(x) : Number.NaN;
  return Number.isFinite(n) ? n : null;
}

const label = (x: unknown): string =>
  typeof x === 'string' ? x.trim().slice(0, 100) : typeof x === 'number' && Number.isFinite(x) ? String(x) : '';

/** Seconds to whole milliseconds; -1 for an implausible value. */
const milliseconds = (x: unknown): number => {
  const s = number(x);
  return s === null || s < 0 ? -1 : Math.round(s * 1000);
};

function segmentOf(raw: unknown): RecognisedSegment | null {
  if (!isRecord(raw)) return null;
  const text = typeof raw['text'] === 'string' ? raw['text'].normalize('NFC').trim() : '';
  const start = milliseconds(raw['start']);
  const end = milliseconds(raw['end']);
  const timed = start >= 0 && end >= start;
  return {
    start: timed ? start : -1,
    end: timed ? end : -1,
    text,
    speaker: label(raw['speaker']) || label(raw['speaker_id']),
    noSpeech: number(raw['no_speech_prob']),
    logProb: number(raw['avg_logprob']),
  };
}

/**
 * Segments of an answer's JSON, without empty ones unless `keepEmpty` (an answer with speakers may have no texts). Throws
 * ProviderFailure('malformed') for other content.
 */
export function readAnswer(json: unknown, options: { keepEmpty?: boolean } = {}): RecognisedSegment[] {
  if (!isRecord(json)) throw new ProviderFailure('malformed', 'the answer is not an object');
  const { segments, text } = json;
  if (segments !== undefined && segments !== null && !Array.isArray(segments))
    throw new ProviderFailure('malformed', 'segments is not a list');
  if (Array.isArray(segments) && segments.length > 0) {
    const read = segments
      .map(segmentOf)
      .filter((s): s is RecognisedSegment => s !== null && (options.keepEmpty === true || s.text !== ''));
    if (read.length === 0 && segments.every((s) => !isRecord(s)))
      throw new ProviderFailure('malformed', 'a segment is not an object');
    return read;
  }
  if (typeof text !== 'string') {
    if (Array.isArray(segments)) return [];
    throw new ProviderFailure('malformed', 'the answer has neither segments nor text');
  }
  const whole = text.normalize('NFC').trim();
  return whole === '' ? [] : [{ start: -1, end: -1, text: whole, speaker: '', noSpeech: null, logProb: null }];
}
