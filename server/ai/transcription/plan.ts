/**
 * Splits a long recording into parts and merges their segments.
 *
 *   part 1  0 ──────────────────────── 590 s
 *   part 2                        586 s ──────────────────────── 1176 s
 *   owned   0 ────────────────────── 588 │ 588 ────────────────────────
 *
 * Neighbours overlap so that no word is split. A segment belongs to the part in whose half of the overlap its midpoint
 * is.
 */
import type { RecognisedSegment } from './provider';

/** limits of one part that servers accept, and the overlap of neighbours */
export const PART_MAX_MS = 590_000;
export const PART_MAX_BYTES = 20 * 1024 * 1024;
export const OVERLAP_MS = 4000;

/** Times in milliseconds of the recording. `ownFrom`/`ownTo`: the range in which this part's segments are used. */
export interface PlannedPart {
  index: number;
  start: number;
  end: number;
  ownFrom: number;
  ownTo: number;
}

/**
 * Splits a recording into parts within both limits.
 * @param bytesPerSecond average of a part
 */
export function planParts(durationMs: number, bytesPerSecond: number): PlannedPart[] {
  // 10 % are reserved for headers and for audio that is denser than the average
  const byBytes = Math.floor(((PART_MAX_BYTES * 0.9) / Math.max(1, bytesPerSecond)) * 1000);
  const longest = Math.max(OVERLAP_MS * 2, Math.min(PART_MAX_MS, byBytes));
  const parts: PlannedPart[] = [];
  for (let start = 0; ; start += longest - OVERLAP_MS) {
    const end = Math.min(durationMs, start + longest);
    const last = end >= durationMs;
    parts.push({
      index: parts.length,
      start,
      end,
      ownFrom: start === 0 ? 0 : start + OVERLAP_MS / 2,
      ownTo: last ? Number.POSITIVE_INFINITY : end - OVERLAP_MS / 2,
    });
    if (last) return parts;
  }
}

/** The two halves of a part that a server rejected as too large; null if the part is too short to halve. */
export function halve(part: PlannedPart): [PlannedPart, PlannedPart] | null {
  if (part.end - part.start < OVERLAP_MS * 8) return null;
  const middle = Math.round((part.start + part.end) / 2);
  return [
    { ...part, end: middle + OVERLAP_MS / 2, ownTo: middle },
    { ...part, start: middle - OVERLAP_MS / 2, ownFrom: middle },
  ];
}

/**
 * A part's segments with times of the recording, without those that a neighbour owns. Segments without times are kept.
 */
export const ownedSegments = (part: PlannedPart, segments: RecognisedSegment[]): RecognisedSegment[] =>
  segments
    .map((s) => (s.start < 0 ? s : { ...s, start: s.start + part.start, end: s.end + part.start }))
    .filter((s) => s.start < 0 || ((s.start + s.end) / 2 >= part.ownFrom && (s.start + s.end) / 2 < part.ownTo));
