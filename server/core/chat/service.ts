/** Implements the calls of chats. The policies check the caller's rights, as for pushes of devices. */
import { sql } from 'kysely';
import { writeHtml } from '../../../sync/merge/note-html';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { textOfBlocks } from '../../../sync/merge/note-text';
import { newId, spaceOf } from '../../../sync/model/ids';
import type { Doc } from '../../../sync/model/kinds';
import type { Answer } from '../../../sync/model/kinds/answers';
import type { Thread } from '../../../sync/model/kinds/threads';
import { turns, type Turn } from '../../../sync/model/kinds/turns';
import { LIMITS } from '../../../sync/model/limits';
import { hasRunEnded } from '../../../sync/model/runs';
import { truncate } from '../../../sync/model/text';
import { questionLanguage } from '../../../sync/model/text-language';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import { notifyAll } from '../../shared/notify';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { ableOr, changeDoc, deleteDoc, visibleOr } from '../change';
import type { CoreServices } from '../context';
import { listVisible } from '../listing';
import { questionRunOf } from './answer-requests';
import type { chatCalls } from './contract';
import { wordsOfAnswer } from './conversation';
import { mayAsk, threadPolicy } from './policy';
import { turnPolicy } from './turn-policy';

type Calls = typeof chatCalls;
type NewThread = Pick<Thread, 'kind' | 'projectId'> & Partial<Pick<Thread, 'agentId' | 'isAgentTest'>>;
type NewTurn = Pick<Turn, 'question' | 'usesWeb'> &
  Partial<Pick<Turn, 'context' | 'language' | 'contentFilter' | 'responseFormat' | 'followsId'>>;
type Begun = { chatId: string; questionId: string };
/** The documents that a question is about, as given by the caller. */
export type GivenContext = ParsedInput<Calls['createHome']>['context'];

const MISSING = { missing: 'CHAT_NOT_FOUND' } as const;

const titleOf = (question: string): string =>
  truncate(question.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), LIMITS.threadTitle.max);

/** The answer in the response format of its question. */
function contentOf({ responseFormat = 'markdown' }: Pick<Turn, 'responseFormat'>, answer: Answer | null): string {
  if (!answer) return '';
  const words = wordsOfAnswer(answer);
  if (responseFormat === 'markdown') return words;
  const blocks = parseMarkdown(words);
  return responseFormat === 'html' ? writeHtml(blocks) : textOfBlocks(blocks);
}

