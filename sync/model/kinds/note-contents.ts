/** Text of a note, of a meeting's shared note or of a canvas: a Yjs document, separate from the list rows. */
import * as v from 'valibot';
import { base64Of } from '../base64';
import { defineKind, type ChildParent, type DocOf } from '../kind';
import { Id } from '../id-schemas';
import { canvasTextId, meetingNoteId } from '../ids';
import { LIMITS } from '../limits';

/** base64 of a Yjs state or update */
export const YjsBase64 = base64Of(LIMITS.noteStateBytes);

/** Kinds of documents with a text; its id is the prefix and the document's id. The first that applies. */
const SUBJECTS = {
  meeting: { kind: 'meetings', idPrefix: meetingNoteId(''), label: 'meetingText', isCreatedByEdit: true },
  canvas: { kind: 'canvases', idPrefix: canvasTextId(''), label: 'canvas' },
  note: { kind: 'notes', idPrefix: '' },
} as const satisfies Record<string, ChildParent>;
export type TextSubject = keyof typeof SUBJECTS;

export const textIdOf = (subject: TextSubject, subjectId: string): string => SUBJECTS[subject].idPrefix + subjectId;

/** The subject of a text by its id. */
export function subjectOfText(id: string): TextSubject {
  const subjects = Object.keys(SUBJECTS) as TextSubject[];
  return subjects.find((subject) => id.startsWith(SUBJECTS[subject].idPrefix))!;
}

export const noteContents = defineKind({
  name: 'noteContents',
  store: 'contents',
  direction: 'both',
  fields: {
    subject: v.picklist(['note', 'meeting', 'canvas']),
    subjectId: Id,
    creatorId: Id,
    state: v.union([v.literal(''), YjsBase64]),
  },
  indexes: [],
  label: 'note',
  parents: Object.values(SUBJECTS),
  createdWith: {},
  search: {
    role: 'part',
    fields: [{ passage: 'text', field: 'state' }],
    // search leaves out chats and canvases
    when: ({ subject }) => subject !== 'canvas',
  },
  merge: { subject: 'server', subjectId: 'server', creatorId: 'server', state: 'yjs' },
  /** Only the creator edits the text of a note; every contributor edits those of a meeting's note and a canvas. */
  abilities: (doc, role, viewer) =>
    doc['creatorId'] === viewer.userId
      ? ['update', 'delete']
      : (doc['subject'] === 'meeting' || doc['subject'] === 'canvas') && role !== 'viewer'
        ? ['update']
        : [],
});
export type NoteContent = DocOf<typeof noteContents>;
