/**
 * The answer to a question: a run (server/runs, decision 062) whose subject is the question.
 *
 *   READY ─► EXECUTING: sources ─► model, or quotes without one ─► answer ──► SUCCEEDED (answerReady)
 *               ▲          │ the question before is being answered, or a file is read: goes on later
 *               │          ├ a source was withdrawn meanwhile: begins again without it
 *               └─ RETRY ◄─┤ the provider is busy, unreachable, or its answer was cut
 *                          ├ stopped ──► CANCELED, with what was written
 *                          └ refused, over a limit, too many attempts ──► FAILED (answerFailed), with what was written
 *
 * Found sources and the model's text are steps: an attempt after a crash neither searches nor asks again for them. Uses
 * are counted under ids of the run, once, and given back where the run fails.
 */
import { hasRunEnded, type RunState } from '../../../sync/model/runs';
import { threads } from '../../../sync/model/kinds/threads';
import type { ErrorCode } from '../../../sync/protocol/errors';
import { RunContinues, RunFailure } from '../../runs/failure';
import type { Run, RunContext, RunKind } from '../../runs/run';
import { notify } from '../../shared/notify';
import { modelRunFailure } from '../ai-providers/run-failure';
import type { CoreServices } from '../context';
import { WatchedRuns } from '../watched-runs';
import { ANSWER_RUN } from './answer-requests';
import { branchBefore, uselessIn } from './conversation';
import { Delivery, QuestionGone, SourceLost, type Written } from './delivery';
import { joinedQuestion, searchedFor } from './follow-up';
import { gather, quotesOf, type Asked, type Gathered } from './sources';
import { serviceOf, writeByModel } from './writing';

const ATTEMPTS = 3;
/** how often an answer begins again because a source was withdrawn */
const ROUNDS = 5;
/** milliseconds until a question looks again whether the one before is answered, and after which it waits no longer */
const AGAIN_MS = 1000;
const WAIT_MAX_MS = 5 * 60_000;

/** failures that another attempt does not change */
const FINAL: readonly ErrorCode[] = [
  'USER_SERVICE_QUOTA_EXCEEDED',
  'CHAT_ANSWER_TOO_LONG',
  'PROVIDER_INPUT_TOO_LARGE',
  'PROVIDER_ANSWER_TOO_LARGE',
];

type Context = RunContext<unknown>;
type AskedIn = Omit<Asked, 'searched'>;

const usesOf = (runId: string): { analysis: string; web: string } => ({
  analysis: `${runId}/analysis`,
  web: `${runId}/web`,
});

