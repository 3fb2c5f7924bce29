/** Push policy of transcripts: the server creates them, people correct them. */
import { isDeepStrictEqual } from 'node:util';
import { withinLimits, type Correction } from '../../../sync/model/corrections';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { PushPolicy } from '../../sync/store';
import { onlyChanges, refusal } from '../refusals';
import { carryCorrections } from './carry-corrections';
import { SAME_START_MS } from './speakers';

/** most corrections of one text that are compared with the new segments */
const SAME_MAX = 100;
/** most corrected segments of an earlier recognition in one write */
const UNKNOWN_MAX = 500;

/**
 * People may change the text and the speaker of a segment. The recognised text stays unchanged, or is restored. Segments
 * of an earlier recognition are ignored here; `carried` keeps their corrections.
 */
function checkSegments(before: readonly Segment[], after: readonly Segment[]): void {
  const unmatched = new Map(before.map((s) => [s.id, s]));
  const known = new Set(unmatched.keys());
  for (const segment of after) {
    if (!known.has(segment.id)) continue;
    const was = unmatched.get(segment.id);
    unmatched.delete(segment.id);
    if (!was || segment.start !== was.start || segment.end !== was.end || segment.recordingId !== was.recordingId)
      throw refusal('NO_PERMISSION', 'segments', 'times of segments cannot be changed');
    if (!['', was.original, was.text].includes(segment.original))
      throw refusal('NO_PERMISSION', 'segments', 'the recognised text cannot be changed');
  }
  if (unmatched.size > 0) throw refusal('NO_PERMISSION', 'segments', 'segments cannot be removed');
}

/**
 * Removes segments of an earlier recognition that a device corrected before it received the new one. A correction of a
 * segment with the same recognised text and time is transferred to the new segment.
 */
export function carried(before: readonly Segment[], after: readonly Segment[]): Segment[] {
  const known = new Set(before.map(({ id }) => id));
  const corrected = new Map<string, Segment[]>();
  for (const segment of after) {
    if (known.has(segment.id) || segment.original === '') continue;
    const same = corrected.get(segment.original);
    if (!same) corrected.set(segment.original, [segment]);
    else if (same.length < SAME_MAX) same.push(segment);
  }
  return after
    .filter(({ id }) => known.has(id))
    .map((segment) => {
      const earlier =
        segment.original === ''
          ? corrected
              .get(segment.text)
              ?.find(
                ({ recordingId, start }) =>
                  recordingId === segment.recordingId && Math.abs(start - segment.start) <= SAME_START_MS,
              )
          : undefined;
      return earlier ? { ...segment, text: earlier.text, original: segment.text } : segment;
    });
}

/** The stored history: only additions by the person who pushes, within the limits. */
function storedCorrections(userId: string, before: readonly Correction[], after: readonly Correction[]): Correction[] {
  const known = new Set(before.map(({ id }) => id));
  return withinLimits([...before, ...after.filter((c) => !known.has(c.id) && c.userId === userId)]);
}

export const transcriptPolicy: PushPolicy<'transcripts'> = {
  collection: 'transcripts',
  async check({ before, after, changed }) {
    if (!before || !after) throw refusal('NO_PERMISSION', undefined, 'only the server creates transcripts');
    onlyChanges(changed, ['segments', 'corrections'], 'NO_PERMISSION');
    checkSegments(before.segments, after.segments);
  },
  async apply({ actor, tx, before, after }) {
    if (!before || !after) return;
    const corrections = storedCorrections(actor.userId, before.corrections ?? [], after.corrections ?? []);
    const known = new Set(before.segments.map(({ id }) => id));
    const unknown = after.segments.filter(({ id }) => !known.has(id));
    if (unknown.length > 0) {
      const segments = carried(before.segments, after.segments);
      const result = carryCorrections(unknown.slice(0, UNKNOWN_MAX), segments, corrections, {
        ...{ others: [], at: after.updatedAt, keeps: false },
      });
      await tx.put('transcripts', after.id, result);
    } else if (!isDeepStrictEqual(corrections, after.corrections ?? []))
      await tx.put('transcripts', after.id, { corrections });
  },
};
