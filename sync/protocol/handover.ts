/**
 * Handover: what a device that was told to erase had never sent. The device writes it into a quarantine; a person reviews it elsewhere.
 *
 *   device (refresh cookie of the revoked session)                     reviewer (a session of their own)
 *     POST /user/session/handover/items    documents, texts, …            GET  /user/handover/list      what is in quarantine
 *     POST /user/session/handover/audio    one part of a recording        POST /user/handover/read      a page of it
 *     POST /user/session/handover/finish   once; then it erases           POST /user/handover/audio     one part of a recording
 *                                                                         POST /user/handover/resolve   kept or discarded
 *   device of a member removed from one of several organizations (its session, which goes on)
 *     POST /user/handover/left/items · audio · finish                     the same, of the organization that was left
 *
 * The calls of a revoked device lie below the path of the refresh cookie. Devices are answered nothing but what a repetition needs.
 */
import * as v from 'valibot';
import { base64Of } from '../model/base64';
import { Id, IdOrNone } from '../model/id-schemas';
import { amount, whole } from '../model/numbers';
import { COLLECTION_NAMES } from '../model/registry';
import { defineCall } from './call';

const MB = 1024 * 1024;

export const HANDOVER = {
  /** a device may hand over for so many days after the revocation or removal, and what it handed over is kept for as many */
  days: 30,
  /** sessions of a person that may hand over after one removal from one company */
  sessionsOfLeaver: 20,
  /** bytes of one item as JSON */
  itemBytes: 14 * MB,
  /** of all items of a session in one company */
  itemsBytes: 64 * MB,
  items: 5_000,
  /** bytes of one part of a recording, and of all recordings of a session in one company */
  partBytes: MB,
  audioBytes: 1024 * MB,
} as const;

const Time = whole({ message: 'PARAM_ERROR' });
const Text = (max: number) => v.pipe(v.string('PARAM_ERROR'), v.maxLength(max, 'PARAM_ERROR'));
/** `<collection>/<id>` of the document a person knows it by: the note of a text, the meeting of a recording. */
const About = v.pipe(v.string('PARAM_ERROR'), v.regex(/^[A-Za-z]+\/[A-Za-z0-9_-]{1,80}$/, 'PARAM_ERROR'));
const common = {
  id: v.pipe(v.string('PARAM_ERROR'), v.nonEmpty('PARAM_ERROR'), v.maxLength(300, 'PARAM_ERROR')),
  about: About,
  title: Text(1_000),
  at: Time,
};

/** A document with an edit that the server never had, as the replica stored it. `base`: what it was edited from (texts as state vectors); null: it is new. */
const DocumentItem = v.object({
  ...common,
  kind: v.literal('document'),
  collection: v.picklist(COLLECTION_NAMES, 'PARAM_ERROR'),
  documentId: Id,
  content: v.looseObject({ id: v.string() }),
  base: v.nullable(v.looseObject({ id: v.string() })),
  /** the server had refused it: it needs a person's attention */
  refused: v.exactOptional(v.object({ code: Text(100), field: Text(200) })),
});
/** The losing side of a merge that nobody has looked at. */
const ConflictItem = v.object({
  ...common,
  kind: v.literal('conflict'),
  collection: v.picklist(COLLECTION_NAMES, 'PARAM_ERROR'),
  documentId: Id,
  field: Text(200),
  mine: v.unknown(),
  theirs: v.unknown(),
  stands: v.picklist(['mine', 'theirs'], 'PARAM_ERROR'),
});
/** A recording, after its parts. `sha256` and `bytes` are of the parts that were handed over. */
const RecordingItem = v.object({
  ...common,
  kind: v.literal('recording'),
  recordingId: Id,
  meetingId: IdOrNone,
  fileName: Text(1_000),
  mimeType: Text(100),
  language: Text(40),
  source: v.picklist(['microphone', 'system', 'file'], 'PARAM_ERROR'),
  startedAt: Time,
  endedAt: Time,
  capturedMs: amount(),
  wallMs: amount(),
  gaps: v.pipe(v.array(v.object({ atMs: amount(), lostMs: amount() })), v.maxLength(10_000)),
  bytes: Time,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'PARAM_ERROR')),
});
export const HandoverItem = v.variant('kind', [DocumentItem, ConflictItem, RecordingItem]);
export type HandoverItem = v.InferOutput<typeof HandoverItem>;
export type HandedOver<Kind extends HandoverItem['kind']> = Extract<HandoverItem, { kind: Kind }>;

const Bytes = v.pipe(base64Of(HANDOVER.partBytes), v.nonEmpty('PARAM_ERROR'));

/** Something a person would name: a note with its text, a meeting with its recording. */
const HandoverThing = v.object({ about: v.string(), title: v.string(), hasRecording: v.boolean() });

export const Handover = v.object({
  id: Id,
  deviceName: v.string(),
  /** the member whose device it was; null: the reader's own */
  from: v.nullable(v.object({ userId: Id, name: v.string() })),
  revokedAt: v.number(),
  /** it was handed over because the member was removed, at `revokedAt` */
  isRemoval: v.boolean(),
  handedOverAt: v.number(),
  /** when it is discarded by itself */
  expiresAt: v.number(),
  count: v.number(),
  /** the first of them */
  things: v.array(HandoverThing),
  /** how many the device could not hand over: too large, or damaged */
  leftOut: v.number(),
});
export type Handover = v.InferOutput<typeof Handover>;

const Items = v.pipe(v.array(HandoverItem), v.maxLength(200, 'PARAM_ERROR'));
const LeftOut = v.optional(v.pipe(Time, v.maxValue(1_000_000, 'PARAM_ERROR')), 0);
/** Whose work it is: another person may have signed in meanwhile. */
const OfLeaver = { userId: Id, companyId: Id };

const OfRecording = { id: Id, recordingId: Id, offset: Time };

/** What a screen asks for; apart from the others, so that it loads nothing of them. */
export const handoverReview = {
  list: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/user/handover/list',
    who: 'member',
    summary:
      'Unsent work of my revoked devices, and of members whose work I took over, waiting for review in this company.',
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
      'Removes a handover from quarantine: the reader’s device holds it now, or nobody wants it. Nothing happens to one that is gone.',
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
      'A device that was told to erase hands over what it never sent; the refresh token of its ended session names it. Repeating an item replaces it.',
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
      'One part of a recording, as items. A part at another offset than the end is not written; `size` is where the next begins.',
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
    summary: 'Ends the handover of this session for good.',
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
      'A device hands over what it never sent of an organization from which its person was removed while their session goes on in another. Repeating an item replaces it.',
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
      'One part of a recording of an organization that was left. A part at another offset than the end is not written; `size` is where the next begins.',
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
    summary:
      'A page of one handover, in the order in which the items depend on each other; `next`: items before the next page.',
    input: v.object({ id: Id, from: v.optional(Time, 0) }),
    /** `of`: the member whose work it is; null: the reader's own */
    output: v.object({ of: v.nullable(v.string()), items: v.array(HandoverItem), next: v.nullable(v.number()) }),
    errors: ['HANDOVER_NOT_FOUND'],
  }),
  readAudio: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/handover/audio',
    who: 'member',
    perMinute: 1_200,
    summary: 'One part of a recording of a handover.',
    input: v.object(OfRecording),
    output: v.object({ bytes: v.string() }),
    errors: ['HANDOVER_NOT_FOUND'],
  }),
};
