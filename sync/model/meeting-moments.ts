/** Bookmarks and typed lines that a person added while a meeting was recorded, each with its time in the recording. */
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
  /** '' for a bookmark without text */
  text: v.pipe(v.string(), v.transform(clean), v.maxLength(LIMITS.momentText.max, 'PARAM_ERROR')),
  /** its author */
  userId: Id,
});
export type MeetingMoment = v.InferOutput<typeof MeetingMoment>;

/** Sorted by recording and time. `order`: ids of the meeting's recordings; unknown recordings come last. */
export function inOrder(moments: readonly MeetingMoment[], order: readonly string[]): MeetingMoment[] {
  const place = (id: string): number => {
    const at = order.indexOf(id);
    return at < 0 ? order.length : at;
  };
  return [...moments].sort((a, b) => place(a.recordingId) - place(b.recordingId) || a.at - b.at);
}
