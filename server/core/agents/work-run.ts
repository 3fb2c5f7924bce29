/**
 * The run that does an agent's work on a question, built on chat/question-run.ts:
 *
 *   plan ─► own sources ─► plan … ─┬► no web steps ─► answer ─► changes are proposed ─► done, or waiting for decisions
 *                                  └► web or page: proposed; the run ends ─ decided ─► a new run continues with `plan`
 *
 * The planner (plan.ts) gets no text of sources, and the writer, which gets it, has no tools. The call that confirms a
 * change makes it (proposals.ts), never a run. Plans, passages and the text are stored steps, so an attempt after a
 * crash does not repeat them. Before a run ends to wait for a decision, it stores the passages of the web and of
 * temporary files in the incomplete answer, for the next run: the web is not searched twice, and temporary files may
 * expire.
 */
import type { AgentTool } from '../../../sync/model/agents';
import { isOutsideTool } from '../../../sync/model/agents';
import type { AgentStep } from '../../../sync/model/kinds/agent-works';
import type { AnswerSource } from '../../../sync/model/kinds/answers';
import { agentWorkId } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import { CallError } from '../../../sync/protocol/errors';
import type { ChatProvider } from '../../ai/chat/provider';
import { estimateTokens } from '../../ai/tokens';
import type { RunKind } from '../../runs/run';
import type { StoredDoc } from '../../sync/store';
import { askModel } from '../ai-providers/ask-model';
import type { CoreServices } from '../context';
import { AGENT_RUN } from '../chat/answer-requests';
import { uselessIn } from '../chat/conversation';
import { Delivery, SourceLost, type Written } from '../chat/delivery';
import { joinedQuestion, searchedFor } from '../chat/follow-up';
import { questionRun, type Question, type QuestionContext } from '../chat/question-run';
import { quotedAnswer, type Asked, type Gathered } from '../chat/sources';
import { writeByModel } from '../chat/writing';
import { itemsOf } from './checklist';
import { filesOf, findFor, gathered, keptFindings, type Findings } from './gathering';
import { isAllowed } from './permission';
import { acceptedSteps, Plan, planPrompt, planWithoutModel, type PlannedStep, type Planning } from './plan';
import { holdsUp, proposalOf, stageOfProposals, WorkBook, withStep, type StoredWork } from './work-book';
import { concluded } from './work-end';
import { workerOf, type Worker } from './worker';

const SERVICE = 'agent.retrieve';
/** share of the tokens that planning may use; the rest is for the answer */
const PLANNING_SHARE = 0.4;
/** context tokens that the answer gets at least, even if planning has used up the limit */
const ANSWER_TOKENS = 4_000;

/** name of the stored step with the sources of earlier runs */
const KEPT_STEP = 'kept';
/** matches the names of stored web and page steps; the name of a search of own sources has the round after the id */
const OUTSIDE_STEP = /^find\/[^/]+$/;

interface Task extends Question {
  worker: Worker;
  kept: StoredDoc<'answers'> | null;
}

export const agentUseId = (turnId: string): string => `${turnId}/agent`;

const isChange = ({ kind }: Pick<AgentStep, 'kind'>): boolean =>
  kind === 'note' || kind === 'checklist' || kind === 'research';

/** Instructions for an answer whose text becomes a note or checklist. */
const PURPOSES: Partial<Record<AgentStep['kind'], string>> = {
  note: 'Your answer becomes the text of a note: write what the note should say, without speaking about the note.',
  checklist: 'The items of your answer become a checklist: write them as one Markdown list, each item one short line.',
};

/** One round of the work on a question. */
class AgentWorker {
  private readonly book: WorkBook;
  private readonly delivery: Delivery;
  private readonly findings: Findings[] = [];
  private work!: StoredWork;
  private asked!: Asked;
  /** the person and the organization allow a web search, and there is a search provider */
  private canSearchWeb = false;

  constructor(
    private readonly core: CoreServices,
    private readonly context: QuestionContext,
    private readonly task: Task,
    private readonly chat: ChatProvider | null,
    private readonly round: number,
    private readonly missingModel: string,
  ) {
    this.book = new WorkBook(core.sync, context.companyId, context.subject.id);
    this.delivery = new Delivery(core, context, task.turn);
  }

  async run(partial: (written: Written) => void): Promise<void> {
    const { task } = this;
    this.canSearchWeb = await this.hasWebSearch();
    const missing = { missingModel: this.missingModel, unable: this.unable() };
    this.work = await this.book.begin(task.worker, task.turn, missing);
    try {
      this.asked = await this.askedOf();
      if (await this.find()) return;
      await this.write(partial);
    } catch (error) {
      if (error instanceof SourceLost) await this.delivery.withdraw();
      throw error;
    } finally {
      this.delivery.live.stop();
    }
  }

  private async askedOf(): Promise<Asked> {
    const { turn, thread, earlier, worker } = this.task;
    const { exchanges } = earlier;
    const question = { question: turn.question, exchanges, service: SERVICE } as const;
    const agent = { name: worker.name, instructions: worker.instructions, purpose: [] };
    const searched = await searchedFor(this.core, this.context, question, this.chat);
    return { turn, thread, project: null, agent, exchanges, useless: uselessIn(exchanges), searched };
  }