export function answerRun(core: CoreServices): RunKind<unknown> {
  const { sync, usage } = core;
  const watched = new WatchedRuns(core.live);

  /** Throws QuestionGone; RunContinues while the question before is being answered. */
  const read = ({ companyId, ownerId, subject }: Context) =>
    sync.read(companyId, async (tx) => {
      const turn = await tx.get('turns', subject.id);
      const thread = turn && (await tx.get('threads', turn.parentId));
      if (!turn || !thread || (await tx.roleIn(thread.space, ownerId)) === null) throw new QuestionGone();
      const earlier = await branchBefore(tx, turn);
      const before = earlier.exchanges[0]?.turn;
      if (before && !hasRunEnded(before.state) && core.platform.clock.now() - turn.createdAt < WAIT_MAX_MS)
        throw new RunContinues(AGAIN_MS);
      const project = thread.projectId ? await tx.get('projects', thread.projectId) : null;
      const seesProject = project && (await tx.roleIn(project.space, ownerId)) !== null;
      const answer = await tx.get('answers', turn.id);
      const asked: AskedIn = {
        turn,
        thread,
        project: seesProject ? project : null,
        useless: uselessIn(earlier.exchanges),
      };
      return { asked, earlier, isAnswered: answer?.isComplete === true };
    });

  const setState = (companyId: string, turnId: string, state: RunState, error: ErrorCode | ''): Promise<void> =>
    sync.write(companyId, async (tx) => {
      const turn = await tx.get('turns', turnId);
      if (!turn || (turn.state === state && turn.error === error)) return;
      await tx.put('turns', turnId, { state, error });
      const thread = await tx.get('threads', turn.parentId);
      if (thread && thread.status !== state) await tx.put('threads', thread.id, { status: state });
    });

  /** One round. Throws SourceLost if a source was withdrawn meanwhile. */
  async function answer(context: Context, round: number, partial: (written: Written) => void): Promise<void> {
    const { companyId, ownerId: userId, runId, subject } = context;
    const { asked: found, earlier, isAnswered } = await read(context);
    if (isAnswered) return;
    await setState(companyId, subject.id, 'EXECUTING', '');
    const service = serviceOf(found);
    const chat = await core.ai.chat(companyId);
    if (found.thread.projectId) await usage.consume({ companyId, userId }, 'project.analysis', usesOf(runId).analysis);
    const delivery = new Delivery(core, context);
    try {
      const { question } = found.turn;
      const asked: Asked = {
        ...found,
        searched: await searchedFor(core, context, { question, exchanges: earlier.exchanges, service }, chat),
      };
      const gathered = await context.step<Gathered>(`sources/${round}`, subject.id, () =>
        gather(core, context, asked, (activity, name) => delivery.activity(activity, name)),
      );
      await delivery.check(gathered.sources);
      delivery.live.reset();
      delivery.activity('writing', '');
      const written = chat
        ? await writeByModel({ core, context, delivery, asked, gathered, earlier }, chat, partial)
        : withoutModel(asked, gathered);
      await delivery.write(written);
    } catch (error) {
      if (error instanceof SourceLost) await delivery.withdraw();
      throw error;
    } finally {
      delivery.live.stop();
    }
  }

  const withoutModel = ({ searched }: Asked, gathered: Gathered): Written => ({
    text: '',
    citations: quotesOf(core.extractive, joinedQuestion(searched), gathered),
    sources: gathered.sources.map(({ score: _, ...source }) => source),
    failed: gathered.failed,
    leftOut: { turns: 0, passages: 0 },
    isClosest: gathered.isClosest,
    isComplete: true,
    mode: 'extractive',
    provider: '',
    model: '',
  });

  async function run(context: Context): Promise<void> {
    let partial: Written | null = null;
    try {
      for (let round = 0; ; round += 1) {
        try {
          return await answer(context, round, (written) => (partial = written));
        } catch (error) {
          if (!(error instanceof SourceLost) || round + 1 >= ROUNDS) throw error;
          partial = null;
        }
      }
    } catch (error) {
      // what was written before it was stopped, or before the provider failed
      if (partial && !(error instanceof SourceLost))
        await new Delivery(core, context).write(partial).catch((reason: unknown) => {
          if (!(reason instanceof SourceLost) && !(reason instanceof QuestionGone)) throw reason;
        });
      throw error;
    }
  }

  /**
   * Writes the final state of a run into its question and chat. Notifies the person who asked, unless they watch the
   * answer or have stopped it.
   */
  const conclude = ({ id, companyId, ownerId, subject, state, error }: Run): Promise<void> =>
    sync.write(companyId, async (tx) => {
      const isWatched = watched.take(id);
      const turn = await tx.get('turns', subject.id);
      const thread = turn && (await tx.get('threads', turn.parentId));
      if (!turn || !thread) return;
      await tx.put('turns', turn.id, { state, error });
      if (thread.status !== state) await tx.put('threads', thread.id, { status: state });
      if (isWatched || state === 'CANCELED') return;
      const isAnswered = state === 'SUCCEEDED';
      await notify(tx, {
        userId: ownerId,
        kind: isAnswered ? 'answerReady' : 'answerFailed',
        params: { title: thread.title },
        link: threads.link({ ...thread }),
        subjectId: thread.id,
      });
    });

  return {
    name: ANSWER_RUN,
    queue: { concurrency: 8 },
    attempts: ATTEMPTS,
    // an answer is made with the access of the person who asked
    whenOwnerLeaves: 'cancel',
    transaction: (companyId, work) => sync.write(companyId, work),
    async handle(context) {
      const { companyId, subject } = context;
      try {
        await run(context);
        await watched.observe(context);
      } catch (error) {
        // the question was deleted, or its person may not see the chat any more: the run ends without an answer
        if (error instanceof QuestionGone) return;
        if (context.signal.aborted || error instanceof RunContinues) throw error;
        const failure = failureOf(error);
        await watched.observe(context);
        if (!failure.isFinal) await setState(companyId, subject.id, 'RETRY', failure.code);
        throw failure;
      }
    },
    async ended(ended) {
      // a stopped answer used what it used: with a refund, repeated stops would pass the limit
      if (ended.state === 'FAILED') await usage.giveBack(ended.companyId, Object.values(usesOf(ended.id)));
      await conclude(ended);
    },
    restarted: ({ companyId, subject }) => setState(companyId, subject.id, 'READY', ''),
  };
}

function failureOf(error: unknown): RunFailure {
  if (error instanceof SourceLost) return new RunFailure('NO_PERMISSION', { isFinal: true, cause: error });
  return modelRunFailure(error, FINAL);
}
