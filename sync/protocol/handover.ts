/**
 * Handover: unsent work of a device that was told to erase its replica. The device writes it into a quarantine on the
 * server; a person reviews it on another device.
 *
 *   device (refresh cookie of the revoked session)                     reviewer (own session)
 *     POST /user/session/handover/items    documents, texts, …            GET  /user/handover/list      handovers in quarantine
 *     POST /user/session/handover/audio    one chunk of a recording       POST /user/handover/read      a page of one handover
 *     POST /user/session/handover/finish   once; then the device erases   POST /user/handover/audio     one chunk of a recording
 *                                                                         POST /user/handover/resolve   kept or discarded
 *   device of a member removed from one of several organizations (its session remains valid)
 *     POST /user/handover/left/items · audio · finish                     the same for the organization that was left
 *
 * The paths of a revoked device are below the path of the refresh cookie. Responses to devices contain only what a
 * retry needs.
 */
import * as v from 'valibot';
import { base64Of } from '../model/base64';
import { Id, IdOrNone } from '../model/id-schemas';
import { amount, whole } from '../model/numbers';
import { KIND_NAMES } from '../model/kinds';
import { defineCall } from './call';

const MB = 1024 * 1024;

export const HANDOVER = {
  /**
   * days after a revocation or removal during which a device may hand over; handovers are stored for the same number of
   * days
   */
  days: 30,
  /** sessions of a person that may hand over after a removal from one company */
  sessionsOfLeaver: 20,
  /** bytes of one item as JSON */
  itemBytes: 14 * MB,
  /** bytes of all items of a session in one company */
  itemsBytes: 64 * MB,
  items: 5_000,
  /** bytes of one chunk of a recording, and of all recordings of a session in one company */
  partBytes: MB,
  audioBytes: 1024 * MB,
} as const;

const Time = whole({ message: 'PARAM_ERROR' });
const Text = (max: number) => v.pipe(v.string('PARAM_ERROR'), v.maxLength(max, 'PARAM_ERROR'));
/** `<collection>/<id>` of the document that a person recognises: the note of a text, the meeting of a recording. */
const About = v.pipe(v.string('PARAM_ERROR'), v.regex(/^[A-Za-z]+\/[A-Za-z0-9_-]{1,80}$/, 'PARAM_ERROR'));
const common = {
  id: v.pipe(v.string('PARAM_ERROR'), v.nonEmpty('PARAM_ERROR'), v.maxLength(300, 'PARAM_ERROR')),
  about: About,
  title: Text(1_000),
  at: Time,
};

/**
 * A document with an unsent edit, as stored by the replica. `base`: the version that was edited (state vectors for
 * texts); null for a new document.
 */
const DocumentItem = v.object({
  ...common,
  kind: v.literal('document'),
  collection: v.picklist(KIND_NAMES, 'PARAM_ERROR'),
  documentId: Id,
  content: v.looseObject({ id: v.string() }),
  base: v.nullable(v.looseObject({ id: v.string() })),
  /** set if the server rejected the edit and a person must decide */
  refused: v.exactOptional(v.object({ code: Text(100), field: Text(200) })),
});
/** The losing value of a merge that was not reviewed yet. */
const ConflictItem = v.object({
  ...common,
  kind: v.literal('conflict'),
  collection: v.picklist(KIND_NAMES, 'PARAM_ERROR'),
  documentId: Id,
  field: Text(200),
  mine: v.unknown(),
  theirs: v.unknown(),
  stands: v.picklist(['mine', 'theirs'], 'PARAM_ERROR'),
});
/** A recording, sent after its chunks. `sha256` and `bytes` describe the chunks that were handed over. */
const RecordingItem = v.object({
  ...common,
  kind: v.literal('recording'),
  recordingId: Id,
  meetingId: IdOrNone,
  fileName: Text(1_000),
  mimeType: Text(100),
  language: Text(40),
  source: v.picklist(['microphone', 'system', 'both', 'file'], 'PARAM_ERROR'),
  startedAt: Time,
  endedAt: Time,
  capturedMs: amount(),
  wallMs: amount(),
  gaps: v.pipe(v.array(v.object({ atMs: amount(), lostMs: amount() })), v.maxLength(10_000)),
  bytes: Time,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'PARAM_ERROR')),
});
/** An image of a note, sent after its bytes, which go as the chunks of a recording with this id. */
const ImageItem = v.object({
  ...common,
  kind: v.literal('image'),
  recordingId: Id,
  contentId: Id,
  /** in the text; absent from devices that use it as `recordingId` */
  imageId: v.exactOptional(Id),
  bytes: Time,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'PARAM_ERROR')),
});
/**
 * A file of a project, or of a question that was not sent, after its bytes, which go as the chunks of a recording with
 * this id.
 */
const FileItem = v.object({
  ...common,
  kind: v.literal('file'),
  recordingId: Id,
  /** the project item, or the temporary file */
  itemId: Id,
  /** the question */
  turnId: v.exactOptional(Id),
  /** the version that the bytes are to become */
  version: whole({ min: 1 }),
  name: Text(1_000),
  mimeType: Text(200),
  bytes: Time,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'PARAM_ERROR')),
});
export const HandoverItem = v.variant('kind', [DocumentItem, ConflictItem, RecordingItem, ImageItem, FileItem]);
export type HandoverItem = v.InferOutput<typeof HandoverItem>;
export type HandedOver<Kind extends HandoverItem['kind']> = Extract<HandoverItem, { kind: Kind }>;

const Bytes = v.pipe(base64Of(HANDOVER.partBytes), v.nonEmpty('PARAM_ERROR'));

