/** A participant of a meeting: a person, or a speaker that the transcription distinguishes. */
import * as v from 'valibot';
import { Id, IdOrNone } from './id-schemas';
import { LIMITS } from './limits';
import { clean, line } from './text';

export const Participant = v.looseObject({
  id: Id,
  /** '' if no member of the company is linked */
  userId: IdOrNone,
  type: v.picklist(['host', 'member', 'guest', 'speaker']),
  name: line(LIMITS.participantName, 'PARAM_ERROR'),
  /** name assigned by the transcription ('Speaker 1'); '' for a participant added by hand */
  transcriptionOriName: v.pipe(v.string(), v.maxLength(200), v.transform(clean)),
});
export type Participant = v.InferOutput<typeof Participant>;
