/** The notice after a deletion, with undo: the same restore as in the trash. */
import type { TFunction } from 'i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { toast } from '~/ui/feedback/toast';
import { keepFocus } from '~/ui/keep-focus';
import type { TrashKind } from '../../../sync/model/kinds';

/** milliseconds for which undo is offered; afterwards there is the trash */
export const UNDO_MS = 10_000;

export interface Deleted {
  collection: TrashKind;
  id: string;
  title: string;
}

const restoreOne = ({ collection, id, title }: Deleted) =>
  collection === 'projectItems'
    ? run('item.restore', { id, title })
    : run('document.restore', { collection, id, title });

/**
 * Restores documents. Reports what failed and what waits for the server; `true`: all are back. `t` must know `errors` and
 * `outbox`.
 */
export async function restoreAll(t: TFunction, all: readonly Deleted[]): Promise<boolean> {
  let isQueued = false;
  let hasFailed = false;
  for (const each of all) {
    try {
      const { state } = await restoreOne(each);
      isQueued ||= state === 'queued';
    } catch (error) {
      hasFailed = true;
      reportFailure(t, error);
    }
  }
  if (isQueued) toast.message(t('outbox:restoreQueued'));
  return !isQueued && !hasFailed;
}

export function offerUndo(t: TFunction, text: string, deleted: readonly Deleted[]): void {
  // the row or page of what was deleted leaves
  keepFocus();
  toast.message(text, {
    duration: UNDO_MS,
    action: { label: t('common:undo'), onPress: () => void restoreAll(t, deleted) },
  });
}
