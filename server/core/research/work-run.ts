/**
 * The run that does the work of a research (server/runs, decision 062), from its plan to its report:
 *
 *   RESEARCHING ─► WRITING ─► VERIFYING ─► DONE, or PARTIAL if the report has limits (draft.ts, INCOMPLETE)
 *        │            │           ├ the provider is busy or unreachable: a new attempt, which reuses finished steps
 *        │            │           ├ the person lost access to a source: another round without it
 *        └────────────┴───────────┴ stopped, or failed finally ─► PARTIAL with the findings of finished steps;
 *                                                                  CANCELLED or FAILED if there are none
 *
 * A final failure after RESEARCHING has the code DEEP_RESEARCH_REPORT_ERROR; the limits of the report contain its
 * cause. If the person has left, only findings from the web are kept, since the report passes to the heir.
 *
 * A research counts as one use from its start; the use is given back if the research fails without findings.
 */
import { reportId } from '../../../sync/model/ids';
import type { ResearchStage } from '../../../sync/model/kinds/researches';
import { wellFormed } from '../../../sync/model/text';
import type { ErrorCode } from '../../../sync/protocol/errors';
import { highestPrice } from '../../ai/chat/provider';
import { RunContinues, RunFailure } from '../../runs/failure';
import type { Run, RunContext, RunKind } from '../../runs/run';
import type { SyncTransaction } from '../../sync/store';
import { modelRunFailure } from '../ai-providers/run-failure';
import type { CoreServices } from '../context';
import { previewOf, reportOf, type Draft, type ReportFields } from './draft';
import { investigate } from './investigate';
import { notifyOwner } from './notice';
import { idOfUse, WORK_RUN } from './requests';
import { REPORTING, setStage, WORKING } from './stages';
import { Steps } from './steps';
import { stepsOf, Timeline, type Used } from './timeline';
import { mustSee, SourceLost, type ResearchWork } from './work';

const ATTEMPTS = 4;
/** maximum number of rounds; each after the first because a source was withdrawn */
const ROUNDS = 5;
const FINAL: readonly ErrorCode[] = ['USER_SERVICE_QUOTA_EXCEEDED', 'PROVIDER_INPUT_TOO_LARGE'];

type Context = RunContext<unknown>;
type Of = Pick<Context, 'companyId' | 'runId' | 'ownerId' | 'subject'>;

