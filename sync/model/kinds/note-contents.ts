/** Text of a note, of a meeting's shared note or of a canvas: a Yjs document, separate from the list rows. */
import * as v from 'valibot';
import { base64Of } from '../base64';
import { defineKind, type DocOf } from '../kind';
import { Id } from '../id-schemas';
import { canvasTextId, meetingNoteId } from '../ids';
import { LIMITS } from '../limits';

/** base64 of a Yjs state or update */
export const YjsBase64 = base64Of(LIMITS.noteStateBytes);

export const noteContents = defineKind({
  name: 'noteContents',
  store: 'contents',
  direction: 'both',
  fields: {
    /** a note's text has the note's id; a meeting's note is `mn_<meetingId>`, a canvas's text `cv_<canvasId>` */
    subject: v.picklist(['note', 'meeting', 'canvas']),
    subjectId: Id,
    creatorId: Id,
    state: v.union([v.literal(''), YjsBase64]),
  },
  indexes: [],
  label: 'note',
  parents: [
    { kind: 'meetings', idPrefix: meetingNoteId('') },
    { kind: 'canvases', idPrefix: canvasTextId('') },
    { kind: 'notes', idPrefix: '' },
  ],
  createdWith: {},
  search: {
    role: 'part',
    fields: [{ passage: 'text', field: 'state' }],
    // a chat and what is made from it are not searched
    when: ({ subject }) => subject !== 'canvas',
  },
  merge: { subject: 'server', subjectId: 'server', creatorId: 'server', state: 'yjs' },
  /** A note is edited by its creator only; a meeting's note and a canvas by every contributor. */
  abilities: (doc, role, viewer) =>
    doc['creatorId'] === viewer.userId
      ? ['update', 'delete']
      : (doc['subject'] === 'meeting' || doc['subject'] === 'canvas') && role !== 'viewer'
        ? ['update']
        : [],
});
export type NoteContent = DocOf<typeof noteContents>;
