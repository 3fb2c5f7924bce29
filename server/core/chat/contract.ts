/**
 * The calls of chats and web searches (workspace 7). The app creates, asks, shares and deletes by replication, and
 * calls `stop`, `retry`, `rateSource` and `report`; the other calls are for other apps.
 */
import * as v from 'valibot';
import type { BuiltInAgentId } from '../../../sync/model/agents';
import { Id, IdOrNone } from '../../../sync/model/id-schemas';
import { answers } from '../../../sync/model/kinds/answers';
import { canvases } from '../../../sync/model/kinds/canvases';
import { ItemShareRange } from '../../../sync/model/kinds/notes';
import { threads } from '../../../sync/model/kinds/threads';
import { CONTENT_FILTERS, CONTEXT_KINDS, RESPONSE_FORMATS, turns } from '../../../sync/model/kinds/turns';
import { LANGUAGES } from '../../../sync/model/languages';
import { LIMITS } from '../../../sync/model/limits';
import { whole } from '../../../sync/model/numbers';
import { defineCall } from '../../../sync/protocol/call';
import { LiveEvent } from '../../../sync/protocol/live';
import { pageFields, pageOf, Search } from '../../../sync/protocol/paging';

const Question = turns.fields.question;
const Begun = v.object({ chatId: Id, questionId: Id });
const Chat = v.object({ id: Id });
const OfTurn = v.object({ turnId: Id });
const Nothing = v.object({});
const ASK_ERRORS = ['CHAT_QUESTION_REQUIRED', 'API_RATE_LIMIT_EXCEEDED', 'PARAM_ERROR'] as const;

export const REPORT_REASONS = ['wrong', 'unsafe', 'other'] as const;

const { id, title, turnId, createdAt, updatedAt } = canvases.schema.entries;
const ChatDocument = v.object({ id, title, turnId, createdAt, updatedAt });

/**
 * A chat with its questions, answers and documents. `content`: the answer in the response format of its question.
 * `documents`: in their order; `id` is the `chatMessageDocumentId` of `/project-html/{id}`, `turnId` the question whose
 * answer it was made from, or the report of a research.
 */
export const ChatView = v.object({
  ...threads.schema.entries,
  questions: v.array(v.object({ ...turns.schema.entries, answer: v.nullable(answers.schema), content: v.string() })),
  documents: v.array(ChatDocument),
});

/**
 * `activity`, `text`: as on the live channel of the question. `done`: the stored answer, null if it was stopped before
 * any text was written. `error`: the code of the failure; `answer` has the text written before it.
 */
export const AnswerEvent = v.variant('type', [
  ...LiveEvent.options.filter((option) => ['activity', 'text'].includes(option.entries.type.literal)),
  v.object({ type: v.literal('done'), questionId: Id, answer: v.nullable(answers.schema) }),
  v.object({ type: v.literal('error'), questionId: Id, error: v.string(), answer: v.nullable(answers.schema) }),
]);
export type AnswerEvent = v.InferOutput<typeof AnswerEvent>;

