/**
 * The run that refines a research before its work: a language model asks the person a few questions with choices, and
 * makes the plan from the answers. Without a model no questions are asked, and the plan is made of the words of the
 * question.
 *
 *   CLARIFYING ─┬► WAITING_FOR_USER ─ answers ─► PLANNING ─┐
 *               └ nothing to ask, or no model ─────────────┴► PLAN_REVIEW ─ feedback ─► PLANNING
 */
import * as v from 'valibot';
import { LIMITS } from '../../../sync/model/limits';
import type { ResearchDialogue } from '../../../sync/model/kinds/researches';
import type { ErrorCode } from '../../../sync/protocol/errors';
import { RunContinues } from '../../runs/failure';
import type { RunContext, RunKind } from '../../runs/run';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { modelRunFailure } from '../ai-providers/run-failure';
import type { CoreServices } from '../context';
import { WatchedRuns } from '../watched-runs';
import { askModel, inLanguage, type Prompt } from '../ai-providers/ask-model';
import { notifyOwner } from './notice';
import { REFINE_RUN, idOfUse } from './requests';
import { REFINING, setStage } from './stages';
import { distinct, planLine, subquestionsOf, withoutRepeated } from './subquestions';

const ATTEMPTS = 3;
const FINAL: readonly ErrorCode[] = ['USER_SERVICE_QUOTA_EXCEEDED', 'PROVIDER_INPUT_TOO_LARGE'];
const LEAST_CHOICES = 2;

const Line = v.pipe(v.string(), v.maxLength(4000));
const Clarifications = v.object({ questions: v.array(v.object({ question: Line, choices: v.array(Line) })) });
const Plan = v.object({ questions: v.array(Line) });

type Research = StoredDoc<'researches'>;
type Context = RunContext<unknown>;

const clarifyPrompt = ({ question, language }: Research): Prompt => ({
  name: 'clarifications',
  rules: [
    'A person wants a question researched.',
    'Ask what you have to know to research what they mean: scope, time, place, purpose.',
    `${inLanguage(language)} At most ${LIMITS.researchDialogue} questions; none if the question is clear.`,
    `Each has ${LEAST_CHOICES} to ${LIMITS.researchChoices} short choices.`,
  ],
  data: [],
  request: `Question: ${question}`,
});

/** Question, plan and feedback of the followed research; without its sources and report, which may be confidential. */
type Earlier = Pick<Research, 'question' | 'plan' | 'feedback'>;

const earlierLines = ({ question, plan, feedback }: Earlier): string[] => [
  `It goes on from an earlier research: ${question}`,
  ...(plan.length > 0 ? ['Already investigated there, and not to be repeated:', ...plan] : []),
  ...(feedback.length > 0 ? ['What the person said there:', ...feedback] : []),
];

const planPrompt = ({ question, language, dialogue, feedback, plan }: Research, earlier: Earlier | null): Prompt => ({
  name: 'plan',
  rules: [
    'You plan the research of a question: name the questions whose answers it needs, in the order of a report.',
    `${inLanguage(language)} Three to ${LIMITS.researchPlan} questions.`,
    'Each is understandable by itself, and written as one would search for it.',
  ],
  data: [],
  request: [
    `Question: ${question}`,
    ...(earlier ? earlierLines(earlier) : []),
    ...dialogue.flatMap((each) => (each.answer === '' ? [] : [`${each.question} ${each.answer}`])),
    ...(plan.length > 0 ? ['The plan so far:', ...plan] : []),
    ...(feedback.length > 0 ? ['What the person says about it:', ...feedback] : []),
  ].join('\n'),
});

/**
 * The plan without a model: the person's words, also on the followed research, without its questions; but with what they
 * ask for again about this plan.
 */
export function planOfWords(
  { question, feedback }: Pick<Research, 'question' | 'feedback'>,
  earlier: Earlier | null,
): string[] {
  const words = subquestionsOf([question, ...feedback, ...(earlier?.feedback ?? [])], Infinity);
  const plan = withoutRepeated(words, earlier?.plan ?? [], subquestionsOf(feedback, Infinity));
  return plan.slice(0, LIMITS.researchPlan);
}

/** Makes the dialogue from a model's questions; questions with fewer than LEAST_CHOICES choices are dropped. */
export const askable = (questions: readonly { question: string; choices: readonly string[] }[]): ResearchDialogue[] =>
  questions
    .map(({ question, choices }) => ({
      question: planLine(question),
      choices: [...new Set(choices.map(planLine))].filter((choice) => choice !== '').slice(0, LIMITS.researchChoices),
      answer: '',
    }))
    .filter(({ question, choices }) => question !== '' && choices.length >= LEAST_CHOICES)
    .slice(0, LIMITS.researchDialogue);

