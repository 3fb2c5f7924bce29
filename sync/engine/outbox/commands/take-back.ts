/** Takes back questions that never reached the server. */
import type { Turn } from '../../../model/kinds/turns';
import { CallError } from '../../../protocol/errors';
import { isWhole } from '../../storage/checkpoints';
import type { CommandContext } from './context';
import { deleteFilesOf, unsent, unsentTurn } from './question-files';

/** Runs work that changes the order of a chat's questions on this device, in one tab at a time. */
export const withQuestionsOf = <T>(
  { locks, device }: Pick<CommandContext, 'locks' | 'device'>,
  threadId: string,
  work: () => Promise<T>,
): Promise<T> => locks.request(`satchel-questions:${device.name}:${threadId}`, work) as Promise<T>;

export type TakenBack = Pick<Turn, 'id' | 'parentId' | 'followsId' | 'fileIds'>;

/**
 * `unsent`: a document of the replica, unless it has been sent; `document`: such a document, sent or not; `rejected`: a
 * rejected change.
 */
type TakenFrom = 'unsent' | 'document' | 'rejected';

/**
 * Removes a question from its chat. The questions that follow it are changed to follow its predecessor, since the
 * server rejects a question that follows an unknown one. Deletes its queued calls and files, and the chat if no
 * question is left.
 * @returns false: another tab has taken it back or sent it, or it has reached the server; nothing was changed
 */
export const takeBack = (context: CommandContext, turn: TakenBack, from: TakenFrom): Promise<boolean> =>
  withQuestionsOf(context, turn.parentId, async () => {
    // the question before it may have been taken back since it was read
    const present = await presentOf(context, turn, from);
    if (present) await takeOut(context, present, from);
    return present !== null;
  });

/** Null for a question that is no longer there. */
async function presentOf(context: CommandContext, turn: TakenBack, from: TakenFrom): Promise<TakenBack | null> {
  const { documents, device } = context;
  if (from === 'unsent') return (await unsentTurn(context, turn.id)) as TakenBack | null;
  if (from === 'document') return documents.get('turns', turn.id);
  const rejected = (await device.rejectedChanges.all()).find(
    ({ collection, documentId }) => collection === 'turns' && documentId === turn.id,
  );
  return rejected ? { ...(rejected.content as unknown as TakenBack), id: turn.id } : null;
}

async function takeOut(
  context: CommandContext,
  { id, parentId, followsId, fileIds }: TakenBack,
  from: TakenFrom,
): Promise<void> {
  const { documents, device } = context;
  const followers = (await documents.find('turns', { parentId })).filter((turn) => turn.followsId === id);
  for (const next of followers)
    await documents
      .change('turns', next.id, () => ({ followsId }))
      .catch((error: unknown) => {
        // the follower was rejected meanwhile and is a rejected change now
        if (!(error instanceof CallError && error.code === 'DOCUMENT_NOT_FOUND')) throw error;
      });
  const refused = (await device.rejectedChanges.all()).filter(
    ({ collection, documentId, content }) =>
      collection === 'turns' && documentId !== id && content['parentId'] === parentId,
  );
  for (const each of refused)
    if (each.content['followsId'] === id)
      await device.rejectedChanges.put({ ...each, content: { ...each.content, followsId } });
  if (from !== 'rejected') await documents.remove('turns', [id]);
  await context.outbox.dropAbout(`turns/${id}`);
  await deleteFilesOf(context, { id, parentId, fileIds });
  // the followers are no longer held back
  if (from === 'rejected' && followers.length > 0) context.retryNow();
  if (refused.length === 0 && (await hasNoQuestions(context, parentId))) await documents.remove('threads', [parentId]);
  // before another tab counts the rejected questions of the chat, or edits this one and so writes it back
  if (from === 'rejected')
    await device.rejectedChanges.rows
      .where('documentId')
      .equals(id)
      .filter(({ collection }) => collection === 'turns')
      .delete();
}

/** Whether a chat has no questions here or on the server. False while the replica may lack some of them. */
async function hasNoQuestions({ documents, device }: CommandContext, threadId: string): Promise<boolean> {
  const thread = await unsent({ documents, device }, 'threads', threadId);
  if (!thread && !((await documents.get('threads', threadId)) && (await isWhole(device, 'turns')))) return false;
  return (await documents.find('turns', { parentId: threadId })).length === 0;
}
