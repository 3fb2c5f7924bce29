/** Notes as list rows; their text is in `noteContents`. Only the creator edits a note (workspace 6). */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, Ids } from '../id-schemas';
import { LIMITS } from '../limits';
import { amount, timestamp } from '../numbers';
import { line } from '../text';

export const NoteTitle = v.pipe(
  line({ max: LIMITS.noteTitle.max }, 'NOTE_TITLE_TOO_LONG'),
  v.minLength(1, 'NOTE_TITLE_REQUIRED'),
);
/** Only me, organization, project members, public link. */
export const ItemShareRange = v.picklist(['private', 'team', 'project', 'public']);
/** Values for a note whose public link ends, since it was a decision of its former creator. */
export const ENDED_LINK = { shareRange: 'project', linkExpiresAt: 0, linkIndexed: false } as const;

export const notes = defineKind({
  name: 'notes',
  store: 'items',
  direction: 'both',
  fields: {
    projectId: Id,
    title: NoteTitle,
    /** first 200 graphemes of the text */
    snippet: v.pipe(v.string(), v.maxLength(4000)),
    type: v.picklist(['note']),
    creatorId: Id,
    shareRange: ItemShareRange,
    /** further readers besides those of the range; absent in older notes */
    shareUserIds: v.optional(Ids),
    /** time at which the public link ends; 0 or absent: never */
    linkExpiresAt: v.optional(timestamp()),
    /** whether search engines may list the public page */
    linkIndexed: v.optional(v.boolean()),
    words: amount(),
    characters: amount(),
    createdAt: timestamp(),
  },
  indexes: ['recent', 'project'],
  label: 'note',
  listedAs: ['noteContents'],
  parents: [{ kind: 'projects', field: 'projectId' }],
  createdWith: {},
  ahead: 60,
  search: { role: 'result', fields: [{ passage: 'title', field: 'title' }] },
  link: ({ id, projectId }) => (projectId ? `/project/${String(projectId)}/note-detail/${id}` : ''),
  trash: {
    owner: 'creatorId',
    restoredBy: 'owner',
    ownSpace: 'note',
    endsWithOwner: { where: { shareRange: 'public' }, set: ENDED_LINK },
  },
  merge: {
    projectId: 'value',
    title: 'value',
    snippet: 'derived',
    type: 'server',
    creatorId: 'server',
    shareRange: 'value',
    shareUserIds: 'audience',
    linkExpiresAt: 'value',
    linkIndexed: 'value',
    words: 'derived',
    characters: 'derived',
    createdAt: 'server',
  },
  abilities: (doc, role, viewer) =>
    doc['creatorId'] === viewer.userId ? ['update', 'delete', 'share', 'move'] : role === 'owner' ? ['delete'] : [],
});
export type Note = DocOf<typeof notes>;
