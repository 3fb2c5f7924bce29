/** Implements the calls of deep research. Only the creator may answer, plan, start, stop and share a research. */
import { newId, reportId, spaceOf } from '../../../sync/model/ids';
import type { Doc } from '../../../sync/model/kinds';
import {
  FIRST_BUDGET,
  hasResearchEnded,
  type Research,
  type ResearchSources,
} from '../../../sync/model/kinds/researches';
import { ALL_SOURCES } from '../../../sync/model/own-kinds';
import { LIMITS } from '../../../sync/model/limits';
import { truncate } from '../../../sync/model/text';
import { questionLanguage } from '../../../sync/model/text-language';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { ableOr, changeDoc, deleteDoc, visibleOr } from '../change';
import { threadPolicy } from '../chat/policy';
import type { CoreServices } from '../context';
import { listVisible } from '../listing';
import type { researchCalls } from './contract';
import { htmlOf, markdownOf } from './report-text';
import { REFINE_RUN, idOfUse, WORK_RUN } from './requests';
import { REFINING, setStage, WORKING } from './stages';
import { distinct } from './subquestions';

type Calls = typeof researchCalls;
type Thread = StoredDoc<'threads'>;
type Chosen = readonly Pick<ResearchSources['context'][number], 'kind' | 'id'>[];

const MISSING = 'DEEP_RESEARCH_NOT_FOUND';

const titleOf = (question: string): string =>
  truncate(question.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), LIMITS.threadTitle.max);

/** Fills the answer in at the first open question of the dialogue. */
function answered(dialogue: Research['dialogue'], answer: string): Research['dialogue'] {
  const next = dialogue.findIndex((each) => each.answer === '');
  return dialogue.map((each, n) => (n === next ? { ...each, answer } : each));
}