export function workRun(core: CoreServices): RunKind<unknown> {
  const { sync, usage, platform } = core;

  /**
   * Reads the research; null if it was deleted or is at another stage. `hasLeft`: the person lost access, or the
   * research belongs to the heir.
   */
  const read = async (tx: Pick<SyncTransaction, 'get' | 'roleIn'>, { ownerId, subject }: Of) => {
    const research = await tx.get('researches', subject.id);
    const thread = research && (await tx.get('threads', subject.id));
    if (!research || !thread || !WORKING.includes(research.stage)) return null;
    const hasLeft = thread.creatorId !== ownerId || (await tx.roleIn(thread.space, ownerId)) === null;
    const project = thread.projectId ? await tx.get('projects', thread.projectId) : null;
    const seesProject = project && (await tx.roleIn(project.space, ownerId)) !== null;
    return { research, thread, project: seesProject ? project : null, hasLeft };
  };
  type Read = NonNullable<Awaited<ReturnType<typeof read>>>;

  /** Builds the state of the work. @param context null for a replay */
  async function workOf({ companyId, runId, ownerId, subject }: Of, found: Read, context: Context | null) {
    const { research, thread, project } = found;
    const stored = await core.runs.outputs(companyId, runId);
    const { startedAt } = research;
    // time in the queue does not count against the budget
    const beganAt = context
      ? await context.step('began', startedAt, () => Promise.resolve(platform.clock.now()))
      : ((stored.get('began', startedAt) as number | undefined) ?? startedAt);
    const elapsed = (): number => platform.clock.now() - beganAt;
    const used = (): Used => ({
      sources: steps.sourceCount,
      tokens: steps.tokens,
      ms: Math.max(0, elapsed()),
      // without a model a replay cannot price steps that an older version stored without their cost
      money: context ? steps.money : Math.max(steps.money, research.used.money ?? 0),
    });
    const timeline = new Timeline(core, { companyId, subject }, used, Math.max(startedAt, platform.clock.now()));
    const chat = context ? await core.ai.chat(companyId) : null;
    const steps = new Steps({
      budget: research.budget,
      price: chat ? highestPrice(chat) : 0,
      stored,
      elapsed,
      live: context && { context, timeline },
    });
    const work: ResearchWork = {
      core,
      companyId,
      runId,
      userId: ownerId,
      signal: context?.signal ?? new AbortController().signal,
      research,
      projectId: thread.projectId,
      project,
      chat,
      service: 'deepresearch.call',
      steps,
      limits: [],
      lost: new Set(),
      read: [],
    };
    return { work, timeline, used, stored };
  }

  /**
   * Stores the report; returns false if the research was deleted or is at another stage. Throws SourceLost if the
   * person may no longer see a source.
   */
  async function store(
    tx: SyncTransaction,
    of: Of,
    draft: Draft,
    report: ReportFields,
    end: {
      withoutOwn?: boolean;
      stage: ResearchStage;
      error: ErrorCode | '';
      steps?: Timeline['list'];
      used: Used;
    },
  ): Promise<boolean> {
    const found = await read(tx, of);
    if (!found) return false;
    const withoutOwn = found.hasLeft || end.withoutOwn === true;
    await mustSee({ core, companyId: of.companyId, userId: of.ownerId, lost: new Set(), withoutOwn }, draft.origins);
    const { id, space } = found.thread;
    const now = tx.now();
    await tx.put('reports', reportId(id), { ...report, space, threadId: id, writtenAt: now });
    const { stage, error, used, steps } = end;
    await setStage(tx, id, stage, { error, used: { ...used }, ...(steps ? { steps } : {}), endedAt: now });
    await tx.put('threads', id, { body: wellFormed(previewOf(report)) });
    return true;
  }

  /** One round, from the plan to the stored report. */
  async function round(context: Context): Promise<void> {
    const found = await sync.read(context.companyId, (tx) => read(tx, context));
    if (!found) return;
    // ends as failed; keepFindings then keeps the findings from the web
    if (found.hasLeft) throw new RunFailure('NO_PERMISSION', { isFinal: true });
    const { companyId, ownerId: userId } = context;
    await usage.consume({ companyId, userId }, 'deepresearch.call', idOfUse(context.subject.id));
    const { work, timeline, used } = await workOf(context, found, context);
    const draft = await investigate(work, (stage) => timeline.write(stage), work.chat !== null);
    const isWatched = await core.live.isWatching(companyId, context.subject, userId);
    context.signal.throwIfAborted();
    const report = reportOf(draft, null);
    const stage = report.isComplete ? 'DONE' : 'PARTIAL';
    const end = { stage, error: '', steps: timeline.list, used: used() } as const;
    await sync.write(companyId, async (tx) => {
      if ((await store(tx, context, draft, report, end)) && !isWatched) await notifyOwner(tx, context, 'researchReady');
    });
  }

  /**
   * Stores the report of a research that was stopped or failed, from its finished steps. If a source is withdrawn
   * meanwhile, makes the report again without it: an error would roll back the transaction that ends the run.
   */
  async function keepFindings(run: Run): Promise<void> {
    await sync.write(run.companyId, async (tx) => {
      for (let n = 1; ; n += 1)
        try {
          return await replay(tx, run, n >= ROUNDS);
        } catch (error) {
          if (!(error instanceof SourceLost) || n >= ROUNDS) throw error;
        }
    });
  }

  async function replay(tx: SyncTransaction, run: Run, isLastRound: boolean): Promise<void> {
    const of: Of = { companyId: run.companyId, runId: run.id, ownerId: run.ownerId, subject: run.subject };
    const found = await read(tx, of);
    if (!found) return;
    const { research, hasLeft } = found;
    const withoutOwn = hasLeft || isLastRound;
    const { work, used, stored } = await workOf(of, found, null);
    const usesModel = research.plan.some((_, n) => stored.has(`extract/${n}`));
    const draft = await investigate({ ...work, withoutOwn }, () => Promise.resolve(), usesModel);
    // the limits of the report contain the cause
    const report = reportOf(draft, run.error);
    const hasFailed = run.state === 'FAILED';
    const error =
      hasFailed && !hasLeft && REPORTING.includes(research.stage) ? 'DEEP_RESEARCH_REPORT_ERROR' : run.error;
    const questions = [research.question, ...research.plan, ...draft.sections.map(({ title }) => title)];
    const steps = stepsOf(questions, research.steps);
    const hasFindings = report.sections.length > 0;
    if (hasFindings) await store(tx, of, draft, report, { stage: 'PARTIAL', error, steps, used: used(), withoutOwn });
    else {
      const stage = hasFailed ? 'FAILED' : 'CANCELLED';
      await setStage(tx, research.id, stage, { error, endedAt: tx.now(), steps, used: { ...used() } });
      if (hasFailed) await usage.giveBack(run.companyId, [idOfUse(research.id)]);
    }
    if (hasFailed && !hasLeft) await notifyOwner(tx, of, hasFindings ? 'researchReady' : 'researchFailed');
  }

  return {
    name: WORK_RUN,
    queue: { concurrency: platform.config.researchesAtOnce },
    attempts: ATTEMPTS,
    // the run has the access of its owner, who has none after leaving
    whenOwnerLeaves: 'cancel',
    transaction: (companyId, work) => sync.write(companyId, work),
    async handle(context) {
      for (let n = 1; ; n += 1)
        try {
          return await round(context);
        } catch (error) {
          if (error instanceof SourceLost && n < ROUNDS) continue;
          if (context.signal.aborted || error instanceof RunContinues) throw error;
          if (error instanceof SourceLost) throw new RunFailure('NO_PERMISSION', { isFinal: true, cause: error });
          throw modelRunFailure(error, FINAL);
        }
    },
    async ended(run) {
      if (run.state !== 'SUCCEEDED') await keepFindings(run);
    },
    restarted: ({ companyId, subject }) =>
      sync.write(companyId, async (tx) => {
        const research = await tx.get('researches', subject.id);
        if (!research) return;
        const used = { ...research.used, ms: 0 };
        await setStage(tx, subject.id, 'RESEARCHING', { error: '', startedAt: tx.now(), endedAt: 0, used });
      }),
  };
}
