/** Commands for chats: a question is a pending row; calls stop the server's work on it, or repeat it. */
import { newId } from '../../../model/ids';
import type { Thread } from '../../../model/kinds/threads';
import type { Turn } from '../../../model/kinds/turns';
import { CallError } from '../../../protocol/errors';
import { LIMITS } from '../../../model/limits';
import { wellFormed } from '../../../model/text';
import { storeQuestionFiles, type QuestionFile } from '../../files/question-files';
import type { Commands } from './commands';
import type { OutboxCall } from '../../storage/device-rows';
import { STOP_PATH } from '../../storage/stop-calls';
import { assumedRev } from '../../storage/stored';
import { withoutPreparedPush } from '../../storage/prepared-push';
import { allowed, checkedFields, create, type CommandContext, type Handlers } from './context';
import { createThread, type NewThread } from './create-thread';
import { checkedFile, type Given } from './files';
import { leaveFileOut, unsentTurn } from './question-files';
import { removeThread } from './removal';
import { takeBack, withQuestionsOf, type TakenBack } from './take-back';

export const RATE_SOURCE_PATH = '/chat/source/rate';
export interface SourceRating {
  turnId: string;
  /** `no` of the source */
  source: number;
  isUseless: boolean;
}

/** Questions of a thread in the order of asking. */
export const turnsOf = async ({ documents }: CommandContext, threadId: string): Promise<Turn[]> =>
  (await documents.find('turns', { parentId: threadId })).sort(
    (a, b) => a.position - b.position || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
  );

/** Kinds of threads whose questions are turns. */
const QUESTIONED: readonly Thread['kind'][] = ['chat', 'search', 'task'];

/** A thread of one's own that questions can be added to. */
async function ownThread(context: CommandContext, id: string): Promise<Thread> {
  const thread = await allowed(context, 'threads', id, 'update', 'CHAT_NOT_FOUND');
  if (!QUESTIONED.includes(thread.kind)) throw new CallError('CHAT_NOT_FOUND');
  return thread;
}

/** Queues a call about a question, unless it is queued already; a refused one is replaced. */
async function queueTurnCall(context: CommandContext, turnId: string, key: string, path: string): Promise<void> {
  const { device, documents, locks, outbox } = context;
  const turn = await documents.get('turns', turnId);
  if (!turn) throw new CallError('CHAT_NOT_FOUND');
  const [row] = await documents.stored('turns', [turnId]);
  const mayBeUnknown = row?.waits && assumedRev(row) === null;
  const isSame = (call: OutboxCall): boolean =>
    call.path === path && (call.input as { turnId: string }).turnId === turnId;
  await locks.request(`satchel-turn-call:${device.name}:${turnId}`, async () => {
    const queued = (await device.outbox.openAll(await device.outbox.rows.toArray())).filter(isSame);
    if (queued.some(({ state }) => state !== 'attention')) return;
    await outbox.replace(isSame, {
      service: 'core',
      method: 'POST',
      path,
      input: { turnId },
      label: { key, params: { title: turn.question } },
      about: `turns/${turnId}`,
      endsWithDocument: true,
      // a stop must not wait until the server has the question, which it would then answer
      after: path === STOP_PATH && mayBeUnknown ? [] : [`turns/${turnId}`],
    });
  });
}

type Asked = Omit<Commands['chat.ask']['input'], 'kind' | 'projectId'>;

/** Throws the codes of `chat.ask` for files. Sound has no text that an answer could use. */
function checkedQuestionFile(given: Given, id: string): QuestionFile {
  const { name, type } = checkedFile(given);
  if (type.category === 'audio') throw new CallError('FILE_TYPE_NOT_SUPPORT', { params: { fileName: name } });
  return { id, file: given.file, name, mimeType: type.mimeType };
}

/**
 * Adds a question to a thread of one's own, or to a new one. Files that the server does not have are stored first: the
 * question is sent once they have arrived.
 */
export async function askQuestion(
  context: CommandContext,
  { files = [], ...asked }: Asked,
  fresh: NewThread,
): Promise<{ threadId: string; turnId: string }> {
  const { device, locks, clock } = context;
  const turnId = newId(clock.now());
  const given = files.map((each) => checkedQuestionFile(each, each.id ?? newId(clock.now())));
  if (given.length === 0) return createQuestion(context, turnId, asked, fresh);
  const { fileIds, fileNames = fileIds.map(() => '') } = asked;
  return storeQuestionFiles({ device, locks, clock }, turnId, given, () =>
    createQuestion(
      context,
      turnId,
      {
        ...asked,
        fileIds: [...fileIds, ...given.map(({ id }) => id)],
        fileNames: [...fileNames, ...given.map(({ name }) => wellFormed(name.slice(0, LIMITS.contextTitle.max)))],
      },
      fresh,
    ),
  );
}

