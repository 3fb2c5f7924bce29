/** Passes the agents of a leaving member to the heir: whoever uses them goes on using them. */
import { agentVersionsId, spaceOf } from '../../../sync/model/ids';
import type { SyncTransaction } from '../../sync/store';
import { placeAgent } from './publishing';

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
  return { agents: agents.length };
}
