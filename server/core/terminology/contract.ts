/**
 * The calls of terminology: terms of an organization, and files from which terms are extracted. All members read and
 * change both. Extracted terms count once a member has accepted them.
 */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { terms } from '../../../sync/model/kinds/terms';
import { LIMITS } from '../../../sync/model/limits';
import { lines } from '../../../sync/model/text';
import { defineCall } from '../../../sync/protocol/call';
import { FINISH_ERRORS, SentFile, Ticket, UPLOAD_ERRORS } from '../../../sync/protocol/files';
import { pageFields, pageOf, Search } from '../../../sync/protocol/paging';

export const TERM_SOURCES = ['MANUAL', 'TERMINOLOGY_FILE_EXTRACT'] as const;

/** PARSED: its text is read, and the extraction can be requested. EXTRACT_FAILED: with an error code. */
export const TERMINOLOGY_FILE_STATES = [
  'READY',
  'PARSING',
  'PARSED',
  'EXTRACTING',
  'EXTRACT_FINISH',
  'EXTRACT_FAILED',
] as const;
export type TerminologyFileStatus = (typeof TERMINOLOGY_FILE_STATES)[number];

/** terms of one review */
const REVIEWED_MAX = 1000;

const TerminologyFile = v.object({
  id: Id,
  name: v.string(),
  /** bytes */
  size: v.number(),
  /** extension with its dot */
  format: v.string(),
  /** who uploaded it */
  userId: v.string(),
  status: v.picklist(TERMINOLOGY_FILE_STATES),
  error: v.string(),
  /** its text is read, so its terms can be extracted, and again where that failed */
  isRead: v.boolean(),
  /** how its terms were extracted: by a model, or by frequency and form; '' before */
  mode: v.picklist(['', 'model', 'frequency']),
  /** extracted terms that wait for a review */
  candidates: v.number(),
  /** milliseconds since the epoch */
  createdAt: v.number(),
});
export type TerminologyFile = v.InferOutput<typeof TerminologyFile>;

const Candidate = v.object({ term: v.string(), definition: v.string(), count: v.number() });
const Definition = v.optional(lines(LIMITS.termDefinition, 'PARAM_ERROR'), '');
const Deleted = v.object({
  ids: v.pipe(v.array(Id), v.minLength(1, 'PARAM_ERROR'), v.maxLength(1000, 'PARAM_ERROR')),
});
const Nothing = v.object({});
const post = { service: 'core', method: 'POST', who: 'member' } as const;

export const terminologyCalls = {
  search: defineCall({
    ...post,
    path: '/terminology/search/page',
    summary:
      'Terms of the organization: first terms that begin with the keyword, then terms that contain it, then ' +
      'terms whose definition contains it. Without a keyword, newest first.',
    input: v.object({
      keyword: Search,
      source: v.optional(v.picklist(TERM_SOURCES, 'PARAM_ERROR')),
      ...pageFields(20),
    }),
    output: pageOf(terms.schema),
    errors: ['PARAM_ERROR'],
  }),
  save: defineCall({
    ...post,
    path: '/terminology/save',
    summary: 'Creates a term; with `id`, changes it.',
    input: v.object({
      id: v.optional(Id),
      term: terms.fields.term,
      definition: Definition,
      reading: terms.fields.reading,
    }),
    output: terms.schema,
    errors: ['TERM_DUPLICATED', 'TERM_LIMIT_REACHED', 'DOCUMENT_NOT_FOUND', 'PARAM_ERROR'],
  }),
  remove: defineCall({
    ...post,
    path: '/terminology/delete',
    summary: 'Deletes terms. Unknown ids are ignored.',
    input: Deleted,
    output: Nothing,
    errors: ['PARAM_ERROR'],
  }),
  applyFile: defineCall({
    ...post,
    path: '/terminology/file/upload/apply',
    idempotent: true,
    summary: 'Starts the resumable upload (tus) of a terminology file.',
    input: v.object({ file: SentFile }),
    output: Ticket,
    errors: ['PARAM_ERROR', ...UPLOAD_ERRORS],
  }),
  finishFile: defineCall({
    ...post,
    path: '/terminology/file/upload/finish',
    summary: 'Verifies an uploaded file and starts reading it. Idempotent.',
    input: v.object({ uploadId: Id }),
    output: TerminologyFile,
    errors: ['PARAM_ERROR', ...FINISH_ERRORS],
  }),
  files: defineCall({
    ...post,
    path: '/terminology/file/search/page',
    summary: 'Files of the organization’s terminology, newest first.',
    input: v.object(pageFields(20)),
    output: pageOf(TerminologyFile),
    errors: ['PARAM_ERROR'],
  }),
  file: defineCall({
    service: 'core',
    method: 'GET',
    path: '/terminology/file/{id}',
    who: 'member',
    summary: 'A terminology file with its extracted terms that await review.',
    input: v.object({ id: Id }),
    output: v.object({ file: TerminologyFile, candidates: v.array(Candidate) }),
    errors: ['TERMINOLOGY_FILE_NOT_FOUND'],
  }),
  extract: defineCall({
    ...post,
    path: '/terminology/file/extract',
    summary:
      'Extracts terms from a file that has been read: with the organization’s language model, or by frequency and form without one.',
    input: v.object({ id: Id }),
    output: TerminologyFile,
    errors: ['TERMINOLOGY_FILE_NOT_FOUND', 'FILE_NOT_STORED', 'PARAM_ERROR'],
  }),
  review: defineCall({
    ...post,
    path: '/terminology/file/review',
    summary:
      'Takes extracted terms over as terms of the organization, or dismisses them. Terms that are there already are counted.',
    input: v.object({
      id: Id,
      accepted: v.pipe(
        v.array(v.object({ term: terms.fields.term, definition: Definition })),
        v.maxLength(REVIEWED_MAX, 'PARAM_ERROR'),
      ),
      dismissed: v.pipe(v.array(v.string()), v.maxLength(REVIEWED_MAX, 'PARAM_ERROR')),
    }),
    output: v.object({ added: v.number(), duplicates: v.number() }),
    errors: ['TERMINOLOGY_FILE_NOT_FOUND', 'TERM_LIMIT_REACHED', 'PARAM_ERROR'],
  }),
  removeFiles: defineCall({
    ...post,
    path: '/terminology/file/delete',
    summary: 'Deletes terminology files; accepted terms are kept.',
    input: Deleted,
    output: Nothing,
    errors: ['TERMINOLOGY_FILE_NOT_FOUND', 'PARAM_ERROR'],
  }),
};