export const chatCalls = {
  createHome: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/home/create',
    who: 'member',
    idempotent: true,
    perMinute: 30,
    summary:
      'Asks from home. `search`: begins a chat whose first question is answered from one’s own sources and the web. ' +
      '`research`: begins a deep research of everything, of the one project in `context`, or of the documents in it; it ' +
      'goes on by `POST /api/research/research/{chatId}/chat`, and `questionId` is empty. `agent`: begins a chat with `agentId`.',
    input: v.object({
      query: Question,
      mode: v.picklist(['search', 'research', 'agent']),
      context: v.optional(
        v.pipe(
          v.array(v.object({ kind: v.picklist(CONTEXT_KINDS), id: Id })),
          v.maxLength(LIMITS.questionContext.max, 'PARAM_ERROR'),
        ),
        [],
      ),
      /** for the mode `agent` */
      agentId: v.optional(Id, 'ai-search' satisfies BuiltInAgentId),
    }),
    output: v.object({ ...Begun.entries, questionId: IdOrNone }),
    errors: [
      ...ASK_ERRORS,
      'DOCUMENT_NOT_FOUND',
      'PROJECT_NOT_FOUND',
      'AGENT_NOT_FOUND',
      'AGENT_NOT_ENABLED',
      'USER_SERVICE_QUOTA_EXCEEDED',
    ],
  }),
  createInProject: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/project/create',
    who: 'member',
    idempotent: true,
    summary: 'Asks a question in a project: creates a private chat that is answered from the project’s sources.',
    input: v.object({ projectId: Id, query: Question }),
    output: Begun,
    errors: [...ASK_ERRORS, 'PROJECT_NOT_FOUND'],
  }),
  createFelo: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/felo/create',
    who: 'member',
    idempotent: true,
    summary:
      'Asks the web in a language. `contentFilter`: how much of sexual and violent content the answer leaves out, and ' +
      'the web search before it: SearXNG and Brave filter their results by it, Tavily cannot. `responseFormat`: the form ' +
      'of `content` in `GET /chat/suit/{id}`.',
    input: v.object({
      query: Question,
      language: v.picklist(LANGUAGES),
      contentFilter: v.optional(v.picklist(CONTENT_FILTERS), 'moderate'),
      responseFormat: v.optional(v.picklist(RESPONSE_FORMATS), 'markdown'),
    }),
    output: Begun,
    errors: ASK_ERRORS,
  }),
  get: defineCall({
    service: 'core',
    method: 'GET',
    path: '/chat/suit/{id}',
    who: 'member',
    summary:
      'A chat with its questions and answers, in the order of asking, and the documents that were made of its answers: ' +
      'the text of one is in `GET /canvas/{id}/html`.',
    input: Chat,
    output: ChatView,
    errors: ['CHAT_NOT_FOUND'],
  }),
  question: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/{id}/question',
    who: 'member',
    answer: 'events',
    summary:
      'Asks in a chat and streams the answer, as events `activity`, `text`, and one `done` or `error` at the end. The ' +
      'answer goes on if the client leaves.',
    input: v.object({ id: Id, query: Question, followsId: v.optional(Id) }),
    output: AnswerEvent,
    errors: [...ASK_ERRORS, 'CHAT_NOT_FOUND', 'NO_PERMISSION'],
  }),
  terminate: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/{id}/terminate',
    who: 'member',
    summary: 'Stops all answers of a chat that are in progress; the text written so far is kept.',
    input: Chat,
    output: Nothing,
    errors: ['CHAT_NOT_FOUND', 'NO_PERMISSION'],
  }),
  searchMine: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/my/search/page',
    who: 'member',
    summary:
      'One’s own chats, also with agents, web searches and researches whose titles contain a text, the latest changed ' +
      'first.',
    input: v.object({ ...pageFields(20), keyword: Search }),
    output: pageOf(threads.schema),
    errors: ['PARAM_ERROR'],
  }),
  setShare: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/share/set',
    who: 'member',
    summary: 'Shares a chat with its questions, answers and quoted passages, or makes it private.',
    input: v.object({ chatId: Id, shareRange: ItemShareRange }),
    output: threads.schema,
    errors: ['CHAT_NOT_FOUND', 'NO_PERMISSION', 'PROJECT_NOT_FOUND', 'PARAM_ERROR'],
  }),
  remove: defineCall({
    service: 'core',
    method: 'DELETE',
    path: '/chat/{id}',
    who: 'member',
    summary: 'Deletes a chat with its questions and answers, and stops answers in progress.',
    input: Chat,
    output: Nothing,
    errors: ['CHAT_NOT_FOUND', 'NO_PERMISSION'],
  }),
  stop: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/turn/stop',
    who: 'member',
    summary: 'Stops the answer to a question; the text written so far is kept.',
    input: OfTurn,
    output: Nothing,
    errors: ['CHAT_NOT_FOUND', 'NO_PERMISSION'],
  }),
  retry: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/turn/retry',
    who: 'member',
    perMinute: 30,
    summary: 'Retries a question whose answer failed or was stopped.',
    input: OfTurn,
    output: Nothing,
    errors: ['CHAT_NOT_FOUND', 'NO_PERMISSION', 'API_RATE_LIMIT_EXCEEDED'],
  }),
  rateSource: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/source/rate',
    who: 'member',
    summary:
      'Says that a source of an answer is useless, or is not after all: later questions of the chat leave its ' +
      'document out.',
    input: v.object({ turnId: Id, source: whole({ min: 1 }), isUseless: v.boolean() }),
    output: Nothing,
    errors: ['CHAT_NOT_FOUND', 'NO_DATA', 'NO_PERMISSION', 'PARAM_ERROR'],
  }),
  report: defineCall({
    service: 'core',
    method: 'POST',
    path: '/chat/answer/report',
    who: 'member',
    summary:
      'Reports an answer to the administrators, with the reporter and the reason. It gives them no access to the chat.',
    input: v.object({ turnId: Id, reason: v.picklist(REPORT_REASONS) }),
    output: Nothing,
    errors: ['CHAT_NOT_FOUND', 'PARAM_ERROR'],
  }),
};
