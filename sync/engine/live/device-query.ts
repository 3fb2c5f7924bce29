/** Dexie's live queries as rxjs observables. They hear of writes by other tabs and by the encoder worker. */
import { liveQuery } from 'dexie';
import { Observable } from 'rxjs';

export const deviceQuery = <T>(read: () => Promise<T>): Observable<T> =>
  new Observable<T>((subscriber) => {
    const subscription = liveQuery(read).subscribe({ next: (value) => subscriber.next(value), error: (error) => subscriber.error(error) });
    return () => subscription.unsubscribe();
  });
