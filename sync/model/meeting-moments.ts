/** Bookmarks and note lines that a person made while a meeting was recorded, each with its moment in the recording. */
import * as v from 'valibot';
import { Id } from './id-schemas';
import { LIMITS } from './limits';
import { amount } from './numbers';
import { clean } from './text';

export const MeetingMoment = v.looseObject({
  id: Id,
  recordingId: Id,
  /** milliseconds from the start of the recording */
  at: amount(),
  kind: v.picklist(['bookmark', 'note']),
  /** '' for a bookmark without a word */
  text: v.pipe(v.string(), v.transform(clean), v.maxLength(LIMITS.momentText.max, 'PARAM_ERROR')),
  /** the person who made it */
  userId: Id,
});
export type MeetingMoment = v.InferOutput<typeof MeetingMoment>;

/** In order of the recording. `order` has the recordings of the meeting; unknown ones come last. */
export function inOrder(moments: readonly MeetingMoment[], order: readonly string[]): MeetingMoment[] {
  const place = (id: string): number => {
    const at = order.indexOf(id);
    return at < 0 ? order.length : at;
  };
  return [...moments].sort((a, b) => place(a.recordingId) - place(b.recordingId) || a.at - b.at);
}
