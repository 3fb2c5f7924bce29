/**
 * The result of a deep research (`rp_<thread>`): sections whose sentences name the learnings that support them. Without
 * a language model it is a dossier: the sentences are quotes of sources, and nothing else. Only the server writes it.
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

/** Something that a source says. */
export const Learning = v.looseObject({
  /** from 1 */
  n: whole({ min: 1 }),
  /** in the language of the report; of a dossier the quote itself */
  claim: v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.passage.max)),
  /** stands word for word in the source's text */
  quote: v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.passage.max)),
  /** `no` of its source */
  source: whole({ min: 1 }),
  place: v.optional(TextPlace),
});
export type Learning = v.InferOutput<typeof Learning>;

/**
 *  - `''`      its learnings support it
 *  - `unsure`  only in part, or nothing has verified it
 *  - `number`  it has a number or date that no quote of its learnings has
 */
export const SENTENCE_CHECKS = ['', 'unsure', 'number'] as const;

export const ReportSentence = v.looseObject({
  /** plain text */
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.passage.max)),
  /** numbers of learnings, one at least */
  learnings: v.pipe(v.array(whole({ min: 1 })), v.minLength(1)),
  check: v.picklist(SENTENCE_CHECKS),
});
export type ReportSentence = v.InferOutput<typeof ReportSentence>;

export const ReportSection = v.looseObject({ title: Line, paragraphs: v.array(v.array(ReportSentence)) });
export type ReportSection = v.InferOutput<typeof ReportSection>;

/**
 * What a report cannot tell, and why.
 *  - `source`     `title` and `url` could not be read or searched: `error`
 *  - `question`   nothing was found for the question `title`
 *  - `closest`    nothing covers the question `title` well: the closest passages are quoted
 *  - `budget`     `error` names the budget that was reached: sources, minutes or tokens
 *  - `quotes`     so many findings were dropped, since their source does not contain their words
 *  - `sentences`  so many sentences were removed, since their findings do not support them
 *  - `withdrawn`  so many sources were deleted, or are no longer shared with its person
 *  - `noWeb`      no web search: own sources only
 *  - `few`        fewer sources than a report needs
 *  - `unverified` the sentences were not verified: `error`
 *  - `stopped`    its person stopped it, or it failed: `error`
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
    /** the passages that learnings quote, and no others */
    sources: v.array(AnswerSource),
    /** learnings that say different things about the same */
    contradictions: v.array(v.looseObject({ a: whole({ min: 1 }), b: whole({ min: 1 }), about: Line })),
    limits: v.array(ReportLimit),
    /** false: it was stopped, a budget was reached, or too little was found */
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
