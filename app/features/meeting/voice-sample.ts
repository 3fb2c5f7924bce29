/** Finds the longest interval of a recording in which only one speaker speaks. */

/** milliseconds of a sample */
export const SAMPLE_MS = 6000;
/** longest pause in milliseconds between two segments of one interval */
const PAUSE_MS = 500;
/** least milliseconds of a sample, to recognise a voice */
const SHORTEST_MS = 400;

interface Said {
  recordingId: string;
  start: number;
  end: number;
  participantId: string;
}

export interface VoiceSample {
  recordingId: string;
  /** milliseconds within the recording */
  start: number;
  end: number;
}

interface Stretch {
  start: number;
  end: number;
}

/** An interval without the parts in which others speak. */
function without(stretch: Stretch, others: readonly Stretch[]): Stretch[] {
  let left = [stretch];
  for (const other of others)
    left = left.flatMap((part) =>
      other.start >= part.end || other.end <= part.start
        ? [part]
        : [
            { start: part.start, end: other.start },
            { start: other.end, end: part.end },
          ].filter(({ start, end }) => end > start),
    );
  return left;
}

/** Intervals of one speaker, joined over short pauses. */
function joined(segments: readonly Said[]): Stretch[] {
  const all: Stretch[] = [];
  for (const { start, end } of [...segments].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && start - last.end <= PAUSE_MS) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

/**
 * Null for a speaker without times. The sample is the first SAMPLE_MS of the interval.
 * @param recordings ids of the playable ones; segments without a recording belong to the first
 */
export function voiceSampleOf(
  segments: readonly Said[],
  participantId: string,
  recordings: readonly string[],
): VoiceSample | null {
  let best: VoiceSample | null = null;
  for (const [place, recordingId] of recordings.entries()) {
    const here = segments.filter(
      (s) => s.start >= 0 && s.end > s.start && (s.recordingId || (place === 0 ? recordingId : '')) === recordingId,
    );
    const [own, others] = [true, false].map((isOwn) =>
      here.filter((s) => (s.participantId === participantId) === isOwn),
    );
    for (const stretch of joined(own!))
      for (const { start, end } of without(
        stretch,
        others!.filter((other) => other.start < stretch.end && other.end > stretch.start),
      ))
        if (end - start >= SHORTEST_MS && (!best || end - start > best.end - best.start))
          best = { recordingId, start, end };
  }
  return best && { ...best, end: Math.min(best.end, best.start + SAMPLE_MS) };
}
