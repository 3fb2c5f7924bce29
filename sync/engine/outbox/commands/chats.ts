/** Commands for chats: a question is a pending row; calls stop the server's work on it, or repeat it. */
import { newId } from '../../../model/ids';
import type { Thread } from '../../../model/kinds/threads';
import type { Turn } from '../../../model/kinds/turns';
import { CallError } from '../../../protocol/errors';
import type { Commands } from './commands';
import { isInFlight } from '../../replication/in-flight';
import { withdrawWaitingRequest } from '../../storage/waiting-request';
import { allowed, checkedFields, create, type CommandContext, type Handlers } from './context';
import { createThread, type NewThread } from './create-thread';
import { removeThread } from './removal';

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

async function queueTurnCall(context: CommandContext, turnId: string, key: string, path: string): Promise<void> {
  const turn = await context.documents.get('turns', turnId);
  if (!turn) throw new CallError('CHAT_NOT_FOUND');
  await context.outbox.add({
    service: 'core',
    method: 'POST',
    path,
    input: { turnId },
    label: { key, params: { title: turn.question } },
    after: [`turns/${turnId}`],
  });
}

type Asked = Omit<Commands['chat.ask']['input'], 'kind' | 'projectId'>;

/**
 * Adds a question to a thread of one's own, or to a new one. The thread is written first: a question without one would
 * be shown nowhere.
 */
export async function askQuestion(
  context: CommandContext,
  { threadId, followsId, ...asked }: Asked,
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
  const turnId = newId(clock.now());
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
    const [row] = await documents.stored('turns', [turnId]);
    if (!row || row._deleted) throw new CallError('CHAT_NOT_FOUND');
    // from here on the service worker sends it no more; if it has begun to, it is in flight
    await withdrawWaitingRequest(context.device);
    if (!row.waits || row.pending?.base || (await isInFlight(context.device, 'turns', turnId))) {
      await queueTurnCall(context, turnId, 'chatStop', '/chat/turn/stop');
      return null;
    }
    const threadId = String(row['parentId']);
    // the server refuses a question that follows one it never gets
    const followsId = String(row['followsId']);
    for (const next of await turnsOf(context, threadId))
      if (next.followsId === turnId) await documents.change('turns', next.id, () => ({ followsId }));
    await documents.remove('turns', [turnId]);
    if ((await turnsOf(context, threadId)).length === 0 && (await documents.get('threads', threadId)))
      await documents.remove('threads', [threadId]);
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