/** A document that a person recognises: a note with its text, a meeting with its recording. */
const HandoverThing = v.object({ about: v.string(), title: v.string(), hasRecording: v.boolean() });

export const Handover = v.object({
  id: Id,
  deviceName: v.string(),
  /** the member who used the device; null for the reader's own device */
  from: v.nullable(v.object({ userId: Id, name: v.string() })),
  revokedAt: v.number(),
  /** the member was removed at `revokedAt`, which caused the handover */
  isRemoval: v.boolean(),
  handedOverAt: v.number(),
  /** time of automatic deletion */
  expiresAt: v.number(),
  count: v.number(),
  /** the first items, by document */
  things: v.array(HandoverThing),
  /** number of items that the device could not hand over: too large, or damaged */
  leftOut: v.number(),
});
export type Handover = v.InferOutput<typeof Handover>;

const Items = v.pipe(v.array(HandoverItem), v.maxLength(200, 'PARAM_ERROR'));
const LeftOut = v.optional(v.pipe(Time, v.maxValue(1_000_000, 'PARAM_ERROR')), 0);
/** Owner of the unsent work: another person may have signed in on the device since. */
const OfLeaver = { userId: Id, companyId: Id };

const OfRecording = { id: Id, recordingId: Id, offset: Time };

/** Calls made by screens; a separate object, so that screens do not load the schemas of the others. */
export const handoverReview = {
  list: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/user/handover/list',
    who: 'member',
    summary:
      'Lists handovers awaiting my review in this company: of my revoked devices, and of members whose work I took over.',
    input: v.object({}),
    output: v.object({ handovers: v.array(Handover) }),
    errors: ['USER_NOT_LOGIN'],
  }),
  resolve: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/handover/resolve',
    who: 'member',
    summary:
      'Removes a handover from quarantine after it was accepted on the reader’s device or discarded. Idempotent.',
    input: v.object({ id: Id, outcome: v.picklist(['kept', 'discarded'], 'PARAM_ERROR') }),
    output: v.object({}),
    errors: ['PARAM_ERROR', 'HANDOVER_NOT_FOUND'],
  }),
};

export const handoverCalls = {
  items: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/session/handover/items',
    who: 'anyone',
    maxBody: HANDOVER.itemBytes + MB,
    summary:
      'Hands over unsent work of a device that must erase its replica. The refresh token of the ended session ' +
      'identifies the device. A repeated item replaces the earlier one.',
    input: v.object({ companyId: Id, items: Items }),
    output: v.object({}),
    errors: ['PARAM_ERROR', 'HANDOVER_CLOSED', 'HANDOVER_TOO_LARGE'],
  }),
  audio: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/session/handover/audio',
    who: 'anyone',
    perMinute: 1_200,
    maxBody: 2 * MB,
    summary:
      'Hands over one chunk of a recording, authorised like items. A chunk whose offset is not the current end ' +
      'is ignored; `size` is the next offset.',
    input: v.object({ companyId: Id, recordingId: Id, offset: Time, bytes: Bytes }),
    output: v.object({ size: v.number() }),
    errors: ['PARAM_ERROR', 'HANDOVER_CLOSED', 'HANDOVER_TOO_LARGE'],
  }),
  finish: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/session/handover/finish',
    who: 'anyone',
    perMinute: 60,
    summary: 'Ends the handover of this session permanently.',
    input: v.object({ leftOut: LeftOut }),
    output: v.object({}),
    errors: ['PARAM_ERROR', 'HANDOVER_CLOSED'],
  }),
  leftItems: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/handover/left/items',
    who: 'user',
    maxBody: HANDOVER.itemBytes + MB,
    summary:
      'Hands over unsent work of an organization that removed the person, whose session continues in another ' +
      'one. A repeated item replaces the earlier one.',
    input: v.object({ ...OfLeaver, items: Items }),
    output: v.object({}),
    errors: ['PARAM_ERROR', 'HANDOVER_CLOSED', 'HANDOVER_TOO_LARGE'],
  }),
  leftAudio: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/handover/left/audio',
    who: 'user',
    perMinute: 1_200,
    maxBody: 2 * MB,
    summary:
      'Hands over one chunk of a recording of an organization that was left. A chunk whose offset is not the ' +
      'current end is ignored; `size` is the next offset.',
    input: v.object({ ...OfLeaver, recordingId: Id, offset: Time, bytes: Bytes }),
    output: v.object({ size: v.number() }),
    errors: ['PARAM_ERROR', 'HANDOVER_CLOSED', 'HANDOVER_TOO_LARGE'],
  }),
  leftFinish: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/handover/left/finish',
    who: 'user',
    perMinute: 60,
    summary: 'Ends the handover of an organization that was left, for this session and this removal.',
    input: v.object({ ...OfLeaver, leftOut: LeftOut }),
    output: v.object({}),
    errors: ['PARAM_ERROR', 'HANDOVER_CLOSED'],
  }),
  ...handoverReview,
  read: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/handover/read',
    who: 'member',
    summary: 'Returns a page of one handover, in dependency order; `next` is the offset of the next page.',
    input: v.object({ id: Id, from: v.optional(Time, 0) }),
    /** `of`: the member whose work it is; null for the reader's own */
    output: v.object({ of: v.nullable(v.string()), items: v.array(HandoverItem), next: v.nullable(v.number()) }),
    errors: ['HANDOVER_NOT_FOUND'],
  }),
  readAudio: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/handover/audio',
    who: 'member',
    perMinute: 1_200,
    summary: 'Returns one chunk of a handed-over recording.',
    input: v.object(OfRecording),
    output: v.object({ bytes: v.string() }),
    errors: ['HANDOVER_NOT_FOUND'],
  }),
};
