/** The calls of meeting summaries and of polishing a meeting's note (workspace 7). */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { Moment, summaries, SummaryItem } from '../../../sync/model/kinds/summaries';
import { LANGUAGES } from '../../../sync/model/languages';
import { LIMITS } from '../../../sync/model/limits';
import { line } from '../../../sync/model/text';
import { defineCall } from '../../../sync/protocol/call';

const Content = v.pipe(v.string('PARAM_ERROR'), v.maxLength(LIMITS.summary.max, 'PARAM_ERROR'));
/** Markdown of the note to polish. */
const NoteContent = v.pipe(
  v.string('PARAM_ERROR'),
  v.trim(),
  v.minLength(1, 'PARAM_ERROR'),
  v.maxLength(LIMITS.polishedNote.max, 'NOTE_CONTENT_TOO_LARGE'),
);

export const SummaryView = v.object({
  id: Id,
  meetingId: Id,
  /** Markdown; `[^n]` cites moment n, `[^?]` marks a sentence without support in the meeting */
  content: v.string(),
  status: summaries.fields.status,
  error: v.string(),
  templateUuid: v.string(),
  language: v.string(),
  moments: v.array(Moment),
  items: v.array(SummaryItem),
  provider: v.string(),
  model: v.string(),
  mode: v.string(),
  generatedAt: v.number(),
  updatedTime: v.number(),
});

const OfMeeting = v.object({ summary: v.nullable(SummaryView) });
const Status = v.object({ status: summaries.fields.status });
const SEEN = ['MEETING_NOT_FOUND'] as const;
const PROVIDER_ERRORS = [
  'PROVIDER_BUSY',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_TIMEOUT',
  'PROVIDER_ANSWER_INVALID',
  'PROVIDER_INPUT_TOO_LARGE',
  'USER_SERVICE_QUOTA_EXCEEDED',
] as const;
const CHANGED = ['MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED', 'PARAM_ERROR'] as const;

export const summaryCalls = {
  create: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/summary/create',
    who: 'member',
    idempotent: true,
    maxBody: 2 * 1024 * 1024,
    summary:
      'Stores a summary (Markdown) that was written elsewhere; one of a person that it replaces becomes a version.',
    input: v.object({ meetingId: Id, content: Content }),
    output: SummaryView,
    errors: CHANGED,
  }),
  get: defineCall({
    service: 'core',
    method: 'GET',
    path: '/meeting/summary/get',
    who: 'member',
    summary: 'A summary.',
    input: v.object({ id: Id }),
    output: SummaryView,
    errors: ['MEETING_NOT_FOUND', 'SUMMARY_NOT_FOUND'],
  }),
  getOfMeeting: defineCall({
    service: 'core',
    method: 'GET',
    path: '/meeting/summary/getByMeetingId/{id}',
    who: 'member',
    summary: 'The summary of a meeting; null until there is one.',
    input: v.object({ id: Id }),
    output: OfMeeting,
    errors: SEEN,
  }),
  findOfMeeting: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/summary/getByMeetingId',
    who: 'member',
    summary: 'The summary of a meeting whose id is in the body; null until there is one.',
    input: v.object({ meetingId: Id }),
    output: OfMeeting,
    errors: SEEN,
  }),
  updateContent: defineCall({
    service: 'core',
    method: 'PUT',
    path: '/meeting/summary/updateContent',
    who: 'member',
    maxBody: 2 * 1024 * 1024,
    summary: 'Replaces the text of a summary (Markdown).',
    input: v.object({ id: Id, content: Content }),
    output: SummaryView,
    errors: ['SUMMARY_NOT_FOUND', 'MEETING_ACCESS_DENIED', 'PARAM_ERROR'],
  }),
  applyTemplate: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/summary/updateContentWithTemplate',
    who: 'member',
    perMinute: 30,
    summary:
      'Generates the summary from a template in the background. The current text is kept until the new one is ' +
      'ready, and becomes a version if a person wrote or edited it. The default language is that of the meeting.',
    input: v.object({ meetingId: Id, templateUuid: Id, language: v.optional(v.picklist(LANGUAGES)) }),
    output: Status,
    errors: [
      ...CHANGED,
      'TEMPLATE_NOT_FOUND',
      'TEMPLATE_NOT_SHARED',
      'CHAT_PROVIDER_NOT_FOUND',
      'SUMMARY_SOURCE_EMPTY',
    ],
  }),
  testTemplate: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/summary/test',
    who: 'member',
    perMinute: 10,
    maxBody: 1024 * 1024,
    summary: 'Generates a summary of a meeting from the text of a template. Nothing is stored.',
    input: v.object({
      meetingId: Id,
      title: line({ min: 1, max: 120 }, 'PARAM_ERROR'),
      content: v.pipe(
        v.string('PARAM_ERROR'),
        v.trim(),
        v.minLength(1, 'PARAM_ERROR'),
        v.maxLength(40_000, 'PARAM_ERROR'),
      ),
      language: v.picklist(LANGUAGES),
    }),
    output: v.object({ content: v.string() }),
    errors: ['MEETING_NOT_FOUND', 'PARAM_ERROR', 'CHAT_PROVIDER_NOT_FOUND', 'SUMMARY_SOURCE_EMPTY', ...PROVIDER_ERRORS],
  }),
  cancel: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/summary/cancel',
    who: 'member',
    summary: 'Cancels the generation of a summary; the previous text is kept.',
    input: v.object({ meetingId: Id }),
    output: Status,
    errors: CHANGED,
  }),
  optimizeNote: defineCall({
    service: 'core',
    method: 'POST',
    path: '/meeting/userNote/optimize',
    who: 'member',
    perMinute: 10,
    maxBody: 1024 * 1024,
    summary: 'Polishes the text of a meeting’s note (Markdown): spelling, sentences, order. Nothing is stored.',
    input: v.object({ meetingId: Id, noteContent: NoteContent }),
    output: v.object({ noteContent: v.string() }),
    errors: [...CHANGED, 'CHAT_PROVIDER_NOT_FOUND', 'NOTE_CONTENT_TOO_LARGE', ...PROVIDER_ERRORS],
  }),
};
