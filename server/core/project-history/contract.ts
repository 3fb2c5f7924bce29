/** The call of a project's history. */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { ITEM_TYPES } from '../../../sync/model/kinds/project-items';
import { TOP_KINDS } from '../../../sync/model/top-kinds';
import { defineCall } from '../../../sync/protocol/call';
import { pageFields, pageOf } from '../../../sync/protocol/paging';

export const EVENT_TYPES = [
  'added',
  'restored',
  'renamed',
  'deleted',
  'movedIn',
  'movedOut',
  'shared',
  'gained',
  'lost',
  'transferred',
  'archived',
  'unarchived',
  'newVersion',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Kinds of documents that have a history: files and links beside those that people open. */
export const HISTORY_KINDS = [...TOP_KINDS, 'projectItems'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

export const HistoryEvent = v.object({
  id: Id,
  /** milliseconds since the epoch */
  at: v.number(),
  actorId: v.string(),
  type: v.picklist(EVENT_TYPES),
  subject: v.object({ collection: v.picklist(HISTORY_KINDS), id: Id }),
  /** of the subject, at that time */
  title: v.string(),
  params: v.object({
    from: v.optional(v.string()),
    range: v.optional(v.string()),
    ids: v.optional(v.array(Id)),
    count: v.optional(v.number()),
    itemType: v.optional(v.picklist(ITEM_TYPES)),
  }),
});
export type HistoryEvent = v.InferOutput<typeof HistoryEvent>;

export const historyCalls = {
  page: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/history/page',
    who: 'member',
    summary:
      'The history of a project, newest first: changes of notes, meetings, files and links that the caller may ' +
      'see, of its name and its members.',
    input: v.object({
      projectId: Id,
      actorId: v.optional(Id),
      type: v.optional(v.picklist(EVENT_TYPES, 'PARAM_ERROR')),
      ...pageFields(200),
    }),
    output: pageOf(HistoryEvent),
    errors: ['PROJECT_NOT_FOUND', 'PARAM_ERROR'],
  }),
};
