/**
 * The result of a deep research (`rp_<thread>`): sections whose sentences cite learnings. Without a language model it
 * is a dossier: the sentences are quotes of sources. Only the server writes it.
 */
import * as v from 'valibot';
import { reportId } from '../ids';
import { defineKind, type DocOf } from '../kind';
import { Id } from '../id-schemas';
import { LIMITS } from '../limits';
import { timestamp, whole } from '../numbers';
import { TextPlace } from '../parsed-text';
import { ANSWER_MODES, AnswerSource } from './answers';

const Line = v.pipe(v.string(), v.maxLength(LIMITS.researchQuestion.max));

/** A claim of a source with its quote. */
export const Learning = v.looseObject({
  /** from 1 */
  n: whole({ min: 1 }),
  /** in the language of the report; in a dossier the quote itself */
  claim: v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.passage.max)),
  /** copied exactly from the source's text */
  quote: v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.passage.max)),
  /** `no` of its source */
  source: whole({ min: 1 }),
  place: v.optional(TextPlace),
});
export type Learning = v.InferOutput<typeof Learning>;

/**
 *  - `''`      supported by its learnings, or the words of one of their quotes
 *  - `unsure`  supported only in part, or not verified
 *  - `number`  contains a number or date that no quote of its learnings has
 */
export const SENTENCE_CHECKS = ['', 'unsure', 'number'] as const;

export const ReportSentence = v.looseObject({
  /** plain text */
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.passage.max)),
  /** numbers of learnings, at least one */
  learnings: v.pipe(v.array(whole({ min: 1 })), v.minLength(1)),
  check: v.picklist(SENTENCE_CHECKS),
});
export type ReportSentence = v.InferOutput<typeof ReportSentence>;

export const ReportSection = v.looseObject({ title: Line, paragraphs: v.array(v.array(ReportSentence)) });
export type ReportSection = v.InferOutput<typeof ReportSection>;

/**
 * Limits of a report, with the fields that describe them.
 *  - `source`     `title` and `url` could not be read or searched: `error`
 *  - `question`   nothing was found for the question `title`
 *  - `closest`    no source covers the question `title` well: the closest passages are quoted
 *  - `budget`     `error` names the budget that was reached: sources, minutes, tokens or money
 *  - `quotes`     `count` findings were dropped, since their source does not contain their quotes
 *  - `sentences`  `count` sentences were removed, since their findings do not support them
 *  - `withdrawn`  `count` sources were deleted, or are no longer shared with the person
 *  - `noWeb`      no web search: own sources only
 *  - `few`        `count` sources, fewer than a complete report needs
 *  - `unverified` the sentences were not verified: `error`
 *  - `stopped`    the person stopped it (`error` is ''), or it failed: `error`
 */
export const REPORT_LIMITS = [
  'source',
  'question',
  'closest',
  'budget',
  'quotes',
  'sentences',
  'withdrawn',
  'noWeb',
  'few',
  'unverified',
  'stopped',
] as const;

export const ReportLimit = v.looseObject({
  kind: v.picklist(REPORT_LIMITS),
  title: v.pipe(v.string(), v.maxLength(300)),
  url: v.pipe(v.string(), v.maxLength(2048)),
  error: v.pipe(v.string(), v.maxLength(100)),
  count: whole(),
});
export type ReportLimit = v.InferOutput<typeof ReportLimit>;

export const reports = defineKind({
  name: 'reports',
  store: 'contents',
  direction: 'pull',
  fields: {
    /** the thread */
    threadId: Id,
    sections: v.array(ReportSection),
    learnings: v.array(Learning),
    /** the passages that learnings quote */
    sources: v.array(AnswerSource),
    /** pairs of learnings that contradict each other */
    contradictions: v.array(v.looseObject({ a: whole({ min: 1 }), b: whole({ min: 1 }), about: Line })),
    limits: v.array(ReportLimit),
    /** false if it was stopped, a budget was reached, or too little was found */
    isComplete: v.boolean(),
    mode: v.picklist(ANSWER_MODES),
    provider: v.pipe(v.string(), v.maxLength(200)),
    model: v.pipe(v.string(), v.maxLength(200)),
    writtenAt: timestamp(),
  },
  indexes: [],
  label: 'thread',
  parents: [{ kind: 'threads', idPrefix: reportId('') }],
  merge: {
    threadId: 'server',
    sections: 'server',
    learnings: 'server',
    sources: 'server',
    contradictions: 'server',
    limits: 'server',
    isComplete: 'server',
    mode: 'server',
    provider: 'server',
    model: 'server',
    writtenAt: 'server',
  },
  abilities: () => [],
});
export type Report = DocOf<typeof reports>;
