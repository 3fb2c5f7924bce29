/**
 * Answers a query from the storage first, and switches to RxDB when something changes. RxDB's own first result creates
 * a query and a document object for each row, and restarts after 20 ms for every write that commits meanwhile; most
 * lists are closed before anything in them changes.
 *
 *   read ──────────────► value          a change ──► followed ──► value, value …
 *   (a change may come first: the read value is then dropped)
 */
import { defer, filter, from, merge, share, switchMap, take, takeUntil, type Observable } from 'rxjs';
import type { KindRows } from './kind-rows';

/**
 * @param touches whether a change of this document may affect the value
 * @param read the current value in the storage
 * @param followed the current value and all later ones
 */
export function withInitialRead<T>(
  rows: KindRows,
  touches: (id: string) => boolean,
  read: () => Promise<T>,
  followed: () => Observable<T>,
): Observable<T> {
  return defer(() => {
    const later = rows.changes().pipe(
      filter((ids) => ids.some(touches)),
      take(1),
      switchMap(followed),
      share(),
    );
    // In this order: a change during the read is not missed.
    return merge(later, from(read()).pipe(takeUntil(later)));
  });
}