export function createResearches(core: Pick<CoreServices, 'platform' | 'sync' | 'runs' | 'usage'>) {
  const { platform, sync, runs, usage } = core;
  const ofThreads = threadPolicy(platform);

  const seen = async (actor: Actor, id: string): Promise<{ research: Doc<'researches'>; thread: Doc<'threads'> }> => ({
    research: await visibleOr(sync, actor, 'researches', id, MISSING),
    thread: await visibleOr(sync, actor, 'threads', id, MISSING),
  });
  const view = (actor: Actor, id: string): Promise<Doc<'researches'>> =>
    visibleOr(sync, actor, 'researches', id, MISSING);

  /** Returns a research and its thread. Throws unless the actor created it and may see it. */
  async function mustOwn(
    tx: Pick<SyncTransaction, 'get' | 'roleIn'>,
    actor: Actor,
    id: string,
  ): Promise<{ research: StoredDoc<'researches'>; thread: Thread }> {
    const [research, thread] = [await tx.get('researches', id), await tx.get('threads', id)];
    if (!research || !thread || (await tx.roleIn(thread.space, actor.userId)) === null) throw new CallError(MISSING);
    if (thread.creatorId !== actor.userId) throw new CallError('NO_PERMISSION');
    return { research, thread };
  }

  const startRun = (tx: SyncTransaction, actor: Actor, kind: typeof REFINE_RUN | typeof WORK_RUN, id: string) =>
    runs.start(kind, {
      companyId: tx.companyId,
      ownerId: actor.userId,
      subject: { collection: 'researches', id },
      input: {},
      key: id,
    });

  const mayResearchIn = async (tx: SyncTransaction, actor: Actor, projectId: string): Promise<void> => {
    const project = projectId ? await tx.get('projects', projectId) : null;
    if (projectId && (!project || (await tx.roleIn(project.space, actor.userId)) === null))
      throw new CallError('PROJECT_NOT_FOUND');
  };

  async function chosenOf(tx: SyncTransaction, actor: Actor, documents: Chosen): Promise<ResearchSources['context']> {
    const seen: ResearchSources['context'] = [];
    for (const { kind, id } of documents) {
      const document = await tx.get(kind, id);
      // no titles: colleagues may receive the research, but not these documents
      if (document && (await tx.roleIn(document.space, actor.userId)) !== null) seen.push({ kind, id, title: '' });
    }
    // if the person may see none of the given documents, do not search all documents instead
    if (documents.length > 0 && seen.length === 0) throw new CallError('DOCUMENT_NOT_FOUND');
    return seen;
  }

  async function create(
    tx: SyncTransaction,
    actor: Actor,
    id: string,
    { title: question, projectId, followsId }: ParsedInput<Calls['start']>,
    chosen: ResearchSources['context'],
  ) {
    const [space, now] = [spaceOf('person', actor.userId), tx.now()];
    if (!(await tx.spaceExists(space)))
      await tx.createSpace(space, { members: [{ userId: actor.userId, role: 'owner' }] });
    const project = projectId ? await tx.get('projects', projectId) : null;
    await tx.put('threads', id, {
      ...{ space, kind: 'research' as const, title: titleOf(question), projectId, creatorId: actor.userId },
      ...{ status: '', body: '', shareRange: 'private' as const, createdAt: now },
    });
    await tx.put('researches', id, {
      space,
      stage: 'DRAFT',
      question,
      followsId,
      language: questionLanguage(question, actor.lang),
      usesWeb: project?.webSearchEnabled ?? true,
      ...(chosen.length > 0 ? { own: { kinds: [...ALL_SOURCES.kinds], context: chosen } } : {}),
      ...{ dialogue: [], feedback: [], plan: [], steps: [] },
      budget: { ...FIRST_BUDGET },
      used: { sources: 0, tokens: 0, ms: 0 },
      ...{ error: '', startedAt: 0, endedAt: 0 },
    });
    await setStage(tx, id, 'CLARIFYING');
    await startRun(tx, actor, REFINE_RUN, id);
  }

  /** Stores a text of the person: by stage, an answer to the next question, or feedback on the plan or the report. */
  async function say(actor: Actor, id: string, text: string): Promise<void> {
    await sync.write(actor.companyId, async (tx) => {
      const { research } = await mustOwn(tx, actor, id);
      const words = text.trim();
      const feedback = (): string[] => {
        if (research.feedback.length >= LIMITS.researchFeedback) throw new CallError('DEEP_RESEARCH_FEEDBACK_ERROR');
        return [...research.feedback, words];
      };
      if (research.stage === 'WAITING_FOR_USER') {
        const dialogue = words === '' ? research.dialogue : answered(research.dialogue, words);
        const isOpen = words !== '' && dialogue.some(({ answer }) => answer === '');
        if (isOpen) return void (await tx.put('researches', id, { dialogue }));
        await setStage(tx, id, 'PLANNING', { dialogue });
      } else if (research.stage === 'PLAN_REVIEW' && words !== '')
        await setStage(tx, id, 'PLANNING', { feedback: feedback() });
      else if ((research.stage === 'DONE' || research.stage === 'PARTIAL') && words !== '')
        return void (await tx.put('researches', id, { feedback: feedback() }));
      else throw new CallError('DEEP_RESEARCH_FEEDBACK_ERROR');
      await startRun(tx, actor, REFINE_RUN, id);
    });
  }

  async function cancel(actor: Actor, id: string): Promise<void> {
    const { stage } = (await sync.read(actor.companyId, (tx) => mustOwn(tx, actor, id))).research;
    if (WORKING.includes(stage)) return runs.cancelOf(actor.companyId, WORK_RUN, id);
    if (REFINING.includes(stage)) return runs.cancelOf(actor.companyId, REFINE_RUN, id);
    await sync.write(actor.companyId, async (tx) => {
      const { research } = await mustOwn(tx, actor, id);
      if (research.stage !== 'WAITING_FOR_USER' && research.stage !== 'PLAN_REVIEW') return;
      // the work has not started, so the use is given back
      await setStage(tx, id, 'CANCELLED', { endedAt: tx.now() });
      await usage.giveBack(actor.companyId, [idOfUse(id)]);
    });
  }

  const reportFor = async (actor: Actor, id: string) => {
    const { thread } = await seen(actor, id);
    const report = await sync.visible(actor, 'reports', reportId(id));
    if (!report) throw new CallError('DEEP_RESEARCH_REPORT_NOT_FOUND');
    const research = await view(actor, id);
    const preferences = await sync.visible(actor, 'preferences', actor.userId);
    return { report, thread, language: research.language, style: preferences?.citationStyle ?? 'numbered' };
  };

  return {
    say,
    seen,

    /** @param documents the only own sources to search, without those that the person may not see */
    async start(actor: Actor, input: ParsedInput<Calls['start']>, documents: Chosen = []): Promise<string> {
      const id = newId(platform.clock.now());
      const use = await usage.consume(actor, 'deepresearch.call', idOfUse(id));
      try {
        await sync.write(actor.companyId, async (tx) => {
          await mayResearchIn(tx, actor, input.projectId);
          await create(tx, actor, id, input, await chosenOf(tx, actor, documents));
        });
      } catch (error) {
        await use.giveBack();
        throw error;
      }
      return id;
    },

    async feedback(actor: Actor, { id, feedback }: ParsedInput<Calls['feedbacks']>): Promise<Doc<'researches'>> {
      await say(actor, id, feedback);
      return view(actor, id);
    },

    async savePlan(
      actor: Actor,
      { id, plan, budget, usesWeb, own }: ParsedInput<Calls['savePlan']>,
    ): Promise<Doc<'researches'>> {
      await sync.write(actor.companyId, async (tx) => {
        const { research } = await mustOwn(tx, actor, id);
        if (research.stage !== 'PLAN_REVIEW') throw new CallError('DEEP_RESEARCH_STAGE_ERROR');
        await tx.put('researches', id, {
          ...(plan ? { plan: distinct(plan) } : {}),
          ...(budget ? { budget } : {}),
          ...(usesWeb === undefined ? {} : { usesWeb }),
          ...(own ? { own } : {}),
        });
      });
      return view(actor, id);
    },

    async begin(actor: Actor, id: string): Promise<Doc<'researches'>> {
      await sync.write(actor.companyId, async (tx) => {
        const { research } = await mustOwn(tx, actor, id);
        if (research.stage !== 'PLAN_REVIEW' || research.plan.length === 0)
          throw new CallError('DEEP_RESEARCH_STAGE_ERROR');
        await setStage(tx, id, 'RESEARCHING', { startedAt: tx.now(), error: '' });
        await startRun(tx, actor, WORK_RUN, id);
      });
      return view(actor, id);
    },

    cancel,

    /** Stops a research, and moves it to the trash with what it found. */
    remove: (actor: Actor, id: string): Promise<void> =>
      sync.write(actor.companyId, async (tx) => {
        const { research } = await mustOwn(tx, actor, id);
        await cancel(actor, id);
        // a run that is executing ends after the deletion, and then gives nothing back
        if (research.startedAt === 0) await usage.giveBack(actor.companyId, [idOfUse(id)]);
        await deleteDoc(tx, actor, ofThreads, id);
      }),

    async retry(actor: Actor, id: string): Promise<void> {
      const { research } = await sync.read(actor.companyId, (tx) => mustOwn(tx, actor, id));
      if (!hasResearchEnded(research.stage)) throw new CallError('DEEP_RESEARCH_STAGE_ERROR');
      const run = await runs.last(actor.companyId, research.startedAt > 0 ? WORK_RUN : REFINE_RUN, id);
      const isStopped = run?.state === 'FAILED' || run?.state === 'CANCELED';
      const isUnbegun = research.startedAt === 0 && research.stage === 'CANCELLED';
      if (!isStopped && !isUnbegun) throw new CallError('DEEP_RESEARCH_STAGE_ERROR');
      await usage.consume(actor, 'deepresearch.call', idOfUse(id));
      if (isStopped) return runs.retry(actor.companyId, run.id, actor.userId);
      await sync.write(actor.companyId, async (tx) => {
        const stage = research.plan.length > 0 ? 'PLAN_REVIEW' : 'WAITING_FOR_USER';
        await setStage(tx, id, stage, { endedAt: 0 });
      });
    },

    searchMine: (actor: Actor, { keyword, ...page }: ParsedInput<Calls['searchMine']>) =>
      listVisible(platform, actor, 'threads', page, {
        where: { creatorId: actor.userId, kind: 'research' },
        titleLike: keyword,
      }),

    async get(actor: Actor, id: string): Promise<CallOutput<Calls['get']>> {
      const { research, thread } = await seen(actor, id);
      const { title, projectId, creatorId, shareRange } = thread;
      const report = await sync.visible(actor, 'reports', reportId(id));
      return { ...research, title, projectId, creatorId, shareRange, report };
    },

    async report(actor: Actor, id: string): Promise<CallOutput<Calls['report']>> {
      const { report, thread, language, style } = await reportFor(actor, id);
      return { ...report, title: thread.title, content: markdownOf(report, language, style) };
    },

    async step(actor: Actor, id: string): Promise<CallOutput<Calls['step']>> {
      const { stage, error, steps, budget, used } = await view(actor, id);
      return { id, stage, error, steps, budget, used };
    },

    async setShare(actor: Actor, { id, shareRange }: ParsedInput<Calls['setShare']>): Promise<Doc<'threads'>> {
      await sync.write(actor.companyId, async (tx) => {
        if (!(await tx.get('researches', id))) throw new CallError(MISSING);
        await ableOr(tx, actor, 'threads', id, 'share', { missing: MISSING });
        await changeDoc(tx, actor, ofThreads, id, { shareRange });
      });
      return visibleOr(sync, actor, 'threads', id, MISSING);
    },

    async html(actor: Actor, id: string): Promise<CallOutput<Calls['html']>> {
      const { report, thread, language, style } = await reportFor(actor, id);
      return { id, title: thread.title, html: htmlOf(report, language, style), updatedAt: report.updatedAt };
    },
  };
}
