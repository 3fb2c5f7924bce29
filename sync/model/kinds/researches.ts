/**
 * A deep research (same id as its thread): its dialogue, its plan, and how far it is. A device creates it, offline too:
 * the push starts its run. From then on only the server writes it, by the calls of its creator and by the runs that do
 * the work; its result is the report (`reports`).
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { IdOrNone } from '../id-schemas';
import { LIMITS } from '../limits';
import { amount, timestamp, whole } from '../numbers';
import { OWN_KINDS } from '../own-kinds';
import { ContextItems } from './turns';

/**
 * DRAFT: the server does not have it yet.
 *
 *   DRAFT ─► CLARIFYING ─► WAITING_FOR_USER ─► PLANNING ─► PLAN_REVIEW ─► RESEARCHING ─► WRITING ─► VERIFYING ─► DONE
 *                │                                ▲  ▲          │ feedback        └──────────┴───────────┴──► PARTIAL
 *                └────── nothing to ask ──────────┘  └──────────┘                       stopped, or too little found
 *
 * FAILED and CANCELLED end a research that has no findings; a retry goes on from there.
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

/** Stages in which nothing happens any more unless its person retries. */
export const hasResearchEnded = (stage: ResearchStage): boolean =>
  stage === 'DONE' || stage === 'PARTIAL' || stage === 'FAILED' || stage === 'CANCELLED';

const Line = v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.researchQuestion.max));

/** A question of the refining dialogue with choices; its person may answer anything. '' while unanswered. */
export const ResearchDialogue = v.looseObject({
  question: Line,
  choices: v.pipe(v.array(Line), v.maxLength(LIMITS.researchChoices)),
  answer: v.pipe(v.string(), v.maxLength(LIMITS.question.max)),
});
export type ResearchDialogue = v.InferOutput<typeof ResearchDialogue>;

/** Limits of one research; each is reached at most. */
export const ResearchBudget = v.looseObject({
  /** documents and pages that are read */
  sources: whole({ min: 1, max: LIMITS.researchBudget.sources, message: 'PARAM_ERROR' }),
  minutes: whole({ min: 1, max: LIMITS.researchBudget.minutes, message: 'PARAM_ERROR' }),
  /** of the language model, questions and answers together */
  tokens: whole({ min: 1000, max: LIMITS.researchBudget.tokens, message: 'PARAM_ERROR' }),
  /** of these tokens by the higher price of the model, in the currency of the prices; 0 or none: no limit */
  money: v.optional(amount({ max: LIMITS.researchBudget.money, message: 'PARAM_ERROR' })),
});
export type ResearchBudget = v.InferOutput<typeof ResearchBudget>;

/** What a research has used of its budget. */
export const ResearchUsed = v.looseObject({
  sources: whole(),
  tokens: whole(),
  ms: amount(),
  /** in the currency of the model's prices */
  money: v.optional(amount()),
});
export type ResearchUsed = v.InferOutput<typeof ResearchUsed>;

/** The budget of a research whose person has chosen none. */
export const FIRST_BUDGET: Readonly<ResearchBudget> = { sources: 20, minutes: 12, tokens: 200_000 };

/** Which of its person's own sources a research searches. */
export const ResearchSources = v.looseObject({
  /** kinds of documents; none: own sources are not searched, except those of `context` that are no projects */
  kinds: v.pipe(
    v.array(v.picklist(OWN_KINDS)),
    v.check((kinds) => new Set(kinds).size === kinds.length, 'PARAM_ERROR'),
  ),
  /**
   * Nothing else is searched; without titles, as colleagues receive them with a shared research. Empty: the project of
   * the thread, or everything that its person may see.
   */
  context: ContextItems,
});
export type ResearchSources = v.InferOutput<typeof ResearchSources>;

/** What a step of the work does: searching own sources, the web, reading a page, noting findings, and so on. */
export const RESEARCH_STEPS = ['own', 'serp', 'page', 'extract', 'gaps', 'compare', 'write', 'verify'] as const;

export const ResearchStep = v.looseObject({
  /** name of the run's step, or a digest of it */
  id: v.pipe(v.string(), v.maxLength(100)),
  kind: v.picklist(RESEARCH_STEPS),
  /** what is searched, read or written */
  name: v.pipe(v.string(), v.maxLength(300)),
  /** of a page: its address, and the question for which it is read */
  url: v.optional(v.pipe(v.string(), v.maxLength(2048))),
  why: v.optional(v.pipe(v.string(), v.maxLength(LIMITS.researchQuestion.max))),
  state: v.picklist(['running', 'done', 'failed']),
  /** why it failed, an error code; '' for none */
  error: v.pipe(v.string(), v.maxLength(100)),
});
export type ResearchStep = v.InferOutput<typeof ResearchStep>;

export const researches = defineKind({
  name: 'researches',
  store: 'contents',
  direction: 'both',
  fields: {
    stage: v.picklist(RESEARCH_STAGES),
    /** as its person asked it */
    question: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, 'CHAT_QUESTION_REQUIRED'),
      v.maxLength(LIMITS.question.max, 'PARAM_ERROR'),
    ),
    /** the research whose report it goes on from; '' for none */
    followsId: IdOrNone,
    /** of the report: en, zh_hans, zh_hant, ja, ko */
    language: v.pipe(v.string(), v.maxLength(20)),
    usesWeb: v.boolean(),
    /** none: ALL_SOURCES */
    own: v.optional(ResearchSources),
    dialogue: v.pipe(v.array(ResearchDialogue), v.maxLength(LIMITS.researchDialogue)),
    /** what its person said about the plan, and then about the report, the oldest first */
    feedback: v.array(v.pipe(v.string(), v.maxLength(LIMITS.question.max))),
    /** the questions that are investigated, one after the other: the sections of the report */
    plan: v.pipe(v.array(Line), v.maxLength(LIMITS.researchPlan)),
    budget: ResearchBudget,
    used: ResearchUsed,
    steps: v.array(ResearchStep),
    /** an error code, '' for none */
    error: v.pipe(v.string(), v.maxLength(100)),
    /** when the work began, and ended; 0 before */
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
