/** The calls of canvases: documents made from answers of a chat (workspace 7). Devices write them by replication. */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { LIMITS } from '../../../sync/model/limits';
import { defineCall } from '../../../sync/protocol/call';

export const canvasCalls = {
  html: defineCall({
    service: 'core',
    method: 'GET',
    path: '/canvas/{id}/html',
    who: 'anyone',
    perMinute: 120,
    summary:
      'A document of a chat as safe HTML. Anyone with its link can read a published document; others require access.',
    input: v.object({ id: Id }),
    output: v.object({ id: Id, title: v.string(), html: v.string(), updatedAt: v.number() }),
    errors: ['CHAT_MESSAGE_DOCUMENT_NOT_FOUND'],
  }),
  revise: defineCall({
    service: 'core',
    method: 'POST',
    path: '/canvas/revise',
    who: 'member',
    perMinute: 10,
    summary: 'Proposes a revision of a text of a document by an instruction. Nothing is stored.',
    input: v.object({
      canvasId: Id,
      instruction: v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, 'CHAT_QUESTION_REQUIRED'),
        v.maxLength(LIMITS.question.max, 'PARAM_ERROR'),
      ),
      /** Markdown: the document, or a part of it */
      text: v.pipe(
        v.string(),
        v.minLength(1, 'PARAM_ERROR'),
        v.maxLength(LIMITS.answer.max, 'PROVIDER_INPUT_TOO_LARGE'),
      ),
    }),
    output: v.object({ text: v.string(), model: v.string() }),
    errors: [
      'CHAT_MESSAGE_DOCUMENT_NOT_FOUND',
      'NO_PERMISSION',
      'CHAT_PROVIDER_NOT_FOUND',
      'CHAT_QUESTION_REQUIRED',
      'PROVIDER_INPUT_TOO_LARGE',
      'PROVIDER_ANSWER_CUT',
      'USER_SERVICE_QUOTA_EXCEEDED',
      'PARAM_ERROR',
    ],
  }),
};
