/** Owner of a text, derived from its id. */
import { meetingNoteId } from '../../model/ids';

const MEETING_NOTE = meetingNoteId('');

/** Id of the meeting that a text belongs to; null for the text of a note. */
export const meetingOf = (contentId: string): string | null =>
  contentId.startsWith(MEETING_NOTE) ? contentId.slice(MEETING_NOTE.length) : null;
