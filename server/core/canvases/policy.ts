/**
 * Policy of canvases: the creator of a chat, and contributors to the project that it is shared with, make documents of its
 * answers or report, and edit them. The creator of a document alone publishes it, as a contributor of the chat's project.
 */
import { spaceOf } from '../../../sync/model/ids';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { mayWriteDocuments } from '../chat/policy';
import { possibleSpaces } from '../chat/placement';
import { removeContents } from '../contents';
import type { PublicLinks } from '../public-pages/address-claims';
import { onlyChanges, refusal } from '../refusals';

type Thread = StoredDoc<'threads'>;

async function mayPublish(tx: SyncTransaction, userId: string, thread: Thread, links: PublicLinks): Promise<void> {
  if (!(await links.areAllowed(tx.companyId))) throw refusal('PUBLIC_LINKS_OFF', 'isPublic');
  if (!thread.projectId) return;
  const role = await tx.roleIn(spaceOf('project', thread.projectId), userId);
  if (role === null || role === 'viewer') throw refusal('NO_PERMISSION', 'isPublic');
}

/** The chat of a canvas, if this person reads it. */
async function threadOf(tx: SyncTransaction, userId: string, threadId: string): Promise<Thread> {
  const thread = await tx.get('threads', threadId);
  // the same answer for a chat that is hidden, and for one that arrives later
  if (!thread || (await tx.roleIn(thread.space, userId)) === null) throw refusal('SPACE_NOT_FOUND', 'parentId');
  return thread;
}

/** The thread of the question, or of the report, that a canvas is made from; null if there is none. */
async function threadOfSource(tx: SyncTransaction, id: string): Promise<string | null> {
  return (await tx.get('turns', id))?.parentId ?? (await tx.get('reports', id))?.threadId ?? null;
}

export const canvasPolicy = (links: PublicLinks): PushPolicy<'canvases'> => ({
  collection: 'canvases',
  async check({ actor, tx, before, after, changed, role, restored = null }) {
    if (before && !after) {
      if (before.creatorId !== actor.userId && role !== 'owner') throw refusal('NO_PERMISSION');
      return;
    }
    if (!after) return;
    const thread = await threadOf(tx, actor.userId, (before ?? after).parentId);
    const isCreator = (before ?? after).creatorId === actor.userId;
    if (!before) {
      if (!isCreator) throw refusal('NO_PERMISSION', 'creatorId');
      const sourceThreadId = await threadOfSource(tx, after.turnId);
      if (sourceThreadId === null) throw refusal('SPACE_NOT_FOUND', 'turnId');
      if (sourceThreadId !== thread.id) throw refusal('DOCUMENT_INVALID', 'turnId');
    } else onlyChanges(changed, ['title', 'isPublic', 'space'], 'NO_PERMISSION');
    if (!(before && isCreator) && !(await mayWriteDocuments(tx, actor.userId, thread)))
      throw refusal('NO_PERMISSION', 'parentId');
    if (!before || changed.includes('space')) {
      if (!possibleSpaces(thread).includes(after.space)) throw refusal('DOCUMENT_INVALID', 'space');
    }
    if (before && changed.includes('isPublic') && !isCreator) throw refusal('NO_PERMISSION', 'isPublic');
    // a push may restore a published canvas even if links are switched off: its link then opens nothing
    if (after.isPublic && !(before ?? restored)?.isPublic) await mayPublish(tx, actor.userId, thread, links);
  },
  async apply({ tx, before, after }) {
    if (!after) {
      if (before) await removeContents(tx, 'canvases', before.id);
      return;
    }
    if (after.isPublic && !before?.isPublic && !(await links.claim(tx.companyId, after.id)))
      throw refusal('PUBLIC_LINK_TAKEN', 'isPublic');
    const thread = (await tx.get('threads', after.parentId))!;
    if (after.space !== thread.space) await tx.put('canvases', after.id, { space: thread.space });
  },
});
