/** Text of a note or of a meeting's shared note: a Yjs document, separate from the list rows. */
import * as v from 'valibot';
import { base64Of } from '../base64';
import { defineKind, type DocOf } from '../kind';
import { Id } from '../id-schemas';
import { meetingNoteId } from '../ids';
import { LIMITS } from '../limits';

/** base64 of a Yjs state or update */
export const YjsBase64 = base64Of(LIMITS.noteStateBytes);

export const noteContents = defineKind({
  name: 'noteContents',
  store: 'contents',
  direction: 'both',
  fields: {
    /** a note's text has the note's id; a meeting's note is `mn_<meetingId>` */
    subject: v.picklist(['note', 'meeting']),
    subjectId: Id,
    creatorId: Id,
    state: v.union([v.literal(''), YjsBase64]),
  },
  indexes: [],
  label: 'note',
  parents: [
    { kind: 'meetings', idPrefix: meetingNoteId('') },
    { kind: 'notes', idPrefix: '' },
  ],
  createdWith: {},
  search: { role: 'part', fields: [{ passage: 'text', field: 'state' }] },
  merge: { subject: 'server', subjectId: 'server', creatorId: 'server', state: 'yjs' },
  /** A note is edited by its creator only; a meeting's note by every contributor. */
  abilities: (doc, role, viewer) =>
    doc['creatorId'] === viewer.userId
      ? ['update', 'delete']
      : doc['subject'] === 'meeting' && role !== 'viewer'
        ? ['update']
        : [],
});
export type NoteContent = DocOf<typeof noteContents>;
