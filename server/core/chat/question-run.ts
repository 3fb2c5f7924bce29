/**
 * Common lifecycle of the runs that answer a question (server/runs, decision 062): the answer of a chat (answer-run.ts)
 * and the work of an agent (../agents/work-run.ts). The subject of the run is the question.
 *
 *   READY ─► EXECUTING ─► round ──► SUCCEEDED (answerReady)
 *               ▲          │ the question before is still being answered: continues later
 *               │          ├ the person lost access to a source: another round without it
 *               └─ RETRY ◄─┤ the provider is busy or unreachable, or its answer was cut
 *                          ├ stopped ──► CANCELED; the partial answer is stored
 *                          └ refused, over a limit, too many attempts ──► FAILED (answerFailed); likewise
 */
import { hasRunEnded, type RunState } from '../../../sync/model/runs';
import type { NoticeName } from '../../../sync/model/notices';
import { threads } from '../../../sync/model/kinds/threads';
import { CallError, type ErrorCode } from '../../../sync/protocol/errors';
import { RunContinues, RunFailure } from '../../runs/failure';
import type { Run, RunContext, RunKind } from '../../runs/run';
import { notify } from '../../shared/notify';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { modelRunFailure } from '../ai-providers/run-failure';
import type { CoreServices } from '../context';
import { WatchedRuns } from '../watched-runs';
import { asksTooOften } from './answer-requests';
import { branchBefore, type Exchange } from './conversation';
import { mayAsk } from './policy';
import { Delivery, QuestionGone, SourceLost, type Written } from './delivery';

const ATTEMPTS = 3;
/** Fewer deferrals than background runs have: a person waits for the answer. */
const DEFERRALS = 3;
/** rounds at most; each after the first because the person lost access to a source */
const ROUNDS = 5;
/** milliseconds until the run checks again whether the question before is answered, and after which it does not wait */
const AGAIN_MS = 1000;
const WAIT_MAX_MS = 5 * 60_000;

/** failures that another attempt cannot resolve */
const FINAL: readonly ErrorCode[] = [
  'USER_SERVICE_QUOTA_EXCEEDED',
  'CHAT_ANSWER_TOO_LONG',
  'PROVIDER_INPUT_TOO_LARGE',
  'PROVIDER_ANSWER_TOO_LARGE',
  'AGENT_NOT_FOUND',
  'AGENT_NOT_ENABLED',
];

export type QuestionContext = RunContext<unknown>;

/** A question with its chat and the exchanges before it. */
export interface Question {
  turn: StoredDoc<'turns'>;
  thread: StoredDoc<'threads'>;
  earlier: { exchanges: Exchange[]; unread: number };
}

type Reading = Pick<SyncTransaction, 'companyId' | 'get' | 'list' | 'roleIn'>;

export interface QuestionWork<Q extends Question> {
  name: string;
  /** Reads the question together with the data that the work needs; null if no work is left. */
  read(tx: Reading, question: Question, context: QuestionContext): Promise<Q | null>;
  /** Answers the question in one round. Throws SourceLost if the person lost access to a source. */
  answer(
    context: QuestionContext,
    question: Q,
    round: number,
    /** receives the partial answer if writing ends early */
    partial: (written: Written) => void,
  ): Promise<void>;
  /** Whether a stored step is done again when the person retries the answer; automatic attempts keep all steps. */
  repeats(step: string): boolean;
  /** ids of the uses that a failed run gives back */
  usesOf(run: Pick<Run, 'id' | 'subject'>): readonly string[];
  /** Runs in the transaction that ends a run; returns the kind of the notification. */
  concluded?(tx: SyncTransaction, run: Run): Promise<NoticeName>;
}

/** A question with its partial answer. */
interface WrittenTo<Q extends Question> {
  question: Q;
  written: Written;
}

/**
 * Throws if a person may not retry an answer. The run has the access and the limits of the person who asked, and only
 * the creator of a chat asks in it (decision 146).
 */
async function checkRetry(
  { platform, sync }: CoreServices,
  { companyId, subject }: Run,
  userId: string,
): Promise<void> {
  const { turn, thread } = await sync.read(companyId, async (tx) => {
    const turn = await tx.get('turns', subject.id);
    return { turn, thread: turn && (await tx.get('threads', turn.parentId)) };
  });
  if (!turn || !thread) throw new CallError('CHAT_NOT_FOUND');
  if (turn.creatorId !== userId || !mayAsk(userId, thread)) throw new CallError('NO_PERMISSION');
  if (await asksTooOften(platform, companyId, userId)) throw new CallError('API_RATE_LIMIT_EXCEEDED');
}

const noticeOf = (state: RunState): NoticeName => (state === 'SUCCEEDED' ? 'answerReady' : 'answerFailed');