  private async hasWebSearch(): Promise<boolean> {
    const { turn, worker } = this.task;
    if (!turn.usesWeb || !worker.tools.includes('web')) return false;
    return (await this.core.ai.search(this.context.companyId)) !== null;
  }

  /** Tools of the agent that the organization has no provider for. A web search that the person excluded is not one. */
  private unable(): AgentTool[] {
    const { turn, worker } = this.task;
    return worker.tools.filter((tool) => !this.isOffered(tool) && (tool !== 'web' || turn.usesWeb));
  }

  /** Plans and searches. Returns whether the work waits for decisions. */
  private async find(): Promise<boolean> {
    const parts = this.parts();
    // store them as a step: this attempt overwrites the answer, and a later one needs the same sources
    const kept = await this.context.step(KEPT_STEP, '', () => Promise.resolve(this.keptOf()));
    if (!kept.sources.some(({ kind }) => kind === 'temporary')) this.findings.push(await filesOf(parts));
    this.findings.push(keptFindings(kept.sources, kept.failed));
    for (const step of this.work.steps) await this.execute(step);
    while (this.work.limit === '') {
      const fresh = acceptedSteps(await this.plan(), this.planning());
      if (fresh.length === 0) break;
      await this.note((work) => ({ steps: [...work.steps, ...fresh] }));
      for (const step of fresh) await this.execute(step);
      if (this.work.steps.length >= LIMITS.agentSteps) await this.note(() => ({ limit: 'steps' }));
      // planning continues after the decision
      if (this.work.steps.some(isHeldUp)) break;
    }
    if (!this.work.steps.some(isHeldUp)) return false;
    await this.wait();
    return true;
  }

  private parts() {
    const { core, context, task, asked } = this;
    const tell = (activity: 'searching' | 'reading', name: string): void => this.delivery.activity(activity, name);
    const { exchanges, searched } = asked;
    return { core, context, turn: task.turn, worker: task.worker, exchanges, searched, tell };
  }

  /** Passages of the web and of temporary files that earlier runs of this work stored. */
  private keptOf(): Pick<StoredDoc<'answers'>, 'sources' | 'failed'> {
    const { kept } = this.task;
    if (kept?.isComplete !== false) return { sources: [], failed: [] };
    return { sources: kept.sources.filter(isKeptSource), failed: kept.failed };
  }

  private planning(): Planning {
    const { turn, earlier, worker } = this.task;
    return {
      ...{ worker, question: turn.question, steps: this.work.steps },
      earlier: earlier.exchanges.map((exchange) => exchange.turn.question),
      tools: worker.tools.filter((tool) => this.isOffered(tool)),
    };
  }

  /** Whether the planner may use a tool: a web search may not be possible; changes need the text of a model. */
  private isOffered(tool: AgentTool): boolean {
    if (tool === 'web') return this.canSearchWeb;
    return this.chat !== null || !isChange({ kind: tool });
  }

  private async plan(): Promise<readonly PlannedStep[]> {
    const planning = this.planning();
    if (planning.tools.length === 0) return [];
    const { chat, core, context } = this;
    if (!chat) return planWithoutModel({ ...planning, question: joinedQuestion(this.asked.searched) });
    if (this.work.tokens >= LIMITS.agentTokens * PLANNING_SHARE) {
      await this.note(() => ({ limit: 'tokens' }));
      return [];
    }
    const { companyId, ownerId: userId, runId, signal } = context;
    const prompt = planPrompt(planning);
    const asking = { core, companyId, userId, runId, signal, chat, service: SERVICE } as const;
    const answer = await context.step(`plan/${planning.steps.length}`, prompt, () => askModel(asking, Plan, prompt));
    await this.note((work) => ({ tokens: work.tokens + answer.tokens }));
    // if the model returns no plan, search own sources
    return answer.value?.steps ?? planWithoutModel({ ...planning, tools: ['own'] });
  }

  /**
   * Executes a search of own sources, or a web or page step that the person confirmed. A finished web or page step is
   * not repeated: its passages are in the stored answer.
   */
  private async execute(step: AgentStep): Promise<void> {
    if (isChange(step) || step.kind === 'answer' || (step.state !== 'running' && step.state !== 'done')) return;
    const isOutside = isOutsideTool(step.kind);
    const isKept = isOutside && step.state === 'done';
    const name = isOutside ? `find/${step.id}` : `find/${step.id}/${this.round}`;
    const found = await this.context.step<Findings | null>(name, step.text, () =>
      isKept ? Promise.resolve(null) : findFor(this.parts(), step),
    );
    if (!found) return;
    this.findings.push(found);
    if (isKept) return;
    const hasFailed = found.passages.length === 0 && found.failed.length > 0;
    await this.note((work) => ({
      steps: withStep(work.steps, step.id, {
        state: hasFailed ? 'failed' : 'done',
        found: found.passages.length,
        error: hasFailed ? found.failed[0]!.error : '',
      }),
    }));
  }

