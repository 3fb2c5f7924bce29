/**
 * The history of people's corrections of a transcript: text or speaker of segments, or the name of a speaker; author,
 * time, and the values before and after. It is a list of its own, so that the corrections of two devices merge.
 */
import * as v from 'valibot';
import { Id, IdOrNone } from './id-schemas';
import { newId } from './ids';
import { LIMITS } from './limits';
import { timestamp } from './numbers';
import { Participant } from './participants';

const Value = v.pipe(v.string(), v.maxLength(LIMITS.segmentText.max * 4));

export const Correction = v.looseObject({
  id: Id,
  /**
   * the segments with this change: one for a text, those of a split or merge of speakers; empty for a name, and for
   * more than LIMITS.correctionSegments
   */
  segmentIds: v.array(Id),
  field: v.picklist(['text', 'speaker', 'name']),
  /** for a name: its participant */
  participantId: v.optional(Id),
  /** the participant removed by a merge, whose id is `before`; for a name: the participant that a person removed */
  merged: v.optional(Participant),
  /** texts, names, or ids of participants ('' for none) */
  before: Value,
  after: Value,
  /** '' if a new transcription replaced a corrected text */
  userId: IdOrNone,
  at: timestamp(),
});
export type Correction = v.InferOutput<typeof Correction>;

interface Corrected {
  id: string;
  text: string;
  participantId: string;
}

/** The corrections that a person made between two states of the same segments in the same order. */
export function correctionsBetween(
  before: readonly Corrected[],
  after: readonly Corrected[],
  by: { userId: string; at: number },
): Correction[] {
  const made: Correction[] = [];
  const ofSpeakers = new Map<string, Correction>();
  const add = (field: Correction['field'], id: string, was: string, now: string): Correction => {
    const correction = { id: newId(by.at), segmentIds: [id], field, before: was, after: now, ...by };
    made.push(correction);
    return correction;
  };
  after.forEach(({ id, text, participantId }, at) => {
    const was = before[at];
    if (was?.id !== id) return;
    if (was.text !== text) add('text', id, was.text, text);
    if (was.participantId === participantId) return;
    const key = `${was.participantId}/${participantId}`;
    const known = ofSpeakers.get(key);
    if (known) known.segmentIds.push(id);
    else ofSpeakers.set(key, add('speaker', id, was.participantId, participantId));
  });
  // the ids of many segments would displace all older corrections
  return made.map((c) => (c.segmentIds.length > LIMITS.correctionSegments ? { ...c, segmentIds: [] } : c));
}

/**
 * Applies a person's corrections to segments, and adds them to the history.
 * @param merged the speaker who is merged into another
 */
export function withCorrected<S extends Corrected>(
  { segments, corrections = [] }: { segments: readonly S[]; corrections?: readonly Correction[] | undefined },
  change: (segment: S) => Partial<S> | null,
  by: { userId: string; at: number },
  merged?: Participant,
): { segments: S[]; corrections?: Correction[] } {
  const after = segments.map((segment) => {
    const changed = change(segment);
    return changed ? { ...segment, ...changed } : segment;
  });
  const made = correctionsBetween(segments, after, by).map((correction) =>
    correction.field === 'speaker' && merged ? { ...correction, merged } : correction,
  );
  return { segments: after, ...(made.length > 0 ? { corrections: withinLimits([...corrections, ...made]) } : {}) };
}

/** Fields of a segment with another text; the first correction stores the recognised one. */
export const correctedText = (
  segment: { text: string; original: string },
  text: string,
): { text: string; original: string } => ({
  text: text.normalize('NFC'),
  original: segment.original || segment.text,
});

/** The correction of a participant's name; null if it is the same. */
export const renaming = (
  participantId: string,
  before: string,
  after: string,
  by: { userId: string; at: number },
): Correction | null =>
  before === after ? null : { id: newId(by.at), segmentIds: [], field: 'name', participantId, before, after, ...by };

/** The removal of a participant, with all fields, so that it can be undone. */
export const removal = (removed: Participant, by: { userId: string; at: number }): Correction => ({
  ...{ id: newId(by.at), segmentIds: [], field: 'name', participantId: removed.id, merged: removed },
  ...{ before: removed.name, after: '', ...by },
});

/** Whether a correction concerns a whole speaker: a new name, a removal, a merge or a split. */
export const isOfSpeaker = ({ field, merged, segmentIds }: Correction): boolean =>
  field === 'name' || merged !== undefined || (field === 'speaker' && segmentIds.length !== 1);

/** UTF-16 units of a correction. */
const unitsOf = ({ before, after, segmentIds, merged }: Correction): number =>
  before.length +
  after.length +
  segmentIds.reduce((sum, id) => sum + id.length, 0) +
  (merged ? merged.name.length + merged.transcriptionOriName.length : 0);

/** The newest corrections within LIMITS, in the given order. */
export function withinLimits(corrections: readonly Correction[]): Correction[] {
  const kept = new Set<Correction>();
  let units = 0;
  for (const correction of newestFirst(corrections)) {
    units += unitsOf(correction);
    if (kept.size >= LIMITS.corrections || units > LIMITS.correctionUnits) break;
    kept.add(correction);
  }
  return corrections.filter((correction) => kept.has(correction));
}

export const newestFirst = (corrections: readonly Correction[]): Correction[] =>
  [...corrections].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));

/** Removes the ids of missing segments, and corrections of which no segment remains. */
export function ofSegments(corrections: readonly Correction[], segments: readonly { id: string }[]): Correction[] {
  const ids = new Set(segments.map(({ id }) => id));
  return corrections.flatMap((correction) => {
    if (correction.segmentIds.every((id) => ids.has(id))) return [correction];
    const segmentIds = correction.segmentIds.filter((id) => ids.has(id));
    return segmentIds.length > 0 ? [{ ...correction, segmentIds }] : [];
  });
}