export function questionRun<Q extends Question>(core: CoreServices, work: QuestionWork<Q>): RunKind<unknown> {
  const { sync, usage } = core;
  const { clock, config } = core.platform;
  const watched = new WatchedRuns(core.live);

  /** Reads the question. Throws QuestionGone, and RunContinues while the question before is being answered. */
  async function read(context: QuestionContext): Promise<Q | null> {
    const { question, unanswered } = await sync.read(context.companyId, async (tx) => {
      const turn = await tx.get('turns', context.subject.id);
      const thread = turn && (await tx.get('threads', turn.parentId));
      if (!turn || !thread || (await tx.roleIn(thread.space, context.ownerId)) === null) throw new QuestionGone();
      const earlier = await branchBefore(tx, turn);
      const [before] = earlier.exchanges;
      const open = earlier.exchanges.filter((each) => !hasRunEnded(each.turn.state));
      return {
        question: await work.read(tx, { turn, thread, earlier }, context),
        unanswered: before && before === open[0] ? open.map((each) => [each.turn.id, each.turn.state]) : null,
      };
    });
    if (question && unanswered) {
      // Measure neither from the time of asking, as questions asked offline arrive together hours later, nor from the
      // first check: the wait starts again when the state of an earlier question changes.
      const since = await context.step('waiting', unanswered, () => Promise.resolve(clock.now()));
      if (clock.now() - since < WAIT_MAX_MS) throw new RunContinues(AGAIN_MS);
    }
    return question;
  }

  const setState = (companyId: string, turnId: string, state: RunState, error: ErrorCode | ''): Promise<void> =>
    sync.write(companyId, async (tx) => {
      const turn = await tx.get('turns', turnId);
      if (!turn || (turn.state === state && turn.error === error)) return;
      await tx.put('turns', turnId, { state, error });
      const thread = await tx.get('threads', turn.parentId);
      if (thread && thread.status !== state) await tx.put('threads', thread.id, { status: state });
    });

  async function round(
    context: QuestionContext,
    n: number,
    partial: (question: Q, written: Written) => void,
  ): Promise<void> {
    const question = await read(context);
    if (!question) return;
    // write the state for the screens while the sources are searched
    const shown = setState(context.companyId, context.subject.id, 'EXECUTING', '');
    shown.catch(() => undefined);
    try {
      await work.answer(context, question, n, (written) => partial(question, written));
    } finally {
      // later states must be written after this one
      await shown;
    }
  }

  const deliver = async (context: QuestionContext, { question, written }: WrittenTo<Q>): Promise<void> => {
    try {
      await new Delivery(core, context, question.turn).write(written);
    } catch (error) {
      if (!(error instanceof SourceLost) && !(error instanceof QuestionGone)) throw error;
    }
  };

  async function run(context: QuestionContext): Promise<void> {
    let partial: WrittenTo<Q> | null = null;
    try {
      for (let n = 0; ; n += 1) {
        try {
          return await round(context, n, (question, written) => (partial = { question, written }));
        } catch (error) {
          if (!(error instanceof SourceLost) || n + 1 >= ROUNDS) throw error;
          partial = null;
        }
      }
    } catch (error) {
      // store the partial answer of a stopped run or after a failure of the provider
      if (partial && !(error instanceof SourceLost)) await deliver(context, partial);
      throw error;
    }
  }

  /**
   * Writes the final state of a run into its question and chat. Notifies the person who asked, unless they have the
   * answer on screen or the run was stopped.
   */
  const conclude = (ended: Run): Promise<void> =>
    sync.write(ended.companyId, async (tx) => {
      const { id, ownerId, subject, state, error } = ended;
      const isWatched = watched.take(id);
      const turn = await tx.get('turns', subject.id);
      const thread = turn && (await tx.get('threads', turn.parentId));
      if (!turn || !thread) return;
      await tx.put('turns', turn.id, { state, error });
      if (thread.status !== state) await tx.put('threads', thread.id, { status: state });
      const kind = (await work.concluded?.(tx, ended)) ?? noticeOf(state);
      if (isWatched || state === 'CANCELED') return;
      await notify(tx, {
        userId: ownerId,
        kind,
        params: { title: thread.title },
        link: threads.link({ ...thread }),
        subjectId: thread.id,
      });
    });

  return {
    name: work.name,
    queue: { concurrency: config.chatAnswersAtOnce },
    attempts: ATTEMPTS,
    deferrals: DEFERRALS,
    repeats: work.repeats,
    checkRetry: (run, userId) => checkRetry(core, run, userId),
    // the run has the access of the person who asked, who has none after leaving
    whenOwnerLeaves: 'cancel',
    transaction: (companyId, inside) => sync.write(companyId, inside),
    async handle(context) {
      const { companyId, subject } = context;
      try {
        await run(context);
        await watched.observe(context);
      } catch (error) {
        // the run ends without an answer
        if (error instanceof QuestionGone) return;
        if (context.signal.aborted || error instanceof RunContinues) throw error;
        const failure = failureOf(error);
        await watched.observe(context);
        if (!failure.isFinal) await setState(companyId, subject.id, 'RETRY', failure.code);
        throw failure;
      }
    },
    async ended(ended) {
      // The uses of a stopped answer are not given back: repeated stops would bypass the limit.
      if (ended.state === 'FAILED') await usage.giveBack(ended.companyId, work.usesOf(ended));
      await conclude(ended);
    },
    async restarted(run) {
      await usage.countAgain(run.companyId, work.usesOf(run));
      await setState(run.companyId, run.subject.id, 'READY', '');
    },
  };
}

function failureOf(error: unknown): RunFailure {
  if (error instanceof SourceLost) return new RunFailure('NO_PERMISSION', { isFinal: true, cause: error });
  return modelRunFailure(error, FINAL);
}