export function createChats(core: Pick<CoreServices, 'platform' | 'sync' | 'runs'>) {
  const { platform, sync, runs } = core;
  const [ofThreads, ofTurns] = [threadPolicy(platform), turnPolicy(platform)];

  const ask = async (
    tx: SyncTransaction,
    actor: Actor,
    thread: StoredDoc<'threads'>,
    turn: NewTurn,
  ): Promise<string> => {
    const now = platform.clock.now();
    const before = await tx.list('turns', { where: { parentId: thread.id } });
    const id = newId(now);
    await changeDoc(tx, actor, ofTurns, id, {
      context: [],
      fileIds: [],
      language: questionLanguage(turn.question, actor.lang),
      followsId: '',
      ...turn,
      ...(turns.createdWith as Pick<Turn, 'state' | 'error'>),
      space: thread.space,
      parentId: thread.id,
      position: before.reduce((last, { position }) => Math.max(last, position + 1), 0),
      creatorId: actor.userId,
      createdAt: now,
    });
    return id;
  };

  const begin = (actor: Actor, thread: NewThread, turn: (tx: SyncTransaction) => Promise<NewTurn>): Promise<Begun> =>
    sync.write(actor.companyId, async (tx) => {
      const now = platform.clock.now();
      const asked = await turn(tx);
      const chat = await changeDoc(tx, actor, ofThreads, newId(now), {
        ...thread,
        space: spaceOf('person', actor.userId),
        title: titleOf(asked.question),
        creatorId: actor.userId,
        status: '',
        body: '',
        shareRange: 'private',
        createdAt: now,
      });
      return { chatId: chat.id, questionId: await ask(tx, actor, chat, asked) };
    });

  /** The documents of a context with their titles, without those that the person may not see. */
  const contextOf = async (tx: SyncTransaction, actor: Actor, given: GivenContext) => {
    const context: Turn['context'] = [];
    for (const { kind, id } of given) {
      const document = await tx.get(kind, id);
      if (document && (await tx.roleIn(document.space, actor.userId)))
        context.push({ kind, id, title: truncate(document.title, LIMITS.contextTitle.max) });
    }
    // if the person may see none of the given documents, do not search all documents instead
    if (given.length > 0 && context.length === 0) throw new CallError('DOCUMENT_NOT_FOUND');
    return context;
  };

  const turnsOf = async (companyId: string, threadId: string): Promise<StoredDoc<'turns'>[]> =>
    (await sync.read(companyId, (tx) => tx.list('turns', { where: { parentId: threadId } }))).sort(
      (a, b) => a.position - b.position || (a.id < b.id ? -1 : 1),
    );

  /** Returns a question and its chat. Throws CHAT_NOT_FOUND if the person may not see them. */
  const seen = async (actor: Actor, turnId: string): Promise<{ turn: Doc<'turns'>; thread: Doc<'threads'> }> => {
    const turn = await visibleOr(sync, actor, 'turns', turnId, 'CHAT_NOT_FOUND');
    return { turn, thread: await visibleOr(sync, actor, 'threads', turn.parentId, 'CHAT_NOT_FOUND') };
  };

  const mustAsk = (actor: Actor, thread: Doc<'threads'>): void => {
    if (!mayAsk(actor.userId, thread)) throw new CallError('NO_PERMISSION');
  };

  /** The person who asked and the creator of the chat may stop an answer. */
  const mustOwn = (actor: Actor, { turn, thread }: { turn: Turn; thread: Thread }): void => {
    if (turn.creatorId !== actor.userId && thread.creatorId !== actor.userId) throw new CallError('NO_PERMISSION');
  };

  return {
    createSearch: (actor: Actor, { query, context }: { query: string; context: GivenContext }): Promise<Begun> =>
      begin(actor, { kind: 'search', projectId: '' }, async (tx) => ({
        question: query,
        usesWeb: true,
        context: await contextOf(tx, actor, context),
      })),

    createInProject: async (
      actor: Actor,
      { projectId, query }: ParsedInput<Calls['createInProject']>,
    ): Promise<Begun> => {
      const project = await visibleOr(sync, actor, 'projects', projectId, 'PROJECT_NOT_FOUND');
      return begin(actor, { kind: 'chat', projectId }, () =>
        Promise.resolve({ question: query, usesWeb: project.webSearchEnabled }),
      );
    },

    createAboutMeeting: async (
      actor: Actor,
      { meetingId, question }: { meetingId: string; question: string },
    ): Promise<Begun> => {
      const { title } = await visibleOr(sync, actor, 'meetings', meetingId, 'MEETING_NOT_FOUND');
      const context = [{ kind: 'meetings' as const, id: meetingId, title: truncate(title, LIMITS.contextTitle.max) }];
      return begin(actor, { kind: 'search', projectId: '' }, () =>
        Promise.resolve({ question, usesWeb: false, context }),
      );
    },

    /** Begins a chat with an agent. The caller must have checked that the person may use the agent. */
    createWithAgent: (
      actor: Actor,
      {
        question,
        context,
        ...thread
      }: { agentId: string; isAgentTest: boolean; question: string; context: GivenContext },
    ): Promise<Begun> =>
      begin(actor, { kind: 'task', projectId: '', ...thread }, async (tx) => ({
        question,
        usesWeb: true,
        context: await contextOf(tx, actor, context),
      })),

    createFelo: (actor: Actor, { query, ...rest }: ParsedInput<Calls['createFelo']>): Promise<Begun> =>
      begin(actor, { kind: 'search', projectId: '' }, () =>
        Promise.resolve({ question: query, usesWeb: true, ...rest }),
      ),

    async get(actor: Actor, id: string): Promise<CallOutput<Calls['get']>> {
      const thread = await visibleOr(sync, actor, 'threads', id, 'CHAT_NOT_FOUND');
      const asked = await turnsOf(actor.companyId, id);
      const { stored, documents } = await sync.read(actor.companyId, async (tx) => ({
        stored: await tx.list('answers', { ids: asked.map((turn) => turn.id) }),
        // they are in the space of their chat, which the person sees
        documents: (await tx.list('canvases', { where: { parentId: id } })).filter(
          ({ space }) => space === thread.space,
        ),
      }));
      const answers = new Map(stored.map((answer) => [answer.id, { ...answer, abilities: [] } as Doc<'answers'>]));
      return {
        ...thread,
        questions: asked.map((turn) => {
          const answer = answers.get(turn.id) ?? null;
          return { ...turn, abilities: [], answer, content: contentOf(turn, answer) } as never;
        }),
        documents: documents
          .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
          .map(({ id: documentId, title, turnId, createdAt, updatedAt }) => {
            return { id: documentId, title, turnId, createdAt, updatedAt };
          }),
      };
    },

    /** Asks in a chat, by default after its latest question. The context of the question before is kept. */
    async question(
      actor: Actor,
      { id, query, followsId }: ParsedInput<Calls['question']>,
    ): Promise<{ turnId: string; thread: Doc<'threads'> }> {
      const thread = await visibleOr(sync, actor, 'threads', id, 'CHAT_NOT_FOUND');
      mustAsk(actor, thread);
      const asked = await turnsOf(actor.companyId, id);
      const before = asked.find((turn) => turn.id === followsId) ?? asked.at(-1);
      const turnId = await sync.write(actor.companyId, async (tx) => {
        const current = await tx.get('threads', id);
        if (!current) throw new CallError('CHAT_NOT_FOUND');
        return ask(tx, actor, current, {
          question: query,
          context: before?.context ?? [],
          usesWeb: before?.usesWeb ?? current.kind !== 'chat',
          followsId: followsId ?? before?.id ?? '',
          ...(before?.contentFilter ? { contentFilter: before.contentFilter } : {}),
          ...(before?.responseFormat ? { responseFormat: before.responseFormat } : {}),
          // `createFelo` sets the language of the whole chat
          ...(before?.responseFormat ? { language: before.language } : {}),
        });
      });
      return { turnId, thread };
    },

    async terminate(actor: Actor, id: string): Promise<void> {
      const thread = await visibleOr(sync, actor, 'threads', id, 'CHAT_NOT_FOUND');
      const open = (await turnsOf(actor.companyId, id)).filter(({ state }) => !hasRunEnded(state));
      mustAsk(actor, thread);
      for (const turn of open)
        if (turn.creatorId === actor.userId || thread.creatorId === actor.userId)
          await runs.cancelOf(actor.companyId, questionRunOf(thread), turn.id);
    },

    searchMine: (actor: Actor, { keyword, ...page }: ParsedInput<Calls['searchMine']>) =>
      listVisible(platform, actor, 'threads', page, {
        where: { creatorId: actor.userId },
        titleLike: keyword,
        // as on `/chat/history`
        and: [
          sql`d.data ->> 'kind' in ('chat', 'search', 'research', 'task')`,
          sql`coalesce(d.data ->> 'isAgentTest', 'false') = 'false'`,
        ],
      }),

    async setShare(actor: Actor, { chatId, shareRange }: ParsedInput<Calls['setShare']>): Promise<Doc<'threads'>> {
      await sync.write(actor.companyId, async (tx) => {
        await ableOr(tx, actor, 'threads', chatId, 'share', MISSING);
        await changeDoc(tx, actor, ofThreads, chatId, { shareRange });
      });
      return visibleOr(sync, actor, 'threads', chatId, 'CHAT_NOT_FOUND');
    },

    remove: (actor: Actor, id: string): Promise<void> =>
      sync.write(actor.companyId, async (tx) => {
        await ableOr(tx, actor, 'threads', id, 'delete', MISSING);
        await deleteDoc(tx, actor, ofThreads, id);
      }),

    async stop(actor: Actor, turnId: string): Promise<void> {
      const { turn, thread } = await seen(actor, turnId);
      mustOwn(actor, { turn, thread });
      await runs.cancelOf(actor.companyId, questionRunOf(thread), turnId);
    },

    async retry(actor: Actor, turnId: string): Promise<void> {
      const { thread } = await seen(actor, turnId);
      const run = await runs.last(actor.companyId, questionRunOf(thread), turnId);
      if (run) await runs.retry(actor.companyId, run.id, actor.userId);
    },

    async rateSource(actor: Actor, { turnId, source, isUseless }: ParsedInput<Calls['rateSource']>): Promise<void> {
      const { thread } = await seen(actor, turnId);
      mustAsk(actor, thread);
      await sync.write(actor.companyId, async (tx) => {
        const answer = await tx.get('answers', turnId);
        if (!answer?.sources.some(({ no }) => no === source)) throw new CallError('NO_DATA');
        await tx.put('answers', turnId, {
          sources: answer.sources.map((each) => (each.no === source ? { ...each, isUseless } : each)),
        });
      });
    },

    async report(actor: Actor, { turnId, reason }: ParsedInput<Calls['report']>): Promise<void> {
      await seen(actor, turnId);
      await sync.write(actor.companyId, async (tx) => {
        const people = await tx.list('people', { space: spaceOf('company', actor.companyId) });
        const administrators = people
          .filter(({ kind, role, active }) => kind === 'member' && active && (role === 'owner' || role === 'admin'))
          .map(({ id }) => id);
        const name = people.find(({ id }) => id === actor.userId)?.name ?? '';
        await notifyAll(tx, administrators, {
          kind: 'answerReported',
          params: { name, reason },
          link: '',
          subjectId: turnId,
          isGrouped: true,
        });
      });
    },
  };
}
