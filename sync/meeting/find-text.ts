/** Find and replace in the segments of a transcript. */
import type { Segment } from '../model/kinds/transcripts';

/** null for an empty query */
function patternOf(query: string): RegExp | null {
  const text = query.normalize('NFC');
  return text.trim() ? new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'giu') : null;
}

/** Ids of the segments whose text contains the query, in order; ignores case. */
export function findSegments(segments: readonly Segment[], query: string): string[] {
  const pattern = patternOf(query);
  if (!pattern) return [];
  return segments.filter((s) => s.text.search(pattern) >= 0).map((s) => s.id);
}

/** The changed texts of segments that contain the query. */
export function replaceText(
  segments: readonly Segment[],
  query: string,
  replacement: string,
): { segmentId: string; text: string }[] {
  const pattern = patternOf(query);
  if (!pattern) return [];
  // a function, so that `$&` in the replacement is inserted literally
  return segments
    .map((s) => ({ segmentId: s.id, before: s.text, text: s.text.replace(pattern, () => replacement).trim() }))
    .filter(({ before, text }) => text !== before)
    .map(({ segmentId, text }) => ({ segmentId, text }));
}
