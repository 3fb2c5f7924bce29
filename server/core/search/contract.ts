/** The calls of the server's search (workspace 7): the same ranking as the device's, over what the person may see. */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { KIND_NAMES } from '../../../sync/model/kinds';
import { TextPlace } from '../../../sync/model/parsed-text';
import { whole } from '../../../sync/model/numbers';
import { defineCall } from '../../../sync/protocol/call';

const Range = v.tuple([v.number(), v.number()]);

/** A document that matches, with its best passages; of the same form as the device's (sync/ranking/answer.ts). */
const Result = v.object({
  collection: v.picklist(KIND_NAMES),
  id: Id,
  title: v.string(),
  /** ranges to mark in the title */
  titleRanges: v.array(Range),
  projectId: v.string(),
  /** '' unless it is a project item */
  itemType: v.string(),
  updatedAt: v.number(),
  passages: v.array(
    v.object({
      field: v.picklist([
        'title',
        'text',
        'description',
        'participants',
        'moments',
        'transcript',
        'summary',
        'content',
      ]),
      /** segment of a transcript, part of an extracted text, bookmark or typed line of a meeting */
      segmentId: v.optional(v.string()),
      text: v.string(),
      start: v.number(),
      ranges: v.array(Range),
      /** of an extracted text */
      place: v.optional(TextPlace),
    }),
  ),
  score: v.number(),
});

const Keyword = v.pipe(v.string(), v.maxLength(500, 'PARAM_ERROR'));
const Limit = v.optional(whole({ min: 1, max: 1000, message: 'PARAM_ERROR' }), 1000);

export const searchCalls = {
  ofProject: defineCall({
    service: 'core',
    method: 'POST',
    path: '/project/search/file-chat',
    who: 'member',
    summary:
      'Searches the files and links of a project, and its chats and web searches that the person may see (collection ' +
      '`threads`), the latter by their titles.',
    input: v.object({ projectId: Id, keyword: Keyword, recordLimit: Limit }),
    output: v.object({ list: v.array(Result), /** nothing matches fully: the closest few */ closest: v.boolean() }),
    errors: ['PROJECT_NOT_FOUND', 'PARAM_ERROR'],
  }),
  all: defineCall({
    service: 'core',
    method: 'POST',
    path: '/search',
    who: 'member',
    summary: 'Searches the projects, notes, meetings, files and links that the caller can see.',
    input: v.object({
      keyword: Keyword,
      recordLimit: v.optional(whole({ min: 1, max: 100, message: 'PARAM_ERROR' }), 20),
    }),
    output: v.object({ list: v.array(Result), closest: v.boolean() }),
    errors: ['PARAM_ERROR'],
  }),
};
