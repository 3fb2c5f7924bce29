/**
 * Sends a whole recording through a provider, part by part. The caller stores the result of each part, so that a crash
 * or a busy provider in the eleventh part does not repeat the first ten.
 */
import type { Cutter } from './audio/cutter';
import { isSilent, withoutPhantoms } from './audio/energy';
import { halve, ownedSegments, planParts, type PlannedPart } from './plan';
import { ProviderFailure, type RecogniseOptions, type RecognisedSegment, type TranscriptionProvider } from './provider';

/**
 * A segment in times of the recording. `speaker` is unique over the recording: labels of two parts are never treated as
 * one person.
 */
export type RecordingSegment = RecognisedSegment;

export interface Recognition extends RecogniseOptions {
  /** Does the work of a part once and stores its result; later calls return the stored result. */
  step(part: PlannedPart, work: () => Promise<RecognisedSegment[]>): Promise<RecognisedSegment[]>;
  /** called after each part, 0 to 1 */
  progress(done: number): Promise<void>;
  /** Waits; rejects when the signal fires. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** A longer wait is left to the job's retries. */
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

/**
 * Recognises one part; halves it as long as the server rejects it as too large. Speaker labels get the part's start as
 * prefix.
 */
async function recognisePart(
  cutter: Cutter,
  provider: TranscriptionProvider,
  part: PlannedPart,
  o: Recognition,
  depth = 0,
): Promise<RecognisedSegment[]> {
  const cut = await cutter.cut(part.start, part.end);
  if (cut.bytes.byteLength === 0 || (cut.energy && isSilent(cut.energy))) return [];
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
    const first = await recognisePart(cutter, provider, halves[0], o, depth + 1);
    return [...first, ...(await recognisePart(cutter, provider, halves[1], o, depth + 1))];
  }
  const own = ownedSegments(part, withoutPhantoms(answer, cut.energy));
  return own.map((s) => (s.speaker ? { ...s, speaker: `${part.start}/${s.speaker}` } : s));
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
    o.signal.throwIfAborted();
    all.push(...(await o.step(part, () => recognisePart(cutter, provider, part, o))));
    await o.progress((part.index + 1) / parts.length);
  }
  return all;
}
