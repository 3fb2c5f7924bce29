import { newId, spaceOf } from '../../../model/ids';
import type { Thread } from '../../../model/kinds/threads';
import { LIMITS } from '../../../model/limits';
import { clean, truncate } from '../../../model/text';
import { CallError } from '../../../protocol/errors';
import { create, type CommandContext } from './context';

/** `agentId` and `isAgentTest`: for a thread of kind 'task' */
export type NewThread = Pick<Thread, 'kind' | 'projectId'> & Pick<Partial<Thread>, 'agentId' | 'isAgentTest'>;

/** Creates a private thread, since its answers may quote documents that others may not read. */
export async function createThread(
  context: CommandContext,
  { question, projectId, ...more }: NewThread & { question: string },
): Promise<Pick<Thread, 'id' | 'space'>> {
  const { account, clock, documents } = context;
  if (projectId && !(await documents.get('projects', projectId))) throw new CallError('PROJECT_NOT_FOUND');
  const id = newId(clock.now());
  const space = spaceOf('person', account.userId);
  await create(context, 'threads', 'owner', {
    ...more,
    id,
    space,
    title: truncate(clean(question).replace(/\s+/gu, ' '), LIMITS.threadTitle.max),
    projectId,
    creatorId: account.userId,
    status: '',
    body: '',
    shareRange: 'private',
    createdAt: clock.now(),
  });
  return { id, space };
}
