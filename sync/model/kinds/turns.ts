/**
 * A question of a chat or web search with its state; the answer is its child document (`answers`). A device creates it,
 * offline too: the push starts the answer's run. An edited question, or one that is asked again, is a turn of its own
 * that follows the same turn: the branches of a chat.
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone, Ids } from '../id-schemas';
import { LIMITS } from '../limits';
import { timestamp, whole } from '../numbers';
import { hasRunEnded, RUN_STATES, type RunState } from '../runs';

/** Kinds of what a question may be about, and of what an answer may cite. */
export const CONTEXT_KINDS = ['projects', 'projectItems', 'notes', 'meetings'] as const;

/** How much of sexual and violent content an answer leaves out. */
export const CONTENT_FILTERS = ['off', 'moderate', 'strict'] as const;
/** Form in which an answer is given to other apps. */
export const RESPONSE_FORMATS = ['text', 'markdown', 'html'] as const;

/** Documents that are searched; a project stands for all that is in it. */
export const ContextItems = v.pipe(
  v.array(
    v.looseObject({
      kind: v.picklist(CONTEXT_KINDS),
      id: Id,
      title: v.pipe(v.string(), v.maxLength(LIMITS.contextTitle.max)),
      /** of a project: its documents of this kind, and no others */
      only: v.optional(v.literal('meetings')),
    }),
  ),
  v.maxLength(LIMITS.questionContext.max, 'PARAM_ERROR'),
);

export const turns = defineKind({
  name: 'turns',
  store: 'items',
  direction: 'both',
  fields: {
    /** the thread */
    parentId: Id,
    /** order of asking in the thread, from 0; questions of two devices may have the same */
    position: whole({ max: 2 ** 31 }),
    /** the turn that this one follows; '' for a first one */
    followsId: IdOrNone,
    creatorId: Id,
    question: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'CHAT_QUESTION_REQUIRED'),
      v.maxLength(LIMITS.question.max, 'PARAM_ERROR'),
    ),
    /** what the question is about: nothing else is searched; empty: the project of the thread, or everything */
    context: ContextItems,
    /** temporary files of the person */
    fileIds: v.pipe(Ids, v.maxLength(LIMITS.questionFiles.max, 'PARAM_ERROR')),
    /** as the device that asked names them, in the order of `fileIds`: shown when the files themselves have expired */
    fileNames: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.maxLength(LIMITS.contextTitle.max))),
        v.maxLength(LIMITS.questionFiles.max, 'PARAM_ERROR'),
      ),
    ),
    usesWeb: v.boolean(),
    /** of the answer: en, zh_hans, zh_hant, ja, ko */
    language: v.pipe(v.string(), v.maxLength(20)),
    /** of questions that come by the interface of other apps */
    contentFilter: v.optional(v.picklist(CONTENT_FILTERS)),
    responseFormat: v.optional(v.picklist(RESPONSE_FORMATS)),
    state: v.picklist(RUN_STATES),
    /** an error code, '' for none */
    error: v.pipe(v.string(), v.maxLength(100)),
    createdAt: timestamp(),
  },
  indexes: ['parent'],
  label: 'question',
  parents: [{ kind: 'threads', field: 'parentId' }],
  createdWith: { state: 'READY', error: '' },
  link: ({ parentId }) => `/project-chat/${String(parentId)}`,
  merge: {
    parentId: 'server',
    position: 'server',
    followsId: 'server',
    creatorId: 'server',
    question: 'server',
    context: 'server',
    fileIds: 'server',
    fileNames: 'server',
    usesWeb: 'server',
    language: 'server',
    contentFilter: 'server',
    responseFormat: 'server',
    state: 'server',
    error: 'server',
    createdAt: 'server',
  },
  // a person takes a question back that is not answered yet
  abilities: (doc, _role, viewer) =>
    doc['creatorId'] === viewer.userId && !hasRunEnded(doc['state'] as RunState) ? ['delete'] : [],
});
export type Turn = DocOf<typeof turns>;
