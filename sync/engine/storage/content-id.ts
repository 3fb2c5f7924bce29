/** What a text belongs to, read from its id. */
import { meetingNoteId } from '../../model/ids';

const MEETING_NOTE = meetingNoteId('');

/** The meeting a text belongs to by its id, null for a note's. */
export const meetingOf = (contentId: string): string | null =>
  contentId.startsWith(MEETING_NOTE) ? contentId.slice(MEETING_NOTE.length) : null;
