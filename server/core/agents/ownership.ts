/** Transfers the agents of a leaving member to the heir, and closes the member's open proposals. */
import { agentVersionsId, spaceOf, turnIdOfWork } from '../../../sync/model/ids';
import type { SyncTransaction } from '../../sync/store';
import { placeAgent } from './publishing';
import { abandoned } from './work-end';

/** Makes the heir the creator of the agents; people who could use them keep access. */
export async function transferAgents(
  tx: SyncTransaction,
  leaver: { userId: string },
  heirId: string,
): Promise<{ agents: number }> {
  const agents = await tx.list('agents', { where: { creatorId: leaver.userId } });
  const space = spaceOf('person', heirId);
  for (const { id } of agents) {
    const agent = await tx.put('agents', id, { creatorId: heirId, space });
    if (await tx.get('agentVersions', agentVersionsId(id)))
      await tx.put('agentVersions', agentVersionsId(id), { space });
    await placeAgent(tx, agent);
  }
  await closeProposals(tx, leaver.userId);
  return { agents: agents.length };
}

/** Declines the member's open proposals, which the heir may not decide, and cancels unanswered questions. */
async function closeProposals(tx: SyncTransaction, userId: string): Promise<void> {
  for (const work of await tx.list('agentWorks', { where: { creatorId: userId } })) {
    if (work.stage !== 'waiting') continue;
    const turnId = turnIdOfWork(work.id);
    const isAnswered = (await tx.get('answers', turnId))?.isComplete === true;
    await tx.put('agentWorks', work.id, abandoned(work, isAnswered ? 'done' : 'stopped', tx.now()));
    if (isAnswered) continue;
    const turn = await tx.get('turns', turnId);
    if (!turn) continue;
    await tx.put('turns', turnId, { state: 'CANCELED', error: '' });
    await tx.put('threads', turn.parentId, { status: 'CANCELED' });
  }
}