export function refineRun(core: CoreServices): RunKind<unknown> {
  const { sync, usage } = core;
  const watched = new WatchedRuns(core.live);

  /** Reads the research; null if it was deleted, is hidden from the person, or is at another stage. */
  const read = async (tx: Pick<SyncTransaction, 'get' | 'roleIn'>, { ownerId, subject }: Context) => {
    const research = await tx.get('researches', subject.id);
    if (!research || !REFINING.includes(research.stage)) return null;
    return (await tx.roleIn(research.space, ownerId)) === null ? null : research;
  };

  /** The followed research; null if there is none or the person may not see it. */
  const earlierOf = async (
    tx: Pick<SyncTransaction, 'get' | 'roleIn'>,
    { ownerId }: Context,
    { followsId }: Research,
  ): Promise<Earlier | null> => {
    const earlier = followsId === '' ? null : await tx.get('researches', followsId);
    return earlier && (await tx.roleIn(earlier.space, ownerId)) !== null ? earlier : null;
  };

  async function refine(context: Context): Promise<void> {
    const { companyId, ownerId: userId, runId, signal } = context;
    const found = await sync.read(companyId, async (tx) => {
      const research = await read(tx, context);
      return research && { research, earlier: await earlierOf(tx, context, research) };
    });
    if (!found) return;
    const { research, earlier } = found;
    // counts a research that a device created; the call `start` has counted its research under the same id
    await usage.consume({ companyId, userId }, 'deepresearch.call', idOfUse(research.id));
    const chat = await core.ai.chat(companyId);
    const asking = chat && { core, companyId, userId, runId, signal, chat, service: 'deepresearch.call' as const };
    const isClarifying = research.stage === 'CLARIFYING';
    const asked =
      asking && isClarifying
        ? await context.step('clarify', research.question, () =>
            askModel(asking, Clarifications, clarifyPrompt(research)),
          )
        : null;
    const dialogue = askable(asked?.value?.questions ?? []);
    if (dialogue.length > 0) return change(context, 'WAITING_FOR_USER', { dialogue });
    const prompt = planPrompt(research, earlier);
    const planned = asking ? await context.step('plan', prompt.request, () => askModel(asking, Plan, prompt)) : null;
    const wanted = distinct(planned?.value?.questions ?? []);
    const plan = wanted.length > 0 ? wanted : planOfWords(research, earlier);
    return change(context, 'PLAN_REVIEW', { plan });
  }

  /** The research waits for the person from now on. */
  async function change(context: Context, stage: 'WAITING_FOR_USER' | 'PLAN_REVIEW', changes: object): Promise<void> {
    const isWatched = await core.live.isWatching(context.companyId, context.subject, context.ownerId);
    context.signal.throwIfAborted();
    await sync.write(context.companyId, async (tx) => {
      if (!(await read(tx, context))) return;
      await setStage(tx, context.subject.id, stage, { ...changes, error: '' });
      if (!isWatched) await notifyOwner(tx, context, 'researchAsks');
    });
  }

  return {
    name: REFINE_RUN,
    queue: { concurrency: core.platform.config.researchesAtOnce },
    attempts: ATTEMPTS,
    whenOwnerLeaves: 'cancel',
    transaction: (companyId, work) => sync.write(companyId, work),
    async handle(context) {
      try {
        await refine(context);
      } catch (error) {
        if (context.signal.aborted || error instanceof RunContinues) throw error;
        await watched.observe(context);
        throw modelRunFailure(error, FINAL);
      }
    },
    async ended(run) {
      const { companyId, ownerId, subject, state, error } = run;
      const isWatched = watched.take(run.id);
      if (state === 'SUCCEEDED') return;
      const hasFailed = state === 'FAILED';
      await sync.write(companyId, async (tx) => {
        const research = await tx.get('researches', subject.id);
        if (!research || !REFINING.includes(research.stage)) return;
        await setStage(tx, subject.id, hasFailed ? 'FAILED' : 'CANCELLED', { error, endedAt: tx.now() });
        await usage.giveBack(companyId, [idOfUse(subject.id)]);
        const isMember = (await tx.roleIn(research.space, ownerId)) !== null;
        if (hasFailed && !isWatched && isMember) await notifyOwner(tx, run, 'researchFailed');
      });
    },
    restarted: ({ companyId, subject }) =>
      sync.write(companyId, async (tx) => {
        const research = await tx.get('researches', subject.id);
        if (!research) return;
        const stage = research.dialogue.length + research.feedback.length > 0 ? 'PLANNING' : 'CLARIFYING';
        await setStage(tx, subject.id, stage, { error: '', endedAt: 0 });
      }),
  };
}
