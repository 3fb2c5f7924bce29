/**
 * Protocol of replication: pull, push and the event stream, which also carries live events (live.ts).
 *
 *   client                                   server
 *     │ POST /sync/{collection}/pull            │   {checkpoint, limit}           → {documents, checkpoint, more}
 *     │ POST /sync/texts                        │   [{id, vector}]                → for each text the difference to the vector, next
 *     │ POST /sync/{collection}/push            │   [{assumedMasterState, newDocumentState}] → {conflicts, rejected}
 *     │ POST /sync/push                         │   pushes into several collections, in one transaction
 *     │ POST /sync/changes (NDJSON)             │   [{name, checkpoint}]          → pages of all collections in one response
 *     │ GET  /sync/stream (server-sent events)  │   poke: {seq, collections}    live: {topic, event}
 */
import * as v from 'valibot';
import { Id } from '../model/id-schemas';
import { Epoch } from '../model/epoch';
import { base64Length, base64Of } from '../model/base64';
import { LIMITS } from '../model/limits';
import { YjsBase64 } from '../model/kinds/note-contents';
import { whole } from '../model/numbers';
import { Rev } from '../model/rev';
import { defineCall, defineLinesCall } from './call';
import { KIND_NAMES } from '../model/kinds';

/** This build uses version 1; a server of version N also serves N-1 and N-2. */
export const PROTOCOL_VERSION = 1;
export const PROTOCOL_OLDEST = 1;
export const PROTOCOL_HEADER = 'x-satchel-protocol';
/** Server time in milliseconds since the epoch, on every response of the API. */
export const SERVER_TIME_HEADER = 'x-satchel-time';
/**
 * `<companyId>/<userId>` of the replica or page that sends the request. If the session belongs to another person by now
 * (a sign-in in another tab), calls fail with USER_NOT_LOGIN; if it is in another company, calls for members fail with
 * COMPANY_MISMATCH.
 */
export const ACCOUNT_HEADER = 'x-satchel-account';
export const accountHeader = ({
  userId,
  companyId,
}: {
  userId: string;
  companyId: string;
}): Record<string, string> => ({ [ACCOUNT_HEADER]: `${companyId}/${userId}` });

/**
 * Position of a pull: all changes up to `(seq, id)` were delivered. `floor` is the server clock at the first page;
 * older deletions are not sent. `epoch` names the last restore of the database; absent if there was none.
 */
export const Checkpoint = v.object({
  seq: whole(),
  id: v.string(),
  floor: whole(),
  epoch: v.exactOptional(Epoch),
});
export type Checkpoint = v.InferOutput<typeof Checkpoint>;

/**
 * A document on the wire; a deletion has no content. A text has its Yjs state in `state`. In a pull with `stateMax`, a
 * longer state is left out and `stateOmitted` is true. In an answer of `texts`, `update` is the difference of the state
 * to the requested vector, and `vector` the state vector of the whole.
 */
export const WireDoc = v.union([
  v.object({ id: Id, _deleted: v.literal(true), rev: v.optional(v.string()) }),
  v.looseObject({
    id: Id,
    space: v.string(),
    rev: Rev,
    updatedAt: v.number(),
    recency: v.number(),
    abilities: v.array(v.string()),
    _deleted: v.optional(v.literal(false)),
  }),
]);
export type WireDoc = v.InferOutput<typeof WireDoc>;

const ElementChanges = v.object({
  set: v.array(v.looseObject({ id: v.string() })),
  removed: v.array(v.string()),
});

/**
 * One write: the assumed revision and the changed fields. A create has all fields and no assumed state. `update` is the
 * difference of the Yjs state (base64) from the assumed master and replaces the field `state`. `epoch` is the epoch in
 * which the client last compared all its documents with the server; a push of another epoch is rejected as a whole
 * (CHECKPOINT_TOO_OLD). Older clients send none.
 */
export const PushRow = v.object({
  assumedMasterState: v.nullable(v.object({ rev: Rev })),
  newDocumentState: v.looseObject({
    id: Id,
    rev: Rev,
    _deleted: v.optional(v.boolean()),
    /** of a deletion: it follows from that of another document, and shares its fate */
    _cascade: v.optional(v.boolean()),
    update: v.optional(YjsBase64),
    /** by field with merge rule `byId`: its difference from the assumed master, instead of the field */
    _elements: v.optional(v.record(v.string(), ElementChanges)),
  }),
  epoch: v.optional(Epoch),
});
export type PushRow = v.InferOutput<typeof PushRow>;

/**
 * A write that the server rejected. `retry`: it may succeed later without a person's action (its project has not
 * arrived yet); otherwise it needs attention. `master` is the server's version; null if the person may see none.
 */
