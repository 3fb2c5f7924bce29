/** Whether a text may be written, as a live value. */
import { distinctUntilChanged, EMPTY, filter, merge, switchMap, type Observable } from 'rxjs';
import { childParentOf, topDocumentOf, type KindName } from '../../../model/kinds';
import { checkpointKey } from '../../storage/checkpoints';
import { mayWrite } from '../../text/access';
import { deviceQuery } from '../../storage/device-query';
import type { LiveSources } from './live-sources';

/**
 * Reads row, update log and text again in one order whenever one of them changes: combining three observables would
 * show states that never existed.
 */
export function writable(
  { replica, device, documents, clock }: Pick<LiveSources, 'replica' | 'device' | 'documents' | 'clock'>,
  contentId: string,
): Observable<boolean | null> {
  const changed = (collection: KindName, id: string): Observable<unknown> => {
    if (!replica.names.includes(collection)) return EMPTY;
    return replica
      .kind(collection)
      .changes()
      .pipe(filter((ids) => ids.includes(id)));
  };
  return merge(
    changed('noteContents', contentId),
    changed(...topDocumentOf('noteContents', contentId)),
    deviceQuery(() => device.updates.rows.where('contentId').equals(contentId).limit(1).count()).pipe(
      distinctUntilChanged(),
    ),
    // emits at the start, when a tab has ended, and as a pull progresses
    deviceQuery(async () =>
      childParentOf('noteContents', contentId)?.isCreatedByEdit
        ? device.meta.rows.get(checkpointKey('noteContents'))
        : undefined,
    ),
  ).pipe(switchMap(() => mayWrite({ documents, device, clock }, contentId)));
}
