/** Restores notes from the trash. */
import type { Restoring } from '../../shared/trash';
import { publicLinksOf } from '../public-pages/address-claims';
import { mayAdd, restored } from '../trash/restoring';
import { placeNote } from './placement';

/** Restores a note with its text, into its project or another one. */
export async function restoreNote({ platform, tx, actor, id, projectId: given }: Restoring): Promise<void> {
  const deleted = await restored(tx, 'notes', id);
  // the deletion ended the creator's decision to publish
  const note =
    deleted.shareRange === 'public' &&
    (deleted.creatorId !== actor.userId || !(await publicLinksOf(platform, 'notes').claim(tx.companyId, id)))
      ? await tx.put('notes', id, { shareRange: 'project', linkExpiresAt: 0 })
      : deleted;
  const projectId = given ?? note.projectId;
  await mayAdd(tx, actor, projectId);
  await placeNote(tx, projectId === note.projectId ? note : await tx.put('notes', id, { projectId }));
}
