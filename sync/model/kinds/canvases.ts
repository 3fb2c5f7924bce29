/**
 * Canvases: documents created from answers of a chat or the report of a research, as list rows; their text is in
 * `noteContents` (`cv_<id>`). A canvas is in its chat's space and is deleted with the chat.
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id } from '../id-schemas';
import { NoteTitle } from './notes';
import { timestamp, whole } from '../numbers';

export const canvases = defineKind({
  name: 'canvases',
  store: 'items',
  direction: 'both',
  fields: {
    /** the thread */
    parentId: Id,
    /** order in the thread, from 0; canvases created on two devices may have the same */
    position: whole({ max: 2 ** 31 }),
    /** the question whose answer it was created from; for a research the id of its report */
    turnId: Id,
    creatorId: Id,
    title: NoteTitle,
    /** whether everyone with the address of its public page may read it */
    isPublic: v.boolean(),
    createdAt: timestamp(),
  },
  indexes: ['parent'],
  label: 'canvas',
  parents: [{ kind: 'threads', field: 'parentId' }],
  createdWith: {},
  link: ({ id }) => `/canvas/${id}`,
  merge: {
    parentId: 'server',
    position: 'server',
    turnId: 'server',
    creatorId: 'server',
    title: 'value',
    isPublic: 'value',
    createdAt: 'server',
  },
  abilities: (doc, role, viewer) =>
    doc['creatorId'] === viewer.userId
      ? ['update', 'delete', 'share']
      : role === 'owner'
        ? ['update', 'delete']
        : role === 'contributor'
          ? ['update']
          : [],
});
export type Canvas = DocOf<typeof canvases>;
