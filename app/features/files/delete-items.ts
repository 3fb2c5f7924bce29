/** Deletes files and links of a project, with undo. */
import type { TFunction } from 'i18next';
import { runAll, type BulkResult } from '~/features/bulk/run-all';
import { reportFailure } from '~/features/failures/report-failure';
import { UNDO_MS } from '~/features/trash/undo';
import { run } from '~/replica/client';
import { toast } from '~/ui/feedback/toast';
import { keepFocus } from '~/ui/keep-focus';
import type { ProjectItem } from '../../../sync/model/kinds/project-items';

type Named = Pick<ProjectItem, 'id' | 'title'>;

/** @param t must have loaded `errors` */
async function restoreItems(t: TFunction, items: readonly Named[]): Promise<void> {
  const { refused } = await runAll(items, ({ id, title }) => run('item.restore', { id, title }));
  for (const { error } of refused) reportFailure(t, error);
}

/**
 * Deletes items and offers undo. `text`: the message about the deleted items. Returns which were deleted and refused.
 */
export async function deleteItems<T extends Named>(
  t: TFunction,
  items: readonly T[],
  text: (done: readonly T[]) => string,
): Promise<BulkResult<T>> {
  const result = await runAll(items, ({ id }) => run('item.delete', { id }));
  if (result.done.length > 0) {
    // the deletion removes the row or sheet that has the focus
    keepFocus();
    toast.message(text(result.done), {
      duration: UNDO_MS,
      action: { label: t('common:undo'), onPress: () => void restoreItems(t, result.done) },
    });
  }
  return result;
}
