/** Transfers the chats of a leaving member to the owner of their project, or to the heir. */
import type { SyncTransaction } from '../../sync/store';
import { nextOwner } from '../projects/ownership';
import { placeThread } from './placement';

export async function transferThreads(
  tx: SyncTransaction,
  leaver: { userId: string },
  heirId: string,
): Promise<{ threads: number }> {
  const threads = await tx.list('threads', { where: { creatorId: leaver.userId } });
  for (const thread of threads) {
    const creatorId = await nextOwner(tx, thread, heirId);
    await placeThread(tx, await tx.put('threads', thread.id, { creatorId }));
  }
  return { threads: threads.length };
}
