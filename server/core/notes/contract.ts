/** The calls of notes (workspace 5, 7). */
import * as v from 'valibot';
import { Id, Ids } from '../../../sync/model/id-schemas';
import { timestamp } from '../../../sync/model/numbers';
import { LIMITS } from '../../../sync/model/limits';
import { ItemShareRange, notes, NoteTitle } from '../../../sync/model/kinds/notes';
import { defineCall } from '../../../sync/protocol/call';

/** A note's text as Markdown; its length is limited like that of its Yjs state. */
export const NoteMarkdown = v.pipe(v.string('PARAM_ERROR'), v.maxLength(LIMITS.noteText.max, 'NOTE_CONTENT_TOO_LARGE'));
const Detail = v.object({ ...notes.schema.entries, content: v.string() });

export const noteCalls = {
  save: defineCall({
    service: 'core',
    method: 'POST',
    path: '/note/save',
    who: 'member',
    idempotent: true,
    scope: 'projects.add',
    maxBody: 8 * 1024 * 1024,
    summary:
      'Saves a note: a new one, or with noteId what is there. `content` is Markdown; what others typed meanwhile ' +
      'is kept. A third party only adds new ones.',
    input: v.object({
      projectId: Id,
      noteId: v.optional(Id),
      title: NoteTitle,
      snippet: v.optional(v.pipe(v.string(), v.maxLength(4000, 'PARAM_ERROR'))),
      type: v.optional(v.literal('note'), 'note'),
      content: v.optional(NoteMarkdown),
    }),
    output: Detail,
    errors: [
      'NOTE_NOT_FOUND',
      'NOTE_TITLE_REQUIRED',
      'NOTE_TITLE_TOO_LONG',
      'NOTE_EDIT_DENIED',
      'NOTE_CONTENT_TOO_LARGE',
      'PROJECT_NOT_FOUND',
      'NO_PERMISSION',
    ],
  }),
  get: defineCall({
    service: 'core',
    method: 'GET',
    path: '/note/{id}',
    who: 'member',
    summary: 'A note with its text as Markdown.',
    input: v.object({ id: Id }),
    output: Detail,
    errors: ['NOTE_NOT_FOUND'],
  }),
  remove: defineCall({
    service: 'core',
    method: 'DELETE',
    path: '/note/{id}',
    who: 'member',
    summary: 'Deletes a note.',
    input: v.object({ id: Id }),
    output: v.object({}),
    errors: ['NOTE_NOT_FOUND', 'NOTE_EDIT_DENIED'],
  }),
  share: defineCall({
    service: 'core',
    method: 'POST',
    path: '/note/share/set',
    who: 'member',
    summary:
      'Shares a note: only me, organization, project members, or with a public link, which can end at a time. ' +
      '`userIds`: people who read it besides those of the range; `linkIndexed`: search engines may list the public ' +
      'page.',
    input: v.object({
      noteId: Id,
      shareRange: ItemShareRange,
      userIds: v.optional(Ids),
      linkExpiresAt: v.optional(timestamp('PARAM_ERROR')),
      linkIndexed: v.optional(v.boolean('PARAM_ERROR')),
    }),
    output: notes.schema,
    errors: [
      'NOTE_NOT_FOUND',
      'NOTE_EDIT_DENIED',
      'PUBLIC_LINKS_OFF',
      'PUBLIC_LINK_TAKEN',
      'USER_NOT_FOUND',
      'PARAM_ERROR',
    ],
  }),
  html: defineCall({
    service: 'core',
    method: 'GET',
    path: '/note/{id}/html',
    who: 'anyone',
    perMinute: 120,
    summary: 'A note as safe HTML. Anyone with its link can read a public note; others require access.',
    input: v.object({ id: Id }),
    output: v.object({ id: Id, title: v.string(), html: v.string(), updatedAt: v.number() }),
    errors: ['NOTE_NOT_FOUND'],
  }),
};
