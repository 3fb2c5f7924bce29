/** The transcript of one meeting (same id as the meeting). The server makes it; people correct texts and speakers, segment by segment. */
import * as v from 'valibot';
import { defineCollection, type DocOf } from './collection';
import { Id, IdOrNone } from './id-schemas';
import { LIMITS } from './limits';
import { amount, moment } from './numbers';

export const Segment = v.looseObject({
  id: Id,
  recordingId: IdOrNone,
  /** milliseconds from the start of the recording; -1 where the provider gave no times */
  start: amount({ min: -1 }),
  end: amount({ min: -1 }),
  text: v.pipe(v.string(), v.maxLength(LIMITS.segmentText.max * 4)),
  /** as recognised, '' while nobody corrected it */
  original: v.pipe(v.string(), v.maxLength(LIMITS.segmentText.max * 4)),
  participantId: IdOrNone,
});
export type Segment = v.InferOutput<typeof Segment>;

export const TranscriptionStatus = v.picklist(['none', 'waiting', 'processing', 'done', 'failed']);

export const transcripts = defineCollection({
  name: 'transcripts',
  version: 0,
  direction: 'both',
  fields: {
    meetingId: Id,
    creatorId: Id,
    status: TranscriptionStatus,
    /** 0 to 1 while processing */
    progress: amount({ max: 1 }),
    /** a code of the list of errors, '' for none; TRANSCRIPTION_PROVIDER_NOT_FOUND means kept and waiting */
    error: v.string(),
    segments: v.array(Segment),
    /** where it came from (ai.md): mode is model, import or browser */
    provider: v.string(),
    model: v.string(),
    mode: v.string(),
    generatedAt: moment(),
  },
  indexes: [['meetingId']],
  merge: {
    meetingId: 'server',
    creatorId: 'server',
    status: 'server',
    progress: 'server',
    error: 'server',
    segments: 'byId',
    provider: 'server',
    model: 'server',
    mode: 'server',
    generatedAt: 'server',
  },
  abilities: (doc, role, viewer) => (doc['creatorId'] === viewer.userId || role !== 'viewer' ? ['update'] : []),
});
export type Transcript = DocOf<typeof transcripts>;