export const Rejection = v.object({
  id: Id,
  code: v.string(),
  retry: v.boolean(),
  field: v.optional(v.string()),
  master: v.nullable(WireDoc),
});
export type Rejection = v.InferOutput<typeof Rejection>;

/** `more`: the next pull may return something. A page of texts may be shorter than its limit (PAGE_TEXT_MAX). */
export const PullAnswer = v.object({
  documents: v.array(WireDoc),
  checkpoint: v.nullable(Checkpoint),
  more: v.boolean(),
});
export type PullAnswer = v.InferOutput<typeof PullAnswer>;
/**
 * `conflicts` are the masters of writes whose assumed revision was not current; every other row not in `rejected` was
 * written.
 */
export const PushAnswer = v.object({ conflicts: v.array(WireDoc), rejected: v.array(Rejection) });
export type PushAnswer = v.InferOutput<typeof PushAnswer>;

/**
 * One line of the response to `changes`, which combines several pulls. Each page is complete by itself: all lines read
 * so far are valid, and the next request continues from their checkpoints. Readers ignore unknown kinds.
 *
 *   begin ─► ahead* ─► total? ─► ( tooOld? ─► page* ─► page with more: false ) for each requested collection ─► end
 *                                                                            failed: the error that a call would return
 *
 *  - `ahead`   the newest documents of a collection, and of each space, before their page, so that the first screen has content.
 *              They are sent again in a page; a document that is not has become invisible to this person.
 *  - `total`   number of visible documents by collection, for progress
 *  - `page`    like the response of a pull, and whether there is more
 *  - `tooOld`  the checkpoint cannot be continued (CHECKPOINT_TOO_OLD): the following pages are from the start
 *  - `end`     a response without it was truncated
 */
export const ChangesLine = v.variant('kind', [
  v.object({ kind: v.literal('begin'), seq: v.number() }),
  v.object({ kind: v.literal('ahead'), collection: v.string(), documents: v.array(WireDoc) }),
  v.object({ kind: v.literal('total'), documents: v.record(v.string(), v.number()) }),
  v.object({
    kind: v.literal('page'),
    collection: v.string(),
    documents: v.array(WireDoc),
    checkpoint: Checkpoint,
    more: v.boolean(),
  }),
  v.object({ kind: v.literal('tooOld'), collection: v.string() }),
  v.object({ kind: v.literal('failed'), error: v.string() }),
  v.object({ kind: v.literal('end') }),
]);
export type ChangesLine = v.InferOutput<typeof ChangesLine>;

/** Most documents of one collection that are sent ahead. */
export const AHEAD_MAX = 100;
/** Most spaces that a client may name as visible on screen. */
export const NEAR_MAX = 10;

/**
 * Option of pulls of texts: longer states (in characters of base64) are left out, and requested by `texts`, which sends
 * the difference to what the client has.
 */
const StateMax = v.exactOptional(whole({ max: base64Length(LIMITS.noteStateBytes) }));

/** Collections in the wanted order, each with the checkpoint of its last pull (null: from the start). */
export const ChangesInput = v.object({
  collections: v.pipe(
    v.array(
      v.object({
        name: v.picklist(KIND_NAMES),
        checkpoint: v.nullable(Checkpoint),
        ahead: v.optional(whole({ max: AHEAD_MAX }), 0),
        /** see the input of a pull */
        deletions: v.exactOptional(v.boolean()),
        stateMax: StateMax,
      }),
    ),
    v.minLength(1),
    v.maxLength(KIND_NAMES.length),
  ),
  /** whether to send totals for progress */
  total: v.optional(v.boolean(), false),
  /** spaces with lists on screen: the newest documents of each are sent ahead, as many as of all spaces together */
  near: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(NEAR_MAX)), []),
});
export type ChangesInput = v.InferInput<typeof ChangesInput>;

/**
 * Data of the server-sent event `poke`. An event `revoked` ends the session: with `wipe` the device erases its replica,
 * with `handover` after handing over its unsent work.
 */
export const Poke = v.object({ seq: v.number(), collections: v.array(v.string()) });
export type Poke = v.InferOutput<typeof Poke>;

/** Bytes of the largest state vector in a request; a text with a larger one is requested whole. */
export const VECTOR_MAX_BYTES = 16 * 1024;
/** Most texts of one request. */
export const TEXTS_MAX = 25;
/**
 * Characters of texts after which an answer of `texts`, or a page of texts or transcripts, ends. It has one document at
 * least, and the last one may pass the limit: a state has up to 11 MB.
 */
export const PAGE_TEXT_MAX = 1024 * 1024;

