/**
 * Sends a whole recording to a provider, part by part. The caller stores the result of each part, so that a crash or a
 * busy provider in the eleventh part does not repeat the first ten.
 */
import { byTime } from '../../../sync/model/time-order';
import type { Cutter } from './audio/cutter';
import { maySpeak, withoutPhantoms } from './audio/energy';
import { halve, ownedSegments, planParts, type PlannedPart } from './plan';
import { ProviderFailure } from '../failure';
import type { RecogniseOptions, RecognisedSegment, TranscriptionProvider } from './provider';

/**
 * A segment with times of the recording. `speaker` is unique in the recording: labels of different parts never count as
 * the same person.
 */
export type RecordingSegment = RecognisedSegment;

/** Speakers of a recording with two tracks, the same in all parts. */
export const TRACK_SPEAKERS = ['me', 'others'] as const;

export type TrackPart = PlannedPart & { track: number };

export interface Recognition extends RecogniseOptions {
  /** Executes the work for a part of a track once and stores its result; later calls return the stored result. */
  step(part: TrackPart, work: () => Promise<RecognisedSegment[]>): Promise<RecognisedSegment[]>;
  /** called after each part, 0 to 1 */
  progress(done: number): Promise<void>;
  /** Waits; rejects when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** The longest wait here; for longer ones the run is retried. */
const LONGEST_WAIT_MS = 60_000;
const BUSY_ATTEMPTS = 3;
const HALVINGS = 4;

async function patiently(
  provider: TranscriptionProvider,
  part: Parameters<TranscriptionProvider['transcribe']>[0],
  o: Recognition,
): Promise<RecognisedSegment[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await provider.transcribe(part, { language: o.language, prompt: o.prompt, signal: o.signal });
    } catch (error) {
      const busy = error instanceof ProviderFailure && error.kind === 'busy';
      if (!busy || attempt >= BUSY_ATTEMPTS || error.retryAfterMs > LONGEST_WAIT_MS) throw error;
      await o.wait(error.retryAfterMs || 1000 * 2 ** attempt, o.signal);
    }
  }
}

/** A label that is unique in the recording. With two tracks, the first one is the recording person. */
function speakerOf(label: string, part: TrackPart, cutter: Cutter): string {
  const track = cutter.tracks === 2 ? TRACK_SPEAKERS[part.track] : undefined;
  if (track === 'me' || (track && !label)) return track;
  return label && `${part.start}/${track ? `${track}/` : ''}${label}`;
}

/** Recognises one part of a track; halves it if the server rejects it as too large. */
async function recognisePart(
  cutter: Cutter,
  provider: TranscriptionProvider,
  part: TrackPart,
  o: Recognition,
  depth = 0,
): Promise<RecognisedSegment[]> {
  const cut = await cutter.cut(part.start, part.end, part.track);
  if (cut.bytes.byteLength === 0 || (cut.energy && !maySpeak(cut.energy))) return [];
  let answer: RecognisedSegment[];
  try {
    answer = await patiently(provider, cut, o);
  } catch (error) {
    const halves =
      error instanceof ProviderFailure && error.kind === 'tooLarge' && depth < HALVINGS ? halve(part) : null;
    if (!halves)
      throw error instanceof ProviderFailure && error.kind === 'tooLarge'
        ? new ProviderFailure('refused', error.message)
        : error;
    const first = await recognisePart(cutter, provider, { ...part, ...halves[0] }, o, depth + 1);
    return [...first, ...(await recognisePart(cutter, provider, { ...part, ...halves[1] }, o, depth + 1))];
  }
  const own = ownedSegments(part, withoutPhantoms(answer, cut.energy));
  return own.map((s) => ({ ...s, speaker: speakerOf(s.speaker, part, cutter) }));
}

/** Removes times beyond the end of the recording, and limits a segment's end to it. */
function within<S extends RecognisedSegment>(durationMs: number, segment: S): S {
  if (segment.start > durationMs) return { ...segment, start: -1, end: -1 };
  return { ...segment, end: Math.min(segment.end, durationMs) };
}

/** Recognises a recording. Throws ProviderFailure, or the signal's reason. */
export async function recognise(
  cutter: Cutter,
  provider: TranscriptionProvider,
  o: Recognition,
): Promise<RecordingSegment[]> {
  const parts = planParts(cutter.durationMs, cutter.bytesPerSecond);
  const all: RecordingSegment[] = [];
  for (const part of parts) {
    const said: RecordingSegment[] = [];
    for (let track = 0; track < cutter.tracks; track += 1) {
      o.signal.throwIfAborted();
      const mine = { ...part, track };
      said.push(...(await o.step(mine, () => recognisePart(cutter, provider, mine, o))));
      await o.progress((part.index + (track + 1) / cutter.tracks) / parts.length);
    }
    // also for a single track, as some providers answer out of order
    all.push(...byTime(said.map((segment) => within(cutter.durationMs, segment))));
  }
  return all;
}
