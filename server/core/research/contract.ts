/**
 * The calls of deep research (workspace 7). Researches are replicated documents; these calls start one, answer its
 * questions, change its plan, start and stop its work, share it, and return its report.
 */
import * as v from 'valibot';
import { Id, IdOrNone } from '../../../sync/model/id-schemas';
import { ItemShareRange } from '../../../sync/model/kinds/notes';
import { reports } from '../../../sync/model/kinds/reports';
import {
  RESEARCH_STAGES,
  ResearchBudget,
  researches,
  ResearchSources,
  ResearchStep,
} from '../../../sync/model/kinds/researches';
import { threads } from '../../../sync/model/kinds/threads';
import { turns } from '../../../sync/model/kinds/turns';
import { LIMITS } from '../../../sync/model/limits';
import { line } from '../../../sync/model/text';
import { defineCall } from '../../../sync/protocol/call';
import { pageFields, pageOf, Search } from '../../../sync/protocol/paging';

const Question = turns.fields.question;
const OfResearch = v.object({ id: Id });
const Nothing = v.object({});

/** A research with its report, which is null until it is written. */
export const ResearchView = v.object({
  ...researches.schema.entries,
  title: v.string(),
  projectId: IdOrNone,
  creatorId: Id,
  shareRange: ItemShareRange,
  report: v.nullable(reports.schema),
});

/** `stage`: the research entered a stage. `done`: the research waits for the person, or has ended. */
export const ResearchEvent = v.variant('type', [
  v.object({ type: v.literal('stage'), stage: v.picklist(RESEARCH_STAGES) }),
  v.object({ type: v.literal('done'), research: researches.schema }),
]);
export type ResearchEvent = v.InferOutput<typeof ResearchEvent>;

