/**
 * A question of a chat or web search with its state; the answer is its child document (`answers`). A device creates it,
 * also offline: the push starts the run that answers it. An edited question, or one that is asked again, is a new turn
 * that follows the same turn; so a chat has branches.
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone, Ids } from '../id-schemas';
import { LIMITS } from '../limits';
import { timestamp, whole } from '../numbers';
import { hasRunEnded, RUN_STATES, type RunState } from '../runs';

/** Kinds of documents that a question may be about, and that an answer may cite. */
export const CONTEXT_KINDS = ['projects', 'projectItems', 'notes', 'meetings'] as const;

/** Filter of sexual and violent content in an answer. */
export const CONTENT_FILTERS = ['off', 'moderate', 'strict'] as const;
/** Format of an answer for other apps. */
export const RESPONSE_FORMATS = ['text', 'markdown', 'html'] as const;

/** Documents to search; a project stands for all its contents. */
export const ContextItems = v.pipe(
  v.array(
    v.looseObject({
      kind: v.picklist(CONTEXT_KINDS),
      id: Id,
      title: v.pipe(v.string(), v.maxLength(LIMITS.contextTitle.max)),
      /** for a project: search only its documents of this kind */
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
    /** order in the thread, from 0; questions of two devices may have the same */
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
    /** the only documents that are searched; empty: the project of the thread, or everything */
    context: ContextItems,
    /** temporary files of the person */
    fileIds: v.pipe(Ids, v.maxLength(LIMITS.questionFiles.max, 'PARAM_ERROR')),
    /** names from the asking device, in the order of `fileIds`: shown after the files have expired */
    fileNames: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.maxLength(LIMITS.contextTitle.max))),
        v.maxLength(LIMITS.questionFiles.max, 'PARAM_ERROR'),
      ),
    ),
    usesWeb: v.boolean(),
    /** language of the answer: en, zh_hans, zh_hant, ja, ko */
    language: v.pipe(v.string(), v.maxLength(20)),
    /** for questions asked by the API for other apps */
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
  // a person may take back their question until it is answered
  abilities: (doc, _role, viewer) =>
    doc['creatorId'] === viewer.userId && !hasRunEnded(doc['state'] as RunState) ? ['delete'] : [],
});
export type Turn = DocOf<typeof turns>;
