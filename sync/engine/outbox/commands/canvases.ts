/** Commands for canvases: documents created from answers of a chat, or from the report of a research. */
import { canvasTextId, newId } from '../../../model/ids';
import type { Thread } from '../../../model/kinds/threads';
import { toBase64 } from '../../../merge/yjs';
import { CallError } from '../../../protocol/errors';
import { allowed, checkedFields, create, roleIn, type CommandContext, type Handlers } from './context';
import { removeCanvas } from './removal';

/** The same rule as on the server: the chat's creator, and contributors of the project that the chat is shared with. */
async function mayWriteIn({ account, documents }: CommandContext, thread: Thread): Promise<boolean> {
  if (thread.creatorId === account.userId) return true;
  const project =
    thread.projectId && thread.shareRange !== 'private' ? await documents.get('projects', thread.projectId) : null;
  return project !== null && roleIn(project) !== 'viewer';
}

export const canvasCommands: Handlers<'canvas'> = {
  async 'canvas.create'(context, { turnId, title, state }) {
    const { account, clock, documents } = context;
    const threadId =
      (await documents.get('turns', turnId))?.parentId ?? (await documents.get('reports', turnId))?.threadId;
    const thread = threadId ? await documents.get('threads', threadId) : null;
    if (!thread) throw new CallError('CHAT_NOT_FOUND');
    if (!(await mayWriteIn(context, thread))) throw new CallError('NO_PERMISSION');
    const id = newId(clock.now());
    const common = { space: thread.space, creatorId: account.userId };
    const { title: checkedTitle } = checkedFields('canvases', { title }) as { title: string };
    const others = await documents.find('canvases', { parentId: thread.id });
    // the text first: a listed canvas without a text cannot be opened
    await create(context, 'noteContents', 'contributor', {
      ...common,
      id: canvasTextId(id),
      subject: 'canvas',
      subjectId: id,
      state: toBase64(state),
    });
    await create(context, 'canvases', 'contributor', {
      ...common,
      id,
      parentId: thread.id,
      position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
      turnId,
      title: checkedTitle,
      isPublic: false,
      createdAt: clock.now(),
    });
    return { id };
  },

  async 'canvas.rename'(context, { id, title }) {
    await allowed(context, 'canvases', id, 'update', 'CHAT_MESSAGE_DOCUMENT_NOT_FOUND');
    const checked = checkedFields('canvases', { title });
    await context.documents.change('canvases', id, () => checked);
    return null;
  },

  async 'canvas.publish'(context, { id, isPublic }) {
    await allowed(context, 'canvases', id, 'share', 'CHAT_MESSAGE_DOCUMENT_NOT_FOUND');
    await context.documents.change('canvases', id, () => ({ isPublic }));
    return null;
  },

  async 'canvas.delete'(context, { id }) {
    await removeCanvas(context, id);
    return null;
  },
};