export const researchCalls = {
  start: defineCall({
    service: 'research',
    method: 'POST',
    path: '/research/',
    who: 'member',
    idempotent: true,
    perMinute: 10,
    summary: 'Starts a deep research of a question: it asks follow-up questions first, or makes a plan.',
    input: v.object({
      title: Question,
      projectId: v.optional(IdOrNone, ''),
      /** the research that this one follows up */
      followsId: v.optional(IdOrNone, ''),
    }),
    output: v.object({ session_id: Id }),
    errors: ['CHAT_QUESTION_REQUIRED', 'PROJECT_NOT_FOUND', 'USER_SERVICE_QUOTA_EXCEEDED', 'PARAM_ERROR'],
  }),
  chat: defineCall({
    service: 'research',
    method: 'POST',
    path: '/research/{sid}/chat',
    who: 'member',
    answer: 'events',
    perMinute: 30,
    summary:
      'Answers the next open question of a research, or says how its plan should change. Streams its stages until it ' +
      'waits for its person again.',
    input: v.object({ sid: Id, user_input: Question }),
    output: ResearchEvent,
    errors: [
      'DEEP_RESEARCH_NOT_FOUND',
      'DEEP_RESEARCH_FEEDBACK_ERROR',
      'NO_PERMISSION',
      'CHAT_QUESTION_REQUIRED',
      'PARAM_ERROR',
    ],
  }),
  feedbacks: defineCall({
    service: 'core',
    method: 'POST',
    path: '/deep-research/{id}/feedbacks',
    who: 'member',
    perMinute: 30,
    summary:
      'The same without a stream. An empty `feedback` skips the open questions: the plan is made without answers. ' +
      'After the end it says what its person thinks of the report, for a research that goes on from it.',
    input: v.object({ id: Id, feedback: v.pipe(v.string(), v.maxLength(LIMITS.question.max, 'PARAM_ERROR')) }),
    output: researches.schema,
    errors: ['DEEP_RESEARCH_NOT_FOUND', 'DEEP_RESEARCH_FEEDBACK_ERROR', 'NO_PERMISSION', 'PARAM_ERROR'],
  }),
  savePlan: defineCall({
    service: 'core',
    method: 'POST',
    path: '/deep-research/{id}/plan',
    who: 'member',
    summary: 'Replaces the questions, the budget and the searched sources of a plan that has not been started.',
    input: v.object({
      id: Id,
      plan: v.optional(
        v.pipe(
          v.array(line({ min: 1, max: LIMITS.researchQuestion.max }, 'PARAM_ERROR')),
          v.minLength(1, 'PARAM_ERROR'),
          v.maxLength(LIMITS.researchPlan, 'PARAM_ERROR'),
        ),
      ),
      // unknown fields are removed
      budget: v.optional(v.object(ResearchBudget.entries)),
      usesWeb: v.optional(v.boolean()),
      own: v.optional(v.object(ResearchSources.entries)),
    }),
    output: researches.schema,
    errors: ['DEEP_RESEARCH_NOT_FOUND', 'DEEP_RESEARCH_STAGE_ERROR', 'NO_PERMISSION', 'PARAM_ERROR'],
  }),
  begin: defineCall({
    service: 'core',
    method: 'POST',
    path: '/deep-research/{id}/begin',
    who: 'member',
    summary: 'Starts a research according to its plan.',
    input: OfResearch,
    output: researches.schema,
    errors: [
      'DEEP_RESEARCH_NOT_FOUND',
      'DEEP_RESEARCH_STAGE_ERROR',
      'NO_PERMISSION',
      'USER_SERVICE_QUOTA_EXCEEDED',
      'PARAM_ERROR',
    ],
  }),
  cancel: defineCall({
    service: 'core',
    method: 'POST',
    path: '/deep-research/{id}/cancel',
    who: 'member',
    summary: 'Stops a research; its findings so far become a partial report.',
    input: OfResearch,
    output: Nothing,
    errors: ['DEEP_RESEARCH_NOT_FOUND', 'NO_PERMISSION'],
  }),
  retry: defineCall({
    service: 'core',
    method: 'POST',
    path: '/deep-research/{id}/retry',
    who: 'member',
    perMinute: 10,
    summary: 'Resumes a research that was stopped or failed, with its findings so far.',
    input: OfResearch,
    output: Nothing,
    errors: ['DEEP_RESEARCH_NOT_FOUND', 'DEEP_RESEARCH_STAGE_ERROR', 'NO_PERMISSION', 'USER_SERVICE_QUOTA_EXCEEDED'],
  }),
  searchMine: defineCall({
    service: 'core',
    method: 'POST',
    path: '/deep-research/search/page',
    who: 'member',
    summary: 'The caller’s deep researches whose titles contain a text, newest first.',
    input: v.object({ ...pageFields(20), keyword: Search }),
    output: pageOf(threads.schema),
    errors: ['PARAM_ERROR'],
  }),
  get: defineCall({
    service: 'core',
    method: 'GET',
    path: '/deep-research/suit/{id}',
    who: 'member',
    summary: 'A deep research with its dialogue, plan, steps and report.',
    input: OfResearch,
    output: ResearchView,
    errors: ['DEEP_RESEARCH_NOT_FOUND'],
  }),
  report: defineCall({
    service: 'core',
    method: 'GET',
    path: '/deep-research/{id}/report',
    who: 'member',
    summary: 'The report of a deep research, or its source dossier, also as Markdown.',
    input: OfResearch,
    output: v.object({ ...reports.schema.entries, title: v.string(), content: v.string() }),
    errors: ['DEEP_RESEARCH_NOT_FOUND', 'DEEP_RESEARCH_REPORT_NOT_FOUND'],
  }),
  step: defineCall({
    service: 'core',
    method: 'GET',
    path: '/deep-research/{id}/step',
    who: 'member',
    summary: 'The stage of a deep research, its steps, and how much of its budget is used.',
    input: OfResearch,
    output: v.object({
      id: Id,
      stage: v.picklist(RESEARCH_STAGES),
      error: v.string(),
      steps: v.array(ResearchStep),
      budget: ResearchBudget,
      used: researches.fields.used,
    }),
    errors: ['DEEP_RESEARCH_NOT_FOUND'],
  }),
  setShare: defineCall({
    service: 'core',
    method: 'POST',
    path: '/deep-research/share/set',
    who: 'member',
    summary:
      'Shares a deep research with its report and quoted passages, or makes it private. `public`: the organization ' +
      'reads it, and everybody with the link sees its slides.',
    input: v.object({ id: Id, shareRange: ItemShareRange }),
    output: threads.schema,
    errors: [
      'DEEP_RESEARCH_NOT_FOUND',
      'NO_PERMISSION',
      'PROJECT_NOT_FOUND',
      'PUBLIC_LINKS_OFF',
      'PUBLIC_LINK_TAKEN',
      'PARAM_ERROR',
    ],
  }),
  html: defineCall({
    service: 'core',
    method: 'GET',
    path: '/deep-research/{id}/html',
    who: 'member',
    perMinute: 120,
    summary: 'The report of a deep research as safe HTML, for those who may read it.',
    input: OfResearch,
    output: v.object({ id: Id, title: v.string(), html: v.string(), updatedAt: v.number() }),
    errors: ['DEEP_RESEARCH_NOT_FOUND', 'DEEP_RESEARCH_REPORT_NOT_FOUND'],
  }),
};
