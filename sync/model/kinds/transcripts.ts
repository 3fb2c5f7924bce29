/**
 * The transcript of one meeting (same id as the meeting). The server creates it; people correct texts and speakers of
 * its segments.
 */
import * as v from 'valibot';
import { Correction } from '../corrections';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone } from '../id-schemas';
import { LIMITS } from '../limits';
import { amount, timestamp } from '../numbers';
import { Participant } from '../participants';

export const Segment = v.looseObject({
  id: Id,
  recordingId: IdOrNone,
  /** milliseconds from the start of the recording; -1 if the provider returned no times */
  start: amount({ min: -1 }),
  end: amount({ min: -1 }),
  text: v.pipe(v.string(), v.maxLength(LIMITS.segmentText.max * 4)),
  /** recognised text before the first correction; '' if never corrected */
  original: v.pipe(v.string(), v.maxLength(LIMITS.segmentText.max * 4)),
  participantId: IdOrNone,
  /** live captions, shown until the recording is transcribed */
  isDraft: v.optional(v.boolean()),
});
export type Segment = v.InferOutput<typeof Segment>;

/** An earlier text, replaced by an import or the restoring of another version. */
export const TranscriptVersion = v.looseObject({
  id: Id,
  segments: v.array(Segment),
  /** the speakers of this text at that time: the meeting stores only those of the present text */
  speakers: v.array(Participant),
  provider: v.string(),
  model: v.string(),
  mode: v.string(),
  generatedAt: timestamp(),
  /** the person who replaced it, and the time */
  by: IdOrNone,
  at: timestamp(),
});
export type TranscriptVersion = v.InferOutput<typeof TranscriptVersion>;

/**
 * most characters of a transcript as JSON: two texts of 20,000 segments of one sentence, the present and an earlier one
 */
export const TRANSCRIPT_CHARACTERS = 12 * 1024 * 1024;

export const TranscriptionStatus = v.picklist(['none', 'waiting', 'processing', 'done', 'failed']);

export const transcripts = defineKind({
  name: 'transcripts',
  store: 'contents',
  direction: 'both',
  fields: {
    meetingId: Id,
    creatorId: Id,
    status: TranscriptionStatus,
    /** 0 to 1 while processing */
    progress: amount({ max: 1 }),
    /**
     * an error code, '' for none; TRANSCRIPTION_PROVIDER_NOT_FOUND means that the recording is stored and transcription
     * is pending
     */
    error: v.string(),
    segments: v.array(Segment),
    /** absent in transcripts without corrections; a merge of two devices has up to twice the stored number */
    corrections: v.optional(v.pipe(v.array(Correction), v.maxLength(2 * LIMITS.corrections, 'PARAM_ERROR'))),
    /** origin: `mode` is model, import, or browser for live captions alone */
    provider: v.string(),
    model: v.string(),
    mode: v.string(),
    generatedAt: timestamp(),
    /** the latest first; absent in transcripts that were never replaced */
    versions: v.optional(v.array(TranscriptVersion)),
  },
  indexes: [],
  label: 'transcript',
  parents: [{ kind: 'meetings', idPrefix: '' }],
  dataMax: TRANSCRIPT_CHARACTERS,
  tooLarge: 'TRANSCRIPT_TOO_LARGE',
  search: { role: 'part', fields: [{ passage: 'transcript', field: 'segments', each: 'text', isApart: true }] },
  merge: {
    meetingId: 'server',
    creatorId: 'server',
    status: 'server',
    progress: 'server',
    error: 'server',
    segments: 'byId',
    corrections: 'byId',
    provider: 'server',
    model: 'server',
    mode: 'server',
    generatedAt: 'server',
    versions: 'server',
  },
  abilities: (doc, role, viewer) => (doc['creatorId'] === viewer.userId || role !== 'viewer' ? ['update'] : []),
});
export type Transcript = DocOf<typeof transcripts>;