/** A question that is taken back meanwhile may be the one that this follows, or the last of its chat, which then ends. */
const createQuestion = (
  context: CommandContext,
  turnId: string,
  asked: Omit<Asked, 'files'>,
  fresh: NewThread,
): Promise<{ threadId: string; turnId: string }> => {
  const add = () => addQuestion(context, turnId, asked, fresh);
  return asked.threadId ? withQuestionsOf(context, asked.threadId, add) : add();
};

/** The thread is written first: a question without one would be shown nowhere. */
async function addQuestion(
  context: CommandContext,
  turnId: string,
  { threadId, followsId, ...asked }: Omit<Asked, 'files'>,
  fresh: NewThread,
): Promise<{ threadId: string; turnId: string }> {
  const { account, clock } = context;
  const checked = checkedFields('turns', { ...asked, context: [...asked.context] }) as Pick<
    Turn,
    'question' | 'context' | 'fileIds' | 'fileNames' | 'usesWeb' | 'language'
  >;
  const thread = threadId
    ? await ownThread(context, threadId)
    : await createThread(context, { ...fresh, question: checked.question });
  const before = threadId ? await turnsOf(context, threadId) : [];
  if (followsId && !before.some(({ id }) => id === followsId)) throw new CallError('PARAM_ERROR');
  context.expectLive({ collection: 'turns', id: turnId });
  await create(context, 'turns', 'owner', {
    ...checked,
    id: turnId,
    space: thread.space,
    parentId: thread.id,
    position: (before.at(-1)?.position ?? -1) + 1,
    followsId: followsId ?? before.at(-1)?.id ?? '',
    creatorId: account.userId,
    state: 'READY',
    error: '',
    createdAt: clock.now(),
  });
  return { threadId: thread.id, turnId };
}

export const chatCommands: Handlers<'chat'> = {
  async 'chat.ask'(context, { kind, projectId = '', ...asked }) {
    return askQuestion(context, asked, { kind, projectId });
  },

  /** A question that was never sent is deleted here; otherwise the server ends its work. */
  async 'chat.stop'(context, { turnId }) {
    const { documents } = context;
    if (!(await documents.get('turns', turnId))) throw new CallError('CHAT_NOT_FOUND');
    // from now on the service worker does not send the question; if it has begun to, the question is in flight
    const isTakenBack = await withoutPreparedPush(context, async () => {
      const turn = (await unsentTurn(context, turnId)) as unknown as TakenBack | null;
      if (!turn) return false;
      if (await takeBack(context, turn, 'unsent')) return true;
      const isGone = async (): Promise<boolean> => !(await documents.get('turns', turnId));
      // the server has rejected it since it was read, or another tab has taken it back
      return (await isGone()) && ((await takeBack(context, turn, 'rejected')) || (await isGone()));
    });
    // it was sent before, or has been sent since it was read
    if (!isTakenBack) await queueTurnCall(context, turnId, 'chatStop', STOP_PATH);
    return { isTakenBack };
  },

  async 'chat.leaveFile'(context, { turnId, fileId }) {
    if (!(await unsentTurn(context, turnId))) throw new CallError('CHAT_NOT_FOUND');
    await leaveFileOut(context, turnId, fileId);
    return null;
  },

  async 'chat.retry'(context, { turnId }) {
    await queueTurnCall(context, turnId, 'chatRetry', '/chat/turn/retry');
    return null;
  },

  async 'chat.rateSource'(context, { turnId, source, isUseless }) {
    const { documents, outbox } = context;
    const rated = (await documents.get('answers', turnId))?.sources.find(({ no }) => no === source);
    if (!rated) throw new CallError('NO_DATA');
    const rating: SourceRating = { turnId, source, isUseless };
    await outbox.replace(
      ({ path, input }) =>
        path === RATE_SOURCE_PATH &&
        (input as SourceRating).turnId === turnId &&
        (input as SourceRating).source === source,
      {
        service: 'core',
        method: 'POST',
        path: RATE_SOURCE_PATH,
        input: rating,
        label: { key: 'chatRate', params: { title: rated.title || rated.url } },
        about: `turns/${turnId}`,
        endsWithDocument: true,
        isKeptUntilPulled: true,
        after: [],
      },
    );
    return null;
  },
};

export const threadCommands: Handlers<'thread'> = {
  async 'thread.rename'(context, { id, title }) {
    await allowed(context, 'threads', id, 'update', 'CHAT_NOT_FOUND');
    const checked = checkedFields('threads', { title });
    await context.documents.change('threads', id, () => checked);
    return null;
  },

  async 'thread.delete'(context, { id }) {
    await removeThread(context, id);
    return null;
  },

  /** The server moves the thread into the space that its sharing determines; the device keeps it where it is. */
  async 'thread.share'(context, { id, shareRange }) {
    const thread = await allowed(context, 'threads', id, 'share', 'CHAT_NOT_FOUND');
    if (shareRange === 'project' && !thread.projectId) throw new CallError('PARAM_ERROR');
    const checked = checkedFields('threads', { shareRange });
    await context.documents.change('threads', id, () => checked);
    return null;
  },
};
