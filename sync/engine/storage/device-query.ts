/** Dexie's live queries as rxjs observables. They include writes of other tabs and of the encoder worker. */
import { liveQuery } from 'dexie';
import { Observable, startWith, Subject, switchMap } from 'rxjs';

const rerun$ = new Subject<void>();

/** Runs all queries again: a tab may have ended after a write and before its notification. */
export const rerunQueries = (): void => rerun$.next();

export const deviceQuery = <T>(read: () => Promise<T>): Observable<T> =>
  rerun$.pipe(
    startWith(undefined),
    switchMap(
      () =>
        new Observable<T>((subscriber) => {
          const subscription = liveQuery(read).subscribe({
            next: (value) => subscriber.next(value),
            error: (error) => subscriber.error(error),
          });
          return () => subscription.unsubscribe();
        }),
    ),
  );
