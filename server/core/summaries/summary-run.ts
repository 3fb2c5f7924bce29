/**
 * Writes the summary that a meeting's document requests: a run (server/runs, decision 062) whose steps are the parts of
 * the meeting and the text.
 *
 *   waiting ──► processing ──► done (notification summaryReady)
 *      ▲            │ provider busy or unreachable, or an invalid answer: retried; finished steps are not repeated
 *      │            ├ another template was requested meanwhile ──► processing with that template
 *      │            ├ the template or the meeting is deleted ──► failed
 *      │            ├ cancelled ──► as before the request
 *      └── retry ───┴ refused, over a limit, or too many attempts ──► failed (summaryFailed)
 *
 * The person who asked is notified when the run ends, in the same transaction, unless they are viewing the summary. The
 * previous text stays until the new one is stored. A summary counts as one use of the service; the use is given back if
 * the run fails.
 */
import { hasRunEnded } from '../../../sync/model/runs';
import type { ErrorCode } from '../../../sync/protocol/errors';
import { ProviderFailure } from '../../ai/failure';
import { RunContinues, RunFailure } from '../../runs/failure';
import type { Run, RunContext, RunKind } from '../../runs/run';
import { notify } from '../../shared/notify';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { modelRunFailure } from '../ai-providers/run-failure';
import type { CoreServices } from '../context';
import { WatchedRuns } from '../watched-runs';
import { SUMMARY_RUN } from './request';
import { codeWithoutTemplate, readSources, templateFor, type SummarySources } from './sources';
import { versionsAfter } from './versions';
import { writeSummary, type Written } from './write-summary';

const ATTEMPTS = 4;

/** failures that a retry cannot solve */
const FINAL: readonly ErrorCode[] = ['USER_SERVICE_QUOTA_EXCEEDED', 'PROVIDER_INPUT_TOO_LARGE'];
/** how often the context size is halved when the model rejects the input as too long */
const HALVES = 3;

type Context = RunContext<unknown>;
type Request = { templateId: string; language: Parameters<typeof templateFor>[3] };

const idOfUse = (runId: string): string => `${runId}/summary`;

/** The person of the latest request, which may be another one than the run's owner. */
async function askerOf(
  tx: Pick<SyncTransaction, 'roleIn'>,
  summary: Pick<StoredDoc<'summaries'>, 'space' | 'request'> | null,
  ownerId: string,
): Promise<string> {
  const asker = summary?.request?.askedBy;
  // without access to the meeting, the run's owner takes their place
  return summary && asker && (await tx.roleIn(summary.space, asker)) !== null ? asker : ownerId;
}

