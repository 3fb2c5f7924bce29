/** Lines of live captions, stored as the draft of a transcript. */
import * as v from 'valibot';
import { LIMITS } from './limits';
import { whole } from './numbers';

/** milliseconds; twice the longest recording */
const LATEST = 2 * LIMITS.recording.max * 1000;

export const CaptionLine = v.object({
  /** milliseconds from the start of the recording */
  start: whole({ max: LATEST }),
  end: whole({ max: LATEST }),
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.segmentText.max * 4)),
});
export type CaptionLine = v.InferOutput<typeof CaptionLine>;
