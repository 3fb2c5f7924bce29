/** A research and its report are in the space of their thread, move with it and are deleted with it. */
import { reportId } from '../../../sync/model/ids';
import type { SyncTransaction } from '../../sync/store';

/** Moves the research of a thread, if it is one, into its space. */
export async function placeResearch(tx: SyncTransaction, threadId: string, space: string): Promise<void> {
  const research = await tx.get('researches', threadId);
  if (!research) return;
  if (research.space !== space) await tx.put('researches', threadId, { space });
  const report = await tx.get('reports', reportId(threadId));
  if (report && report.space !== space) await tx.put('reports', report.id, { space });
}

/** Deletes the research of a thread, if it is one. */
export async function removeResearch(tx: SyncTransaction, threadId: string): Promise<void> {
  await tx.remove('researches', threadId);
  await tx.remove('reports', reportId(threadId));
}
