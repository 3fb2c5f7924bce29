/** Transfers the custom templates of a leaving member to the heir; shared ones stay shared. */
import type { SyncTransaction } from '../../sync/store';
import { placeTemplate } from './policy';

export async function transferTemplates(
  tx: SyncTransaction,
  leaver: { userId: string },
  heirId: string,
): Promise<{ templates: number }> {
  const templates = await tx.list('templates', { where: { creatorId: leaver.userId } });
  for (const { id } of templates) await placeTemplate(tx, await tx.put('templates', id, { creatorId: heirId }));
  return { templates: templates.length };
}
