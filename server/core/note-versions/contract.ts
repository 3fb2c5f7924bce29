/** The calls of versions: earlier states of a note's text, and of a meeting's note. */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { YjsBase64 } from '../../../sync/model/kinds/note-contents';
import { LIMITS } from '../../../sync/model/limits';
import { timestamp } from '../../../sync/model/numbers';
import { line } from '../../../sync/model/text';
import { defineCall } from '../../../sync/protocol/call';
import { pageFields, pageOf } from '../../../sync/protocol/paging';

/** The name of a version. */
export const VersionName = v.pipe(line({ max: LIMITS.versionName.max }, 'PARAM_ERROR'), v.minLength(1, 'PARAM_ERROR'));

const Changed = {
  /** when the text was last changed to this state, as the server took the change */
  at: v.number(),
  /** people who changed the text since the version before, the last one last */
  authorIds: v.array(Id),
};
export const Version = v.object({
  id: Id,
  ...Changed,
  /** '' for none */
  name: v.string(),
});
export type Version = v.InferOutput<typeof Version>;

const contentId = Id;

export const versionCalls = {
  page: defineCall({
    service: 'core',
    method: 'POST',
    path: '/note/version/page',
    who: 'member',
    summary:
      'Versions of a text, newest first, without the present one, whose authors and time are `present`. ' +
      '`contentId`: the id of a note, or `mn_` and the id of a meeting.',
    input: v.object({ contentId, ...pageFields(20) }),
    output: v.object({ ...pageOf(Version).entries, present: v.object(Changed) }),
    errors: ['NOTE_NOT_FOUND', 'PARAM_ERROR'],
  }),
  get: defineCall({
    service: 'core',
    method: 'GET',
    path: '/note/version/{id}',
    who: 'member',
    summary: 'A version with its text: as Markdown, or as a Yjs state (base64).',
    input: v.object({
      contentId,
      id: Id,
      format: v.optional(v.picklist(['markdown', 'state'], 'PARAM_ERROR'), 'markdown'),
    }),
    output: v.object({ ...Version.entries, content: v.string() }),
    errors: ['NOTE_NOT_FOUND', 'NOTE_VERSION_NOT_FOUND', 'PARAM_ERROR'],
  }),
  save: defineCall({
    service: 'core',
    method: 'POST',
    path: '/note/version/save',
    who: 'member',
    idempotent: true,
    maxBody: 12 * 1024 * 1024,
    summary: 'Stores the current text of a device as a named version. `state`: Yjs state (base64).',
    input: v.object({ contentId, id: Id, name: VersionName, state: YjsBase64, at: timestamp('PARAM_ERROR') }),
    output: Version,
    errors: [
      'NOTE_NOT_FOUND',
      'NOTE_EDIT_DENIED',
      'NOTE_VERSION_NAMES_FULL',
      'FILE_TOTAL_LENGTH_EXCEEDED',
      'NOTE_CONTENT_TOO_LARGE',
      'DOCUMENT_INVALID',
      'PARAM_ERROR',
    ],
  }),
  name: defineCall({
    service: 'core',
    method: 'POST',
    path: '/note/version/name',
    who: 'member',
    idempotent: true,
    summary:
      'Names a version, or renames it. A named version is kept whatever its age; a text has at most fifty, of 64 MiB together as stored.',
    input: v.object({ contentId, id: Id, name: VersionName }),
    output: Version,
    errors: ['NOTE_NOT_FOUND', 'NOTE_VERSION_NOT_FOUND', 'NOTE_EDIT_DENIED', 'NOTE_VERSION_NAMES_FULL', 'PARAM_ERROR'],
  }),
  removeName: defineCall({
    service: 'core',
    method: 'POST',
    path: '/note/version/name/remove',
    who: 'member',
    idempotent: true,
    summary:
      'Removes the name of a version, which is then kept like those without one. One that a device saved is deleted.',
    input: v.object({ contentId, id: Id }),
    output: Version,
    errors: ['NOTE_NOT_FOUND', 'NOTE_VERSION_NOT_FOUND', 'NOTE_EDIT_DENIED', 'PARAM_ERROR'],
  }),
};
