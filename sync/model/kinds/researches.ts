/**
 * A deep research (same id as its thread): its dialogue, plan and progress. A device creates it, also offline: the push
 * starts its run. From then on only the server writes it, by the calls of its creator and the runs that do the work;
 * its result is the report (`reports`).
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { IdOrNone } from '../id-schemas';
import { LIMITS } from '../limits';
import { amount, timestamp, whole } from '../numbers';
import { OWN_KINDS } from '../own-kinds';
import { ContextItems } from './turns';

/**
 * DRAFT: not on the server yet.
 *
 *   DRAFT ─► CLARIFYING ─► WAITING_FOR_USER ─► PLANNING ─► PLAN_REVIEW ─► RESEARCHING ─► WRITING ─► VERIFYING ─► DONE
 *                │                                ▲  ▲          │ feedback        └──────────┴───────────┴──► PARTIAL
 *                └────── nothing to ask ──────────┘  └──────────┘                       stopped, or too little found
 *
 * FAILED and CANCELLED end a research without findings; a retry continues from there.
 */
export const RESEARCH_STAGES = [
  'DRAFT',
  'CLARIFYING',
  'WAITING_FOR_USER',
  'PLANNING',
  'PLAN_REVIEW',
  'RESEARCHING',
  'WRITING',
  'VERIFYING',
  'DONE',
  'PARTIAL',
  'FAILED',
  'CANCELLED',
] as const;
export type ResearchStage = (typeof RESEARCH_STAGES)[number];

/** Whether the research has ended; it continues only by a retry. */
export const hasResearchEnded = (stage: ResearchStage): boolean =>
  stage === 'DONE' || stage === 'PARTIAL' || stage === 'FAILED' || stage === 'CANCELLED';

const Line = v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.researchQuestion.max));

/** A question of the refining dialogue with choices; the person may also answer freely. '' while unanswered. */
export const ResearchDialogue = v.looseObject({
  question: Line,
  choices: v.pipe(v.array(Line), v.maxLength(LIMITS.researchChoices)),
  answer: v.pipe(v.string(), v.maxLength(LIMITS.question.max)),
});
export type ResearchDialogue = v.InferOutput<typeof ResearchDialogue>;

/** Upper limits of one research. */
export const ResearchBudget = v.looseObject({
  /** documents and pages read */
  sources: whole({ min: 1, max: LIMITS.researchBudget.sources, message: 'PARAM_ERROR' }),
  minutes: whole({ min: 1, max: LIMITS.researchBudget.minutes, message: 'PARAM_ERROR' }),
  /** tokens of the language model, questions and answers together */
  tokens: whole({ min: 1000, max: LIMITS.researchBudget.tokens, message: 'PARAM_ERROR' }),
  /** cost of these tokens by the model's higher price, in the currency of the prices; 0 or absent: no limit */
  money: v.optional(amount({ max: LIMITS.researchBudget.money, message: 'PARAM_ERROR' })),
});
export type ResearchBudget = v.InferOutput<typeof ResearchBudget>;

/** The part of its budget that a research has used. */
export const ResearchUsed = v.looseObject({
  sources: whole(),
  tokens: whole(),
  ms: amount(),
  /** in the currency of the model's prices */
  money: v.optional(amount()),
});
export type ResearchUsed = v.InferOutput<typeof ResearchUsed>;

/** The default budget. */
export const FIRST_BUDGET: Readonly<ResearchBudget> = { sources: 20, minutes: 12, tokens: 200_000 };

/** The own sources that a research searches. */
export const ResearchSources = v.looseObject({
  /** kinds of documents; empty: only the documents of `context` are searched, without projects */
  kinds: v.pipe(
    v.array(v.picklist(OWN_KINDS)),
    v.check((kinds) => new Set(kinds).size === kinds.length, 'PARAM_ERROR'),
  ),
  /**
   * The only documents that are searched; titles are empty, since colleagues receive a shared research. Empty: the
   * project of the thread, or all documents that the person may see.
   */
  context: ContextItems,
});
export type ResearchSources = v.InferOutput<typeof ResearchSources>;

/** Kinds of steps: searching own sources, searching the web, reading a page, extracting findings, and so on. */
export const RESEARCH_STEPS = ['own', 'serp', 'page', 'extract', 'gaps', 'compare', 'write', 'verify'] as const;

export const ResearchStep = v.looseObject({
  /** name of the run's step, or its hash */
  id: v.pipe(v.string(), v.maxLength(100)),
  kind: v.picklist(RESEARCH_STEPS),
  /** the question, page or section of the step */
  name: v.pipe(v.string(), v.maxLength(300)),
  /** for a page: its address, and the question for which it is read */
  url: v.optional(v.pipe(v.string(), v.maxLength(2048))),
  why: v.optional(v.pipe(v.string(), v.maxLength(LIMITS.researchQuestion.max))),
  state: v.picklist(['running', 'done', 'failed']),
  /** error code; '' for none */
  error: v.pipe(v.string(), v.maxLength(100)),
});
export type ResearchStep = v.InferOutput<typeof ResearchStep>;

export const researches = defineKind({
  name: 'researches',
  store: 'contents',
  direction: 'both',
  fields: {
    stage: v.picklist(RESEARCH_STAGES),
    /** as the person asked it */
    question: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'CHAT_QUESTION_REQUIRED'),
      v.maxLength(LIMITS.question.max, 'PARAM_ERROR'),
    ),
    /** the research whose report it follows up; '' for none */
    followsId: IdOrNone,
    /** language of the report: en, zh_hans, zh_hant, ja, ko */
    language: v.pipe(v.string(), v.maxLength(20)),
    usesWeb: v.boolean(),
    /** absent: ALL_SOURCES */
    own: v.optional(ResearchSources),
    dialogue: v.pipe(v.array(ResearchDialogue), v.maxLength(LIMITS.researchDialogue)),
    /** the person's feedback on the plan, and then on the report, the oldest first */
    feedback: v.array(v.pipe(v.string(), v.maxLength(LIMITS.question.max))),
    /** the questions that are investigated in this order; each is a section of the report */
    plan: v.pipe(v.array(Line), v.maxLength(LIMITS.researchPlan)),
    budget: ResearchBudget,
    used: ResearchUsed,
    steps: v.array(ResearchStep),
    /** an error code, '' for none */
    error: v.pipe(v.string(), v.maxLength(100)),
    /** times of the start and end of the work; 0 before */
    startedAt: timestamp(),
    endedAt: timestamp(),
  },
  indexes: [],
  label: 'research',
  link: ({ id }) => `/research/${id}`,
  parents: [{ kind: 'threads', idPrefix: '' }],
  createdWith: {
    stage: 'DRAFT',
    dialogue: [],
    feedback: [],
    plan: [],
    budget: FIRST_BUDGET,
    used: { sources: 0, tokens: 0, ms: 0 },
    steps: [],
    error: '',
    startedAt: 0,
    endedAt: 0,
  },
  merge: {
    stage: 'server',
    question: 'server',
    followsId: 'server',
    language: 'server',
    usesWeb: 'server',
    own: 'server',
    dialogue: 'server',
    feedback: 'server',
    plan: 'server',
    budget: 'server',
    used: 'server',
    steps: 'server',
    error: 'server',
    startedAt: 'server',
    endedAt: 'server',
  },
  abilities: () => [],
});
export type Research = DocOf<typeof researches>;
