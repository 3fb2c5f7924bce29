/**
 * Commands for deep research: a new research is a pair of pending rows, as a question and its chat are. All other
 * commands are calls of the outbox, since only the server changes a research. Screens show a queued call immediately
 * (host/live/research.ts).
 */
import { FIRST_BUDGET, type Research, type ResearchSources } from '../../../model/kinds/researches';
import { LIMITS } from '../../../model/limits';
import { CallError } from '../../../protocol/errors';
import type { OutboxCall } from '../../storage/device-rows';
import type { NewCall } from '../outbox';
import { checkedFields, create, type CommandContext, type Handlers } from './context';
import { createThread } from './create-thread';

export type ResearchAction = 'answer' | 'plan' | 'begin' | 'stop' | 'retry';

const PATHS: Record<ResearchAction, string> = {
  answer: '/deep-research/{id}/feedbacks',
  plan: '/deep-research/{id}/plan',
  begin: '/deep-research/{id}/begin',
  stop: '/deep-research/{id}/cancel',
  retry: '/deep-research/{id}/retry',
};
const LABELS: Record<ResearchAction, string> = {
  answer: 'researchAnswer',
  plan: 'researchPlan',
  begin: 'researchBegin',
  stop: 'researchStop',
  retry: 'researchRetry',
};

/**
 * They carry words of the person, which must not be deleted without notice if a colleague deletes the research. If the
 * person deletes it on this device, these calls end with it, too (removal.ts).
 */
const WITH_WORDS: readonly ResearchAction[] = ['answer', 'plan'];

/** The action of a queued call; null for other calls. */
export const researchActionOf = ({ path }: Pick<OutboxCall, 'path'>): ResearchAction | null =>
  (Object.keys(PATHS) as ResearchAction[]).find((action) => PATHS[action] === path) ?? null;

export type ResearchPlan = Pick<Research, 'plan' | 'budget' | 'usesWeb' | 'own'>;

/** The title of an own research. Throws DEEP_RESEARCH_NOT_FOUND, NO_PERMISSION */
async function ownResearch({ account, documents }: CommandContext, id: string): Promise<string> {
  const thread = await documents.get('threads', id);
  if (!thread || !(await documents.get('researches', id))) throw new CallError('DEEP_RESEARCH_NOT_FOUND');
  if (thread.creatorId !== account.userId) throw new CallError('NO_PERMISSION');
  return thread.title;
}

async function callOf(
  context: CommandContext,
  action: ResearchAction,
  id: string,
  input: object = {},
): Promise<NewCall> {
  return {
    service: 'core',
    method: 'POST',
    path: PATHS[action],
    input: { id, ...input },
    label: { key: LABELS[action], params: { title: await ownResearch(context, id) } },
    about: `researches/${id}`,
    ...(WITH_WORDS.includes(action) ? {} : { endsWithDocument: true as const }),
    after: [`researches/${id}`],
  };
}

const queue = async (context: CommandContext, action: ResearchAction, id: string, input: object = {}): Promise<void> =>
  void (await context.outbox.add(await callOf(context, action, id, input)));

/** Removes titles of chosen documents: colleagues may receive the research but not those documents. */
const untitled = (own: ResearchSources): ResearchSources => ({
  ...own,
  context: own.context.map((each) => ({ ...each, title: '' })),
});

/** Queues a change of the plan, merged with a waiting one. */
async function queuePlan(context: CommandContext, id: string, { own, ...plan }: Partial<ResearchPlan>): Promise<void> {
  const checked = checkedFields('researches', { ...plan, ...(own ? { own: untitled(own) } : {}) });
  if (checked.plan?.length === 0) throw new CallError('PARAM_ERROR', { fieldErrors: { plan: 'PARAM_ERROR' } });
  const call = await callOf(context, 'plan', id, checked);
  await context.outbox.replace(
    (waiting) => researchActionOf(waiting) === 'plan' && (waiting.input as { id: string }).id === id,
    (replaced) => ({ ...call, input: Object.assign({}, ...replaced.map(({ input }) => input), call.input) as object }),
  );
}

export const researchCommands: Handlers<'research'> = {
  /** The thread is written first, since lists show a research by its thread. */
  async 'research.start'(context, { question, projectId = '', usesWeb, own, language, followsId = '' }) {
    const checked = checkedFields('researches', {
      ...{ question, usesWeb, language, followsId },
      ...(own ? { own: untitled(own) } : {}),
    }) as Pick<Research, 'question' | 'usesWeb' | 'own' | 'language' | 'followsId'>;
    const { id, space } = await createThread(context, { kind: 'research', projectId, question: checked.question });
    await create(context, 'researches', 'owner', {
      ...checked,
      id,
      space,
      stage: 'DRAFT',
      dialogue: [],
      feedback: [],
      plan: [],
      budget: { ...FIRST_BUDGET },
      used: { sources: 0, tokens: 0, ms: 0 },
      steps: [],
      error: '',
      startedAt: 0,
      endedAt: 0,
    });
    return { id };
  },

  async 'research.answer'(context, { id, text }) {
    if (text.length > LIMITS.question.max) throw new CallError('PARAM_ERROR', { fieldErrors: { text: 'PARAM_ERROR' } });
    await queue(context, 'answer', id, { feedback: text });
    return null;
  },

  async 'research.plan'(context, { id, ...plan }) {
    await queuePlan(context, id, plan);
    return null;
  },

  async 'research.begin'(context, { id, ...plan }) {
    await queuePlan(context, id, plan);
    await queue(context, 'begin', id);
    return null;
  },

  async 'research.stop'(context, { id }) {
    await queue(context, 'stop', id);
    return null;
  },

  async 'research.retry'(context, { id }) {
    await queue(context, 'retry', id);
    return null;
  },
};
