/** The trash: deleted projects, notes, meetings, files, links and chats, for thirty days. */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { timestamp } from '../../../sync/model/numbers';
import { TRASH_KINDS } from '../../../sync/model/kinds';
import { defineCall } from '../../../sync/protocol/call';
import { pageFields, pageOf, Search } from '../../../sync/protocol/paging';

/** Days for which what a person deleted can be restored. */
export const TRASH_DAYS = 30;

const item = { kind: v.picklist(TRASH_KINDS, 'PARAM_ERROR'), id: Id };

export const TrashEntry = v.object({
  ...item,
  title: v.string(),
  /** of a file or link, '' otherwise */
  itemType: v.string(),
  /** the project of a note, meeting or chat, '' for none */
  projectId: v.string(),
  /** that project is deleted, or this person may not add to it: restoring a note requires another one */
  isProjectGone: v.boolean(),
  /** milliseconds since the epoch */
  deletedAt: v.number(),
  /** id of a member */
  deletedBy: v.string(),
  /** when it is erased, milliseconds since the epoch; the retention may erase it earlier */
  endsAt: v.number(),
  /** of a project: numbers of notes and of meetings that are restored with it */
  notes: v.number(),
  meetings: v.number(),
  /** whether this person may delete it for good */
  canErase: v.boolean(),
});
export type TrashEntry = v.InferOutput<typeof TrashEntry>;

export const trashCalls = {
  page: defineCall({
    service: 'core',
    method: 'POST',
    path: '/trash/search/page',
    who: 'member',
    summary:
      'What this person can restore: deleted documents that they created or own, or whose project they own, and files ' +
      'and links of projects that they contribute to, newest first. Notes, meetings and chats of one’s own that were ' +
      'deleted with a project of another person are entries of their own.',
    input: v.object({ titleLike: Search, ...pageFields(50) }),
    output: pageOf(TrashEntry),
    errors: ['PARAM_ERROR'],
  }),
  restore: defineCall({
    service: 'core',
    method: 'POST',
    path: '/trash/restore',
    who: 'member',
    idempotent: true,
    summary:
      'Restores a deleted document with everything that was deleted with it. A note, file or link whose project is gone, or ' +
      'to which this person may no longer add, needs `projectId`; a meeting or chat then returns without a project. Only its ' +
      'creator restores into another project while the first exists, and others only into one that the creator ' +
      'reads. Nothing happens to a document that is not deleted.',
    input: v.object({ ...item, projectId: v.optional(Id) }),
    output: v.object({}),
    errors: ['TRASH_NOT_FOUND', 'PROJECT_NOT_FOUND', 'NO_PERMISSION', 'PARAM_ERROR'],
  }),
  erase: defineCall({
    service: 'core',
    method: 'POST',
    path: '/trash/delete',
    who: 'member',
    idempotent: true,
    summary:
      'Deletes a document in the trash for good. Only its creator may, of a project only its owner; what others ' +
      'made in it stays in their trash.',
    input: v.object(item),
    output: v.object({}),
    errors: ['TRASH_NOT_FOUND', 'NO_PERMISSION', 'PARAM_ERROR'],
  }),
  empty: defineCall({
    service: 'core',
    method: 'POST',
    path: '/trash/empty',
    who: 'member',
    idempotent: true,
    summary:
      'Permanently deletes documents that the caller created or owns and that were deleted up to `before`, a time from the list.',
    input: v.object({ before: timestamp() }),
    output: v.object({ erased: v.number() }),
    errors: ['PARAM_ERROR'],
  }),
};