  /** Stores passages of the web and of temporary files in the incomplete answer, and proposes web and page steps. */
  private async wait(): Promise<void> {
    const { sources, failed } = this.gathered();
    const kept = sources.filter(isKeptSource).map(({ score: _, ...source }) => source);
    if (kept.length > 0)
      await this.delivery.write({
        ...{ text: '', citations: [], sources: kept, failed, leftOut: { turns: 0, passages: 0 } },
        ...{ isClosest: false, isComplete: false, mode: 'extractive' as const, provider: '', model: '' },
      });
    await this.note((work) => {
      const known = new Set(work.proposals.map(({ id }) => id));
      const fresh = work.steps.filter((step) => isHeldUp(step) && !known.has(step.id));
      return { stage: 'waiting', proposals: [...work.proposals, ...fresh.map((step) => proposalOf(step))] };
    });
  }

  private async write(partial: (written: Written) => void): Promise<void> {
    const { chat, core, context, task, delivery } = this;
    const found = this.gathered();
    await delivery.check(found.sources);
    delivery.live.reset();
    delivery.activity('writing', '');
    const purpose = this.work.steps.flatMap(({ kind }) => PURPOSES[kind] ?? []);
    const asked: Asked = { ...this.asked, agent: { ...this.asked.agent!, purpose } };
    const written = chat
      ? await writeByModel(
          { core, context, delivery, asked, gathered: found, earlier: task.earlier },
          within(chat, Math.max(ANSWER_TOKENS, LIMITS.agentTokens - this.work.tokens)),
          partial,
        )
      : quotedAnswer(core.extractive, asked, found);
    await delivery.write(written);
    const used = written.sources.reduce((sum, { text }) => sum + estimateTokens(text), estimateTokens(written.text));
    await this.note((work) => {
      const proposals = [...work.proposals, ...(written.isComplete ? changesOf(work, written) : [])];
      const steps = work.steps.map((step) =>
        isChange(step) && step.state === 'waiting' ? { ...step, state: 'done' as const } : step,
      );
      return { proposals, steps, stage: stageOfProposals(proposals), tokens: work.tokens + (chat ? used : 0) };
    });
  }

  private gathered(): Gathered {
    return gathered(this.findings, this.asked.useless);
  }

  private async note(changes: Parameters<WorkBook['change']>[0]): Promise<void> {
    this.context.signal.throwIfAborted();
    this.work = (await this.book.change(changes)) ?? this.work;
  }
}

/** Sources to store before the run waits: the web is not searched twice, and a temporary file may expire. */
const isKeptSource = ({ kind }: Pick<AnswerSource, 'kind'>): boolean => kind === 'web' || kind === 'temporary';

const isHeldUp = ({ kind, state }: AgentStep): boolean =>
  kind !== 'answer' && isOutsideTool(kind) && state === 'waiting';

/** Proposals for planned changes, filled from the answer. */
function changesOf(work: StoredWork, written: Written): StoredWork['proposals'] {
  const known = new Set(work.proposals.map(({ id }) => id));
  const items = itemsOf(written);
  return work.steps
    .filter((step) => isChange(step) && !known.has(step.id))
    .filter(({ kind }) => kind !== 'checklist' || items.length > 0)
    .map((step) => proposalOf(step, step.kind === 'checklist' ? items : []));
}

/** Limits the context of a model to a number of tokens. */
const within = (chat: ChatProvider, tokens: number): ChatProvider => ({
  ...{ name: chat.name, model: chat.model, price: chat.price },
  contextTokens: Math.min(chat.contextTokens, tokens),
  stream: (request) => chat.stream(request),
});

export function agentRun(core: CoreServices): RunKind<unknown> {
  return questionRun<Task>(core, {
    name: AGENT_RUN,
    async read(tx, question, { ownerId }) {
      const { turn, thread } = question;
      const kept = await tx.get('answers', turn.id);
      const work = await tx.get('agentWorks', agentWorkId(turn.id));
      // with a complete answer, continue only if an earlier attempt ended before it stored the proposals
      if (kept?.isComplete && work?.stage !== 'working' && work?.stage !== 'stopped') return null;
      // the work waits for decisions; the last one starts another run
      if (work?.stage === 'waiting' && work.proposals.some(holdsUp)) return null;
      if (!(await isAllowed(tx, ownerId))) throw new CallError('AGENT_NOT_ENABLED');
      return { ...question, worker: await workerOf(tx, thread, ownerId), kept };
    },
    async answer(context, task, round, partial) {
      const { companyId, ownerId: userId, subject } = context;
      await core.usage.consume({ companyId, userId }, SERVICE, agentUseId(subject.id));
      const { model = '' } = task.worker;
      const chat = await core.ai.chat(companyId, model);
      const isMissing = chat !== null && model !== '' && !(await core.ai.chatModels(companyId)).includes(model);
      await new AgentWorker(core, context, task, chat, round, isMissing ? model : '').run(partial);
    },
    // a web or page step was confirmed for one execution: a retry uses its stored passages
    repeats: (step) => step !== KEPT_STEP && !OUTSIDE_STEP.test(step),
    usesOf: ({ subject }) => [agentUseId(subject.id)],
    concluded,
  });
}
