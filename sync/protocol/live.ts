/**
 * Live channels: ephemeral events of a document, beside replication. The topic is a document; a session that is
 * subscribed to it receives its events over the event stream while the person may see the document.
 *
 *   client                                   server
 *     │ POST /live/subscribe                    │   {topics}             → replaces the session's topics; their recent events follow
 *     │ POST /live/update                       │   {contentId, update}  → to the other subscribers of the text
 *     │ GET  /sync/stream, event `live`         │   {topic, event}
 *     │ POST /live/watching                     │   {askId}              → a visible screen of this browser shows the document now
 *
 * Best effort: a lost event affects freshness only, and recent events come again when the person's access has changed.
 * Replicated documents are the source of truth.
 */
import * as v from 'valibot';
import { base64Of } from '../model/base64';
import { Id } from '../model/id-schemas';
import { amount, timestamp, whole } from '../model/numbers';
import { KIND_NAMES } from '../model/kinds';
import { ResearchStep, ResearchUsed } from '../model/kinds/researches';
import { defineCall } from './call';

/** Largest live text update in bytes; larger ones reach other browsers by replication only. */
export const LIVE_UPDATE_MAX_BYTES = 64 * 1024;
/** Most topics of one session. */
export const LIVE_TOPICS_MAX = 50;

/** A document. */
export const LiveTopic = v.object({ collection: v.picklist(KIND_NAMES), id: Id });
export type LiveTopic = v.InferOutput<typeof LiveTopic>;

/** `collection/id`, for maps and lock names. */
export const topicKey = ({ collection, id }: LiveTopic): string => `${collection}/${id}`;
/** The topic of a key; null if the key has no valid form. */
export function topicOf(key: string): LiveTopic | null {
  const slash = key.indexOf('/');
  const topic = v.safeParse(LiveTopic, { collection: key.slice(0, slash), id: key.slice(slash + 1) });
  return topic.success ? topic.output : null;
}

/** Stages of an answer. */
export const ACTIVITIES = ['searching', 'reading', 'writing'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/**
 *  - `update`    current typing in a text: a Yjs update (base64)
 *  - `progress`  progress of the server's work on the document, 0 to 1
 *  - `text`      a piece of a generated text, which begins at `from` (UTF-16 units) and replaces what is there; the
 *                topic is the question
 *  - `activity`  the present activity of the work on the document; `name`: the source being read, '' for none
 *  - `step`      a step of a research began or ended, with the budget used so far; the topic is the research. `since`
 *                is when this round of its work began: the steps of an earlier round are then shown no more
 */
export const LiveEvent = v.variant('type', [
  v.object({ type: v.literal('update'), update: v.pipe(base64Of(LIVE_UPDATE_MAX_BYTES), v.nonEmpty()) }),
  v.object({ type: v.literal('progress'), progress: amount({ max: 1 }) }),
  v.object({ type: v.literal('text'), from: whole(), text: v.string() }),
  v.object({ type: v.literal('activity'), activity: v.picklist(ACTIVITIES), name: v.string() }),
  v.object({ type: v.literal('step'), since: timestamp(), step: ResearchStep, used: v.optional(ResearchUsed) }),
]);
export type LiveEvent = v.InferOutput<typeof LiveEvent>;

/** A stretch of a generated text, which begins at `from`. */
export interface TextPiece {
  from: number;
  text: string;
}

/** A stretch with a further piece; the piece alone where they do not meet. */
export function joinPieces(before: TextPiece | undefined, piece: TextPiece): TextPiece {
  const length = before ? piece.from - before.from : -1;
  return before && length >= 0 && length <= before.text.length
    ? { from: before.from, text: before.text.slice(0, length) + piece.text }
    : { from: piece.from, text: piece.text };
}

/** An event with its document. */
export interface LiveMessage {
  topic: LiveTopic;
  event: LiveEvent;
}

/**
 * Asks a browser whether a screen shows the document now: a person who sees the end of the work needs no
 * notification. The answer is the call `/live/watching`.
 */
export const LiveQuestion = v.object({ type: v.literal('watching'), askId: Id });

/** The data of a server-sent event named `live`. A client ignores types it does not know. */
export const LiveData = v.object({ topic: LiveTopic, event: v.variant('type', [...LiveEvent.options, LiveQuestion]) });
export type LiveData = v.InferOutput<typeof LiveData>;

export const LiveUpdate = v.object({ contentId: Id, update: v.pipe(base64Of(LIVE_UPDATE_MAX_BYTES), v.nonEmpty()) });
export type LiveUpdate = v.InferOutput<typeof LiveUpdate>;

export const liveCalls = {
  subscribe: defineCall({
    service: 'core',
    method: 'POST',
    path: '/live/subscribe',
    who: 'member',
    summary:
      'Replaces the topics of this session: its event stream carries the live events of these documents, recent ones first.',
    input: v.object({ topics: v.pipe(v.array(LiveTopic), v.maxLength(LIVE_TOPICS_MAX)) }),
    output: v.object({}),
    errors: ['CLIENT_TOO_OLD', 'COMPANY_MISMATCH', 'USER_NOT_LOGIN', 'PARAM_ERROR'],
  }),
  watching: defineCall({
    service: 'core',
    method: 'POST',
    path: '/live/watching',
    who: 'member',
    summary: 'Answers the live event `watching`: a visible screen of this browser shows the document.',
    input: v.object({ askId: Id }),
    output: v.object({}),
    errors: ['CLIENT_TOO_OLD', 'COMPANY_MISMATCH', 'USER_NOT_LOGIN', 'PARAM_ERROR'],
  }),
  update: defineCall({
    service: 'core',
    method: 'POST',
    path: '/live/update',
    who: 'member',
    perMinute: 1200,
    summary:
      'Sends typing in a text to the other sessions that have the text open; it is not stored. `heard` is false if there are none.',
    input: LiveUpdate,
    output: v.object({ heard: v.boolean() }),
    errors: [
      'CLIENT_TOO_OLD',
      'COMPANY_MISMATCH',
      'USER_NOT_LOGIN',
      'PARAM_ERROR',
      'DOCUMENT_NOT_FOUND',
      'DOCUMENT_INVALID',
      'NO_PERMISSION',
      'NOTE_EDIT_DENIED',
    ],
  }),
};
