/** Notifies the person who started a research that it waits for them or has ended. Skip it if they watch the research. */
import { threads } from '../../../sync/model/kinds/threads';
import type { NoticeName } from '../../../sync/model/notices';
import type { Run } from '../../runs/run';
import { notify } from '../../shared/notify';
import type { SyncTransaction } from '../../sync/store';

export type ResearchNotice = Extract<NoticeName, 'researchAsks' | 'researchReady' | 'researchFailed'>;

export async function notifyOwner(
  tx: SyncTransaction,
  { ownerId, subject }: Pick<Run, 'ownerId' | 'subject'>,
  kind: ResearchNotice,
): Promise<void> {
  const thread = await tx.get('threads', subject.id);
  if (!thread) return;
  await notify(tx, {
    userId: ownerId,
    kind,
    params: { title: thread.title },
    link: threads.link({ ...thread }),
    subjectId: thread.id,
  });
}
