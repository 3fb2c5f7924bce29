/**
 * The answer to a question (same id as its turn): generated text with the passages that support it. Only the server
 * writes it: at intervals while it is generated, and at the end.
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone } from '../id-schemas';
import { LIMITS } from '../limits';
import { timestamp, whole } from '../numbers';
import { TextPlace } from '../parsed-text';
import { CONTEXT_KINDS } from './turns';

/** `web`: a page found by a web search; `temporary`: a file of the question. */
export const SOURCE_KINDS = [...CONTEXT_KINDS, 'web', 'temporary'] as const;

/** `partId` of a passage of a meeting's summary, which is not divided into parts. */
export const SUMMARY_PART = 'summary';

/** A passage that was given to the model, as it was then. */
export const AnswerSource = v.looseObject({
  /** number in the answer, from 1 */
  no: whole({ min: 1 }),
  kind: v.picklist(SOURCE_KINDS),
  /** the document, or the file; '' for web pages */
  id: IdOrNone,
  /** segment, bookmark or typed line of a meeting, part of an extracted text, or SUMMARY_PART; '' for none */
  partId: v.pipe(v.string(), v.maxLength(64)),
  title: v.pipe(v.string(), v.maxLength(300)),
  /** for a web page; '' for others */
  url: v.pipe(v.string(), v.maxLength(2048)),
  projectId: IdOrNone,
  /** the passage, unchanged */
  text: v.pipe(v.string(), v.maxLength(LIMITS.passage.max)),
  /** UTF-16 offset of the passage in its text; 0 if unknown */
  start: whole(),
  place: v.optional(TextPlace),
  /** for a segment, bookmark or typed line: milliseconds from the start of the recording; -1 if unknown */
  at: v.number(),
  /** time of fetching the page, or of the document's last change */
  updatedAt: timestamp(),
  /** whether a person who may ask in the chat marked the source as useless */
  isUseless: v.optional(v.boolean()),
});
export type AnswerSource = v.InferOutput<typeof AnswerSource>;

export const Citation = v.looseObject({
  /** number of the marker `[^n]` in the text, from 1 */
  n: whole({ min: 1 }),
  /** `no` of its source */
  source: whole({ min: 1 }),
  /** copied exactly from the source's text */
  quote: v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.passage.max)),
});
export type Citation = v.InferOutput<typeof Citation>;

/** How a text was made. `model`: written by a language model; `extractive`: passages only, without a model. */
export const ANSWER_MODES = ['model', 'extractive'] as const;

export const answers = defineKind({
  name: 'answers',
  store: 'contents',
  direction: 'pull',
  fields: {
    /** the thread */
    threadId: Id,
    /**
     * Markdown with markers: `[^n]` cites citation n; `[^?]` ends a sentence without a source. '' for an extractive
     * answer, which consists of its citations; without citations nothing was found
     */
    text: v.pipe(v.string(), v.maxLength(LIMITS.answer.max)),
    citations: v.array(Citation),
    /** all passages that were given to the model, cited or not */
    sources: v.array(AnswerSource),
    /** sources that could not be read, or only in part (FILE_TEXT_TRUNCATED), with an error code */
    failed: v.array(
      v.looseObject({
        title: v.pipe(v.string(), v.maxLength(300)),
        url: v.pipe(v.string(), v.maxLength(2048)),
        error: v.pipe(v.string(), v.maxLength(100)),
      }),
    ),
    /** numbers of earlier questions and of passages that did not fit into the model's context */
    leftOut: v.looseObject({ turns: whole(), passages: whole() }),
    /** whether the passages are only the closest ones, covering less than half of the question */
    isClosest: v.boolean(),
    /** false while it is generated, and if it was stopped or truncated */
    isComplete: v.boolean(),
    mode: v.picklist(ANSWER_MODES),
    provider: v.pipe(v.string(), v.maxLength(200)),
    model: v.pipe(v.string(), v.maxLength(200)),
    answeredAt: timestamp(),
  },
  indexes: [],
  label: 'question',
  parents: [{ kind: 'turns', idPrefix: '' }],
  merge: {
    threadId: 'server',
    text: 'server',
    citations: 'server',
    sources: 'server',
    failed: 'server',
    leftOut: 'server',
    isClosest: 'server',
    isComplete: 'server',
    mode: 'server',
    provider: 'server',
    model: 'server',
    answeredAt: 'server',
  },
  abilities: () => [],
});
export type Answer = DocOf<typeof answers>;
