/**
 * What both sides of replication say: pull, push, the stream of pokes, and letters, which go beside it.
 *
 *   client                                   server
 *     │ POST /sync/{collection}/pull            │   {checkpoint, limit}           → {documents, checkpoint}
 *     │ POST /sync/{collection}/push            │   [{assumedMasterState, newDocumentState}] → {conflicts, rejected}
 *     │ POST /sync/changes (NDJSON, in pieces)  │   [{name, checkpoint}]          → pages of all of them, one answer
 *     │ GET  /sync/stream (server-sent events)  │   poke: {seq, collections}    letters: {contentId, update}
 *     │ POST /sync/watching                     │   {texts}                       → letters of these, from now on
 *     │ POST /sync/letters                      │   {contentId, update}           → to who has the text open
 */
import * as v from 'valibot';
import { base64Of } from '../model/base64';
import { Id } from '../model/id-schemas';
import { Epoch } from '../model/epoch';
import { YjsBase64 } from '../model/note-contents';
import { whole } from '../model/numbers';
import { Rev } from '../model/rev';
import { defineCall, defineLinesCall } from './call';
import { COLLECTION_NAMES } from '../model/registry';

/** This build speaks version 1; a server of version N serves N-1 and N-2. */
export const PROTOCOL_VERSION = 1;
export const PROTOCOL_OLDEST = 1;
export const PROTOCOL_HEADER = 'x-satchel-protocol';
/** The server's clock, milliseconds since the epoch, on every answer of the API. */
export const SERVER_TIME_HEADER = 'x-satchel-time';
/**
 * `<companyId>/<userId>` the replica and the page belong to, on their requests. Where the session is by now another person's (a sign-in in
 * another tab) calls are refused with USER_NOT_LOGIN, where it is in another company those of its members with COMPANY_MISMATCH.
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
 * Where a pull stands: everything up to `(seq, id)` was delivered. `floor` is the clock at the first page; deletions older than it are
 * spared the client. `epoch` names the last restore of the database; absent: there was none.
 */
export const Checkpoint = v.object({
  seq: whole(),
  id: v.string(),
  floor: whole(),
  epoch: v.exactOptional(Epoch),
});
export type Checkpoint = v.InferOutput<typeof Checkpoint>;

/** A document on the wire; a deletion is bare. */
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

/**
 * One write: against which revision, and what changed. A create carries all fields and no assumed state. `update` is the difference
 * of the Yjs state (base64) against the assumed master and stands in for the field `state`. `epoch`: the one in which the client last
 * compared all it has with the server; a push of another one is refused as a whole (CHECKPOINT_TOO_OLD). Older clients name none.
 */
export const PushRow = v.object({
  assumedMasterState: v.nullable(v.object({ rev: Rev })),
  newDocumentState: v.looseObject({
    id: Id,
    rev: Rev,
    _deleted: v.optional(v.boolean()),
    update: v.optional(YjsBase64),
  }),
  epoch: v.optional(Epoch),
});
export type PushRow = v.InferOutput<typeof PushRow>;

/**
 * A write the server did not take. `retry`: it may succeed later without anybody doing anything (the project it lives in has not
 * arrived yet); otherwise it needs attention. `master` is what stands on the server, null for nothing this person may see.
 */
export const Rejection = v.object({
  id: Id,
  code: v.string(),
  retry: v.boolean(),
  field: v.optional(v.string()),
  master: v.nullable(WireDoc),
});
export type Rejection = v.InferOutput<typeof Rejection>;

export const PullAnswer = v.object({ documents: v.array(WireDoc), checkpoint: v.nullable(Checkpoint) });
export type PullAnswer = v.InferOutput<typeof PullAnswer>;
/** `conflicts` are the masters of writes whose assumed revision was not current; every other row not in `rejected` was taken. */
export const PushAnswer = v.object({ conflicts: v.array(WireDoc), rejected: v.array(Rejection) });
export type PushAnswer = v.InferOutput<typeof PushAnswer>;

/**
 * One line of the answer to `changes`, which is several pulls in one. Each page stands for itself: what was read up to any line can be
 * kept, and the next request goes on from its checkpoints. A reader passes over kinds it does not know.
 *
 *   begin ─► ahead* ─► total? ─► ( tooOld? ─► page* ─► page with more: false ) for each collection asked for ─► end
 *                                                                            failed: what a call would have answered
 *
 *  - `ahead`   the newest documents of a collection before their turn, and the newest of each space, so that a first screen has something
 *              to show. They come again in a page; one that does not is no longer this person's to see.
 *  - `total`   documents by collection that this person may see, for progress
 *  - `page`    as the answer of a pull, and whether there is more
 *  - `tooOld`  the checkpoint is none to go on from (CHECKPOINT_TOO_OLD): the pages that follow are from the start
 *  - `end`     without it the answer was cut
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

/** Most documents of one collection that may be sent ahead. */
export const AHEAD_MAX = 100;
/** Most spaces that may be named as shown on a screen. */
export const NEAR_MAX = 10;

