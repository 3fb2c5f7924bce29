/** Dexie's live queries as rxjs observables. They hear of writes by other tabs and by the encoder worker. */
import { liveQuery } from 'dexie';
import { Observable, startWith, Subject, switchMap } from 'rxjs';

const again$ = new Subject<void>();

/** Asks everything anew: somebody may have ended between a write and telling of it. */
export const askAgain = (): void => again$.next();

export const deviceQuery = <T>(read: () => Promise<T>): Observable<T> =>
  again$.pipe(
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
