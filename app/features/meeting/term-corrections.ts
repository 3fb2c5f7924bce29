/** Suggests corrections of a transcript by the organization's terms, grouped over all segments. */
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { CorrectionIndex, type CorrectingTerm } from '../../../sync/terms/corrections';

type Text = Pick<Segment, 'id' | 'text'>;

/** A recognised word, and the term that it may stand for. */
export interface SuggestedCorrection {
  heard: string;
  term: string;
  /** occurrences, in UTF-16 units of the segment's text; they do not overlap with those of other suggestions */
  places: { segmentId: string; from: number; to: number }[];
}

/** number of segments that are compared before the page may run other tasks */
const SLICE = 200;
/** Lets the page handle input and render. */
const pageTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The most frequent suggestions first; empty if the signal is aborted meanwhile. */
export async function suggestCorrections(
  terms: readonly CorrectingTerm[],
  segments: readonly Text[],
  signal: AbortSignal,
): Promise<SuggestedCorrection[]> {
  const index = new CorrectionIndex(terms);
  const found = new Map<string, SuggestedCorrection>();
  for (const [n, { id, text }] of segments.entries()) {
    if (n % SLICE === SLICE - 1) await pageTurn();
    if (signal.aborted) return [];
    for (const { heard, term, from, to } of index.correctionsOf(text)) {
      const key = JSON.stringify([heard, term]);
      const suggestion = found.get(key) ?? { heard, term, places: [] };
      found.set(key, suggestion);
      suggestion.places.push({ segmentId: id, from, to });
    }
  }
  return [...found.values()].sort((a, b) => b.places.length - a.places.length || a.heard.localeCompare(b.heard));
}

/** The texts of segments with accepted suggestions. */
export function correctedTexts(
  segments: readonly Text[],
  taken: readonly SuggestedCorrection[],
): { segmentId: string; text: string }[] {
  const bySegment = new Map<string, { from: number; to: number; term: string }[]>();
  for (const { term, places } of taken)
    for (const { segmentId, from, to } of places)
      bySegment.set(segmentId, [...(bySegment.get(segmentId) ?? []), { from, to, term }]);
  return segments.flatMap(({ id, text }) => {
    const places = bySegment.get(id);
    if (!places) return [];
    // from the end, so that earlier positions stay valid
    const corrected = places
      .sort((a, b) => b.from - a.from)
      .reduce((now, { from, to, term }) => now.slice(0, from) + term + now.slice(to), text);
    return [{ segmentId: id, text: corrected }];
  });
}