/** Collections in the order in which they are wanted, each with where its last pull ended (null: from the start). */
export const ChangesInput = v.object({
  collections: v.pipe(
    v.array(
      v.object({
        name: v.picklist(COLLECTION_NAMES),
        checkpoint: v.nullable(Checkpoint),
        ahead: v.optional(whole({ max: AHEAD_MAX }), 0),
        /** as of a pull */
        deletions: v.exactOptional(v.boolean()),
      }),
    ),
    v.minLength(1),
    v.maxLength(COLLECTION_NAMES.length),
  ),
  /** whether to count for progress, too */
  total: v.optional(v.boolean(), false),
  /** spaces whose lists stand on a screen: of each of these as many documents come ahead as of all together */
  near: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(NEAR_MAX)), []),
});
export type ChangesInput = v.InferInput<typeof ChangesInput>;

/** A server-sent event named `poke`. An event named `revoked` ends the session: `wipe` erases the replica, `handover` after what was never sent is handed over. */
export const Poke = v.object({ seq: v.number(), collections: v.array(v.string()) });
export type Poke = v.InferOutput<typeof Poke>;

/** Bytes of the largest update that is passed on beside replication; a larger one goes by replication alone. */
export const LETTERS_MAX = 64 * 1024;
/** Most texts that one browser has open in its tabs, as far as letters are concerned. */
export const WATCHED_MAX = 50;

/**
 * What somebody types into a text right now, as a Yjs update (base64). Kept nowhere on its way and owed to nobody: everything comes by
 * replication, too. Also the data of a server-sent event named `letters`.
 */
export const LiveUpdate = v.object({ contentId: Id, update: v.pipe(base64Of(LETTERS_MAX), v.nonEmpty()) });
export type LiveUpdate = v.InferOutput<typeof LiveUpdate>;

/** Largest page of a pull and of a push, in documents. */
export const PULL_LIMIT_MAX = 1000;
export const PUSH_LIMIT_MAX = 200;

export const syncCalls = {
  pull: defineCall({
    service: 'core',
    method: 'POST',
    path: '/sync/{collection}/pull',
    who: 'member',
    perMinute: 6000,
    summary: 'Changes after a checkpoint in what this person may see; a full page means there is more.',
    input: v.object({
      collection: v.picklist(COLLECTION_NAMES),
      checkpoint: v.optional(v.nullable(Checkpoint), null),
      limit: v.optional(whole({ min: 1, max: PULL_LIMIT_MAX }), 200),
      /** from the start: all deletions that are still known too, for a client that compares what it has; for each of its pages */
      deletions: v.exactOptional(v.boolean()),
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
    summary: 'Writes in order, one transaction; answers the master of each conflict and the reason of each refusal.',
    input: v.object({
      collection: v.picklist(COLLECTION_NAMES),
      rows: v.pipe(v.array(PushRow), v.maxLength(PUSH_LIMIT_MAX)),
    }),
    output: PushAnswer,
    errors: [
      'CHECKPOINT_TOO_OLD',
      'CLIENT_TOO_OLD',
      'COMPANY_MISMATCH',
      'USER_NOT_LOGIN',
      'PARAM_ERROR',
      'COLLECTION_READ_ONLY',
      'DATA_LOCK_FAILED',
    ],
  }),
  changes: defineLinesCall({
    service: 'core',
    method: 'POST',
    path: '/sync/changes',
    who: 'member',
    perMinute: 600,
    summary:
      'Pulls of several collections in one streamed answer: the first sync of a device, and what changed while it was away.',
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
    summary: 'Server-sent events that say which collections changed.',
    input: v.object({}),
    output: Poke,
    errors: ['COMPANY_MISMATCH', 'USER_NOT_LOGIN'],
  }),
  letters: defineCall({
    service: 'core',
    method: 'POST',
    path: '/sync/letters',
    who: 'member',
    perMinute: 1200,
    summary:
      'Passes what is being typed on to who has the same text open; nothing is kept of it. `heard` false: nobody has.',
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
  watching: defineCall({
    service: 'core',
    method: 'POST',
    path: '/sync/watching',
    who: 'member',
    summary:
      'Says which texts are open in this browser: its stream carries the letters of these, until it says otherwise or the stream ends.',
    input: v.object({ texts: v.pipe(v.array(Id), v.maxLength(WATCHED_MAX)) }),
    output: v.object({}),
    errors: ['CLIENT_TOO_OLD', 'COMPANY_MISMATCH', 'USER_NOT_LOGIN', 'PARAM_ERROR'],
  }),
};