/** Largest page of a pull and of a push, in documents. */
export const PULL_LIMIT_MAX = 1000;
export const PUSH_LIMIT_MAX = 200;

const PUSH_ERRORS = [
  'CHECKPOINT_TOO_OLD',
  'CLIENT_TOO_OLD',
  'COMPANY_MISMATCH',
  'USER_NOT_LOGIN',
  'PARAM_ERROR',
  'COLLECTION_READ_ONLY',
  'DATA_LOCK_FAILED',
] as const;

export const syncCalls = {
  pull: defineCall({
    service: 'core',
    method: 'POST',
    path: '/sync/{collection}/pull',
    who: 'member',
    perMinute: 6000,
    summary: 'Returns visible changes after a checkpoint, and whether there may be more.',
    input: v.object({
      collection: v.picklist(KIND_NAMES),
      checkpoint: v.optional(v.nullable(Checkpoint), null),
      limit: v.optional(whole({ min: 1, max: PULL_LIMIT_MAX }), 200),
      /**
       * for a pull from the start: also send all known deletions, for a client that compares its documents; on each
       * page
       */
      deletions: v.exactOptional(v.boolean()),
      stateMax: StateMax,
    }),
    output: PullAnswer,
    errors: ['CHECKPOINT_TOO_OLD', 'CLIENT_TOO_OLD', 'COMPANY_MISMATCH', 'USER_NOT_LOGIN', 'PARAM_ERROR'],
  }),
  push: defineCall({
    service: 'core',
    method: 'POST',
    path: '/sync/{collection}/push',
    who: 'member',
    perMinute: 6000,
    maxBody: 16 * 1024 * 1024,
    bodyField: 'rows',
    summary:
      'Writes rows in order in one transaction; returns the master of each conflict and the reason of each rejection.',
    input: v.object({
      collection: v.picklist(KIND_NAMES),
      rows: v.pipe(v.array(PushRow), v.maxLength(PUSH_LIMIT_MAX)),
    }),
    output: PushAnswer,
    errors: PUSH_ERRORS,
  }),
  pushAll: defineCall({
    service: 'core',
    method: 'POST',
    path: '/sync/push',
    who: 'member',
    perMinute: 6000,
    maxBody: 16 * 1024 * 1024,
    summary:
      'Writes rows of several collections in order in one transaction, such as a note with its text; returns one answer per collection.',
    input: v.object({
      pushes: v.pipe(
        v.array(
          v.object({
            collection: v.picklist(KIND_NAMES),
            rows: v.pipe(v.array(PushRow), v.maxLength(PUSH_LIMIT_MAX)),
          }),
        ),
        v.maxLength(KIND_NAMES.length),
        v.check((pushes) => pushes.reduce((sum, { rows }) => sum + rows.length, 0) <= PUSH_LIMIT_MAX, 'PARAM_ERROR'),
      ),
    }),
    output: v.object({ answers: v.array(PushAnswer) }),
    errors: PUSH_ERRORS,
  }),
  texts: defineCall({
    service: 'core',
    method: 'POST',
    path: '/sync/texts',
    who: 'member',
    perMinute: 6000,
    summary:
      'Returns the current version of texts, each with the difference of its state to a state vector. A text is ' +
      'whole without a vector, and absent if it is not visible. Answers in the order of the request; `next` names ' +
      'the text to continue with.',
    input: v.object({
      texts: v.pipe(
        v.array(v.object({ id: Id, vector: v.exactOptional(base64Of(VECTOR_MAX_BYTES)) })),
        v.maxLength(TEXTS_MAX),
      ),
    }),
    output: v.object({
      documents: v.array(WireDoc),
      /** the first requested text that the answer has no room for; a further request continues with it */
      next: v.exactOptional(Id),
    }),
    errors: ['CLIENT_TOO_OLD', 'COMPANY_MISMATCH', 'USER_NOT_LOGIN', 'PARAM_ERROR'],
  }),
  changes: defineLinesCall({
    service: 'core',
    method: 'POST',
    path: '/sync/changes',
    who: 'member',
    perMinute: 600,
    summary:
      'Pulls several collections in one streamed response: the first sync of a device, or the changes since it was last online.',
    input: ChangesInput,
    output: ChangesLine,
    errors: ['CLIENT_TOO_OLD', 'COMPANY_MISMATCH', 'USER_NOT_LOGIN', 'PARAM_ERROR'],
  }),
  stream: defineCall({
    service: 'core',
    method: 'GET',
    path: '/sync/stream',
    who: 'member',
    answer: 'events',
    summary: 'Sends server-sent events that name the changed collections.',
    input: v.object({}),
    output: Poke,
    errors: ['COMPANY_MISMATCH', 'USER_NOT_LOGIN'],
  }),
};
