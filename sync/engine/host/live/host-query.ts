/**
 * Live queries of the page: some are answered before a workspace is open, the others by the open workspace
 * (live-query.ts).
 */
import { combineLatest, distinctUntilChanged, NEVER, of, switchMap, type Observable } from 'rxjs';
import { sameValue } from '../../../merge/values';
import type { LockedCopy } from '../../account/handover/left-run';
import type { LockState } from '../../account/lock/state';
import type { Account } from '../../storage/account';
import { CLOSED_STATUS } from '../../../model/sync-status';
import type { LiveQuery, StorageState } from '../live-queries';
import { liveQuery } from './live-query';
import type { LiveSources } from './live-sources';

export interface HostSources {
  workspace$: Observable<{ sources: LiveSources } | null>;
  account$: Observable<Account | null>;
  lock$: Observable<LockState>;
  storage$: Observable<StorageState>;
  lockedCopies$: Observable<LockedCopy[]>;
}

/** The values of any live query, across opening, closing and switching of workspaces. */
export function hostQuery(sources: HostSources, query: LiveQuery): Observable<unknown> {
  const { workspace$, account$, lock$, storage$, lockedCopies$ } = sources;
  const distinct = (values: Observable<unknown>): Observable<unknown> => values.pipe(distinctUntilChanged(sameValue));
  switch (query.kind) {
    case 'account':
      return distinct(account$);
    case 'lock':
      return distinct(lock$);
    case 'storage':
      return distinct(storage$);
    case 'leftLocked':
      return distinct(lockedCopies$);
    case 'syncState':
      // once the databases are deleted, no document counts as stored on this device
      return combineLatest([workspace$, storage$]).pipe(
        switchMap(([workspace, { state }]) =>
          state === 'deleted' ? of('attention') : workspace ? liveQuery(workspace.sources, query) : NEVER,
        ),
      );
    case 'status':
      return workspace$.pipe(
        switchMap((workspace) => (workspace ? liveQuery(workspace.sources, query) : of(CLOSED_STATUS))),
      );
    default:
      return workspace$.pipe(switchMap((workspace) => (workspace ? liveQuery(workspace.sources, query) : NEVER)));
  }
}
