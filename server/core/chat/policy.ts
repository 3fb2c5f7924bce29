/**
 * Policy of threads. A member creates chats, web searches, researches and tasks of agents; the first three may be in a
 * project that the member sees. Only the creator renames, moves and shares a thread; the creator and owners of its
 * space delete it. Only the server creates articles.
 */
import { spaceOf } from '../../../sync/model/ids';
import { threads } from '../../../sync/model/kinds/threads';
import type { Platform } from '../../platform/context';
import { cancelRunsOf } from '../../runs/cancel';
import type { PushPolicy, StoredDoc, SyncTransaction } from '../../sync/store';
import { removeContents } from '../contents';
import { publicLinksOf, type PublicLinks } from '../public-pages/address-claims';
import { onlyChanges, refusal, startsWith } from '../refusals';
import { cancelResearch } from '../research/requests';
import { isOpened } from '../share-changes';
import { QUESTION_RUNS } from './answer-requests';
import { placeThread, possibleSpaces } from './placement';

type Thread = StoredDoc<'threads'>;

const BY_CREATOR = ['title', 'projectId', 'shareRange', 'space'];
const BEGUN_BY_PEOPLE: readonly Thread['kind'][] = ['chat', 'search', 'research', 'task'];
const PLACING = ['projectId', 'shareRange', 'space'];

/**
 * Checks that a person may put a chat into its project: a viewer may have private chats there; sharing needs the role
 * of a contributor.
 */
async function mayPlace(tx: SyncTransaction, userId: string, thread: Thread): Promise<void> {
  if (!possibleSpaces(thread).includes(thread.space)) throw refusal('DOCUMENT_INVALID', 'space');
  const { projectId, shareRange } = thread;
  if (!projectId) {
    if (shareRange === 'project') throw refusal('PARAM_ERROR', 'shareRange', 'the chat is in no project');
    return;
  }
  const space = spaceOf('project', projectId);
  if (!(await tx.spaceExists(space))) throw refusal('SPACE_NOT_FOUND', 'projectId');
  const role = await tx.roleIn(space, userId);
  if (!(await tx.get('projects', projectId)) || role === null) throw refusal('PROJECT_NOT_FOUND', 'projectId');
  if (role === 'viewer' && shareRange !== 'private') throw refusal('NO_PERMISSION', 'shareRange');
}

/** Only a task names an agent; its run checks that the agent exists. A test chat of an agent's draft stays private. */
function checkAgent({ kind, agentId = '', isAgentTest = false, projectId, shareRange }: Thread): void {
  if ((kind === 'task') !== (agentId !== '') || (isAgentTest && kind !== 'task'))
    throw refusal('DOCUMENT_INVALID', 'agentId');
  if (kind === 'task' && projectId) throw refusal('PARAM_ERROR', 'projectId', 'agents work outside projects');
  if (isAgentTest && shareRange !== 'private') throw refusal('PARAM_ERROR', 'shareRange');
}

async function mayPublish(companyId: string, links: PublicLinks): Promise<void> {
  if (!(await links.areAllowed(companyId))) throw refusal('PUBLIC_LINKS_OFF', 'shareRange');
}

/** Whether a research becomes public: its slides then have a public address (../research/slides.ts). */
const isPublished = (before: Thread | null, after: Thread): boolean =>
  after.kind === 'research' && after.shareRange === 'public' && before?.shareRange !== 'public';

export const threadPolicy = (
  platform: Platform,
  links: PublicLinks = publicLinksOf(platform, 'researches'),
): PushPolicy<'threads'> => ({
  collection: 'threads',
  async check({ actor, tx, before, after, changed, role, restored = null }) {
    if (after) checkAgent(after);
    if (!before) {
      if (!after) return;
      if (after.creatorId !== actor.userId) throw refusal('NO_PERMISSION', 'creatorId');
      if (!BEGUN_BY_PEOPLE.includes(after.kind))
        throw refusal('NO_PERMISSION', 'kind', 'only the server creates these threads');
      if (!restored) startsWith(after, threads.createdWith!);
      if (!restored && isPublished(null, after)) await mayPublish(tx.companyId, links);
      return mayPlace(tx, actor.userId, after);
    }
    const isCreator = before.creatorId === actor.userId;
    if (!after) {
      if (!isCreator && role !== 'owner') throw refusal('NO_PERMISSION');
      return;
    }
    if (!isCreator) throw refusal('NO_PERMISSION');
    onlyChanges(changed, BY_CREATOR, 'NO_PERMISSION');
    if (isPublished(before, after)) await mayPublish(tx.companyId, links);
    if (changed.includes('projectId') || isOpened(before, after)) await mayPlace(tx, actor.userId, after);
    else if (changed.some((field) => PLACING.includes(field)) && !possibleSpaces(after).includes(after.space))
      throw refusal('DOCUMENT_INVALID', 'space');
  },
  async apply({ actor, tx, before, after, changed }) {
    if (!after) {
      if (!before) return;
      const removed = await removeContents(tx, 'threads', before.id);
      const questions = removed.flatMap(([kind, id]) => (kind === 'turns' ? [id] : []));
      await cancelRunsOf(platform, tx.companyId, QUESTION_RUNS, questions);
      await cancelResearch(platform, tx.companyId, before.id);
      await tx.intoTrash('threads', before.id, actor.userId);
      return;
    }
    if (isPublished(before, after) && !(await links.claim(tx.companyId, after.id)))
      throw refusal('PUBLIC_LINK_TAKEN', 'shareRange');
    if (!before || changed.some((field) => PLACING.includes(field))) await placeThread(tx, after);
  },
});

/** Only the creator of a chat may ask in it (decision 146). */
export const mayAsk = (userId: string, thread: Pick<Thread, 'creatorId'>): boolean => thread.creatorId === userId;

/**
 * Whether a person may create and change the canvases of a chat: its creator, and contributors of its project unless
 * the chat is private.
 */
export async function mayWriteDocuments(
  tx: Pick<SyncTransaction, 'roleIn'>,
  userId: string,
  thread: Thread,
): Promise<boolean> {
  if (thread.creatorId === userId) return true;
  if (!thread.projectId || thread.shareRange === 'private') return false;
  const role = await tx.roleIn(spaceOf('project', thread.projectId), userId);
  return role === 'owner' || role === 'contributor';
}