export function summaryRun(core: CoreServices): RunKind<unknown> {
  const { sync, usage, platform } = core;
  const watched = new WatchedRuns(core.live);

  const final = (code: ErrorCode): RunFailure => new RunFailure(code, { isFinal: true });

  /** Reads the sources and marks the summary as `processing`. Throws RunFailure. */
  const read = ({ companyId, ownerId, subject }: Context) =>
    sync.write(companyId, async (tx) => {
      const summary = await tx.get('summaries', subject.id);
      const asker = await askerOf(tx, summary, ownerId);
      const sources = summary && (await readSources(tx, subject.id, asker));
      if (!summary || !sources || !summary.request) throw final('MEETING_NOT_FOUND');
      const request: Request = { ...summary.request };
      const template = await templateFor(tx, request.templateId, asker, request.language);
      if (!template) throw final(await codeWithoutTemplate(tx, request.templateId, summary));
      if (sources.note.length + sources.transcript.length === 0) throw final('SUMMARY_SOURCE_EMPTY');
      if (summary.status !== 'processing' || summary.error !== '')
        await tx.put('summaries', subject.id, { status: 'processing', error: '' });
      return { sources, template, request };
    });

  async function write(
    context: Context,
    given: { sources: SummarySources; template: { title: string; content: string }; request: Request },
  ) {
    const { companyId } = context;
    const chat = await core.ai.chat(companyId);
    if (!chat) throw final('CHAT_PROVIDER_NOT_FOUND');
    await usage.consume({ companyId, userId: context.ownerId }, 'project.analysis', idOfUse(context.runId));
    const { language } = given.request;
    for (let half = 0; ; half += 1)
      try {
        const contextTokens = Math.floor(chat.contextTokens / 2 ** half);
        return await writeSummary({ core, context, chat: { ...chat, contextTokens }, ...given, language });
      } catch (error) {
        if (!(error instanceof ProviderFailure) || error.kind !== 'tooLarge' || half >= HALVES) throw error;
      }
  }

  /** Replaces the text unless meanwhile another request was made, the run was cancelled, or a person stored a text. */
  const store = ({ companyId, subject }: Context, request: Request, written: Written): Promise<void> =>
    sync.write(companyId, async (tx) => {
      const before = await tx.get('summaries', subject.id);
      // a cancelled run may reach this point before it receives the signal
      if (before?.status !== 'processing') return;
      if (before.request?.templateId !== request.templateId || before.request.language !== request.language) return;
      const now = Math.max(platform.clock.now(), (before.editedAt ?? 0) + 1);
      await tx.put('summaries', subject.id, {
        ...written,
        versions: versionsAfter(before, now),
        templateId: request.templateId,
        status: 'done',
        error: '',
        generatedAt: now,
      });
    });

  /** Stores the state after a run ended, and notifies the person who asked. */
  const conclude = ({ id, companyId, ownerId, subject, state, error }: Run): Promise<void> =>
    sync.write(companyId, async (tx) => {
      const isWatched = watched.take(id);
      const summary = await tx.get('summaries', subject.id);
      if (!summary) return;
      const status = state === 'FAILED' ? 'failed' : summary.content === '' ? 'none' : 'done';
      const code = state === 'FAILED' ? error : '';
      if (summary.status !== status || summary.error !== code)
        await tx.put('summaries', subject.id, { status, error: code });
      const meeting = await tx.get('meetings', subject.id);
      // if a person stored a text meanwhile, the requested text was not written
      const isReady = status === 'done' && summary.mode === 'model';
      if (isWatched || state === 'CANCELED' || !meeting || !(isReady || status === 'failed')) return;
      await notify(tx, {
        userId: await askerOf(tx, summary, ownerId),
        kind: isReady ? 'summaryReady' : 'summaryFailed',
        params: { title: meeting.title, ...(code === '' ? {} : { reason: code }) },
        link: `/meeting/${meeting.id}?tab=summary`,
        subjectId: meeting.id,
      });
    });

  const observe = async (context: Context): Promise<void> => {
    const { companyId, ownerId, subject } = context;
    const asker = await sync.read(companyId, async (tx) => askerOf(tx, await tx.get('summaries', subject.id), ownerId));
    await watched.observe(context, asker);
  };

  return {
    name: SUMMARY_RUN,
    queue: { concurrency: 4 },
    attempts: ATTEMPTS,
    // the meeting stays in the organization
    whenOwnerLeaves: 'transfer',
    transaction: (companyId, work) => sync.write(companyId, work),
    async handle(context) {
      try {
        const given = await read(context);
        await store(context, given.request, await write(context, given));
        await observe(context);
      } catch (error) {
        if (context.signal.aborted || error instanceof RunContinues) throw error;
        const failure = modelRunFailure(error, FINAL);
        await observe(context);
        throw failure;
      }
    },
    async ended(ended) {
      // no refund after a cancel: repeated cancels would exceed the limit of the service
      if (ended.state === 'FAILED') await usage.giveBack(ended.companyId, [idOfUse(ended.id)]);
      if (hasRunEnded(ended.state)) await conclude(ended);
    },
    restarted: ({ companyId, subject }) =>
      sync.write(companyId, async (tx) => {
        const summary = await tx.get('summaries', subject.id);
        if (summary && summary.status !== 'waiting')
          await tx.put('summaries', subject.id, { status: 'waiting', error: '' });
      }),
  };
}
