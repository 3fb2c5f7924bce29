/**
 * Transfers people's corrections to the segments of a new recognition, so that no correction is lost.
 *
 *   corrected segment ─ same words or same time ────────► the new segment gets its text or speaker; a transferred earlier
 *                     │                                     correction is replaced if this one follows it
 *                     ├ other segment boundaries ─────────► the new words stay, the corrected ones go to the history
 *                     └ nothing recognised at its time ───► the segment stays (only if `keeps`)
 */
import { newestFirst, ofSegments, withinLimits, type Correction } from '../../../sync/model/corrections';
import { newId } from '../../../sync/model/ids';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { SAME_START_MS } from './speakers';

/** least share of the total time of two segments that overlaps if they are the same sentence */
const SAME_TIME = 0.8;

const common = (a: Segment, b: Segment): number =>
  a.start < 0 || b.start < 0 ? 0 : Math.min(a.end, b.end) - Math.max(a.start, b.start);

const isSameTime = (a: Segment, b: Segment): boolean =>
  a.start >= 0 && common(a, b) >= SAME_TIME * (Math.max(a.end, b.end) - Math.min(a.start, b.start));

const isSameStart = (a: Segment, b: Segment): boolean =>
  a.start < 0 || b.start < 0 ? a.start === b.start : Math.abs(a.start - b.start) <= SAME_START_MS;

/** The new segment with the same recognised words, otherwise the one with the longest overlap; null if there is none. */
function heirOf(was: Segment, now: readonly Segment[]): Segment | null {
  const recognised = was.original || was.text;
  const same = now.find((s) => (s.original || s.text) === recognised && isSameStart(s, was));
  if (same) return same;
  let best: Segment | null = null;
  for (const segment of now) if (common(segment, was) > (best ? common(best, was) : 0)) best = segment;
  return best;
}

const isTextCorrected = (segment: Segment): boolean => segment.original !== '' && segment.original !== segment.text;

/**
 * Whether the text of an earlier segment supersedes the corrected text of its successor: the correction was made to that
 * text, or later by the same person. Corrections of `heir` are transferred already; those of a device name `was`.
 */
function follows(was: Segment, heir: Segment, corrections: readonly Correction[]): boolean {
  const ofText = corrections.filter(({ field }) => field === 'text');
  const made = ofText.filter(({ segmentIds }) => segmentIds.includes(was.id));
  const last = newestFirst(made).find(({ after }) => after === was.text);
  if (!last) return false;
  if (made.some(({ before, userId }) => before === heir.text && userId === last.userId)) return true;
  const shown = newestFirst(ofText).find(
    ({ segmentIds, after }) => segmentIds.includes(heir.id) && after === heir.text,
  );
  return shown !== undefined && shown.userId === last.userId && shown.at < last.at;
}

export interface Carried {
  segments: Segment[];
  corrections: Correction[];
}

/**
 * Transfers the corrections of `earlier` to `now`.
 * @param earlier segments that `now` replaces
 * @param corrections of the transcript; those of other segments do not change
 * @param others segments of the transcript that stay
 * @param at time of new entries of the history, milliseconds
 * @param keeps whether a corrected segment without a successor stays
 */
export function carryCorrections(
  earlier: readonly Segment[],
  now: readonly Segment[],
  corrections: readonly Correction[],
  { others, at, keeps }: { others: readonly Segment[]; at: number; keeps: boolean },
): Carried {
  const reassigned = new Set(corrections.flatMap((c) => (c.field === 'speaker' ? c.segmentIds : [])));
  const known = new Set(corrections.flatMap(({ segmentIds }) => segmentIds));
  const heirs = new Map<string, string>();
  const changed = new Map(now.map((segment) => [segment.id, segment]));
  const kept: Segment[] = [];
  const replaced: Correction[] = [];
  for (const was of earlier) {
    const isText = isTextCorrected(was);
    if (!isText && !known.has(was.id)) continue;
    const found = heirOf(was, now);
    if (!found) {
      // also if only the history has the corrected words: it would be removed with the segment
      if (keeps) kept.push(was);
      continue;
    }
    heirs.set(was.id, found.id);
    let heir = changed.get(found.id)!;
    const isSame = isSameTime(was, heir) || (heir.original || heir.text) === (was.original || was.text);
    if (isSame && reassigned.has(was.id)) heir = { ...heir, participantId: was.participantId };
    if (isText && heir.text !== was.text) {
      if (isSame && heir.original === '') heir = { ...heir, text: was.text, original: heir.text };
      else if (isSame && follows(was, heir, corrections)) heir = { ...heir, text: was.text };
      else
        replaced.push({
          ...{ id: newId(at), segmentIds: [heir.id], field: 'text', before: was.text, after: heir.text, userId: '' },
          at,
        });
    }
    changed.set(heir.id, heir);
  }
  const moved = corrections.map((correction) =>
    correction.segmentIds.some((id) => heirs.has(id))
      ? { ...correction, segmentIds: [...new Set(correction.segmentIds.map((id) => heirs.get(id) ?? id))] }
      : correction,
  );
  const segments = inPlace([...changed.values()], kept);
  return { segments, corrections: withinLimits(ofSegments([...moved, ...replaced], [...others, ...segments])) };
}

/** Inserts the kept segments by start time. */
function inPlace(segments: readonly Segment[], kept: readonly Segment[]): Segment[] {
  const all = [...segments];
  for (const segment of kept) {
    const at = all.findIndex((other) => segment.start >= 0 && other.start > segment.start);
    all.splice(at < 0 ? all.length : at, 0, segment);
  }
  return all;
}
