/** State that the parts of the replica host share. */
import type { BehaviorSubject } from 'rxjs';
import type { AccountsDatabase } from '../account/accounts';
import type { Session } from '../connection/session';
import type { Account } from '../storage/account';
import type { Environment } from '../storage/environment';
import type { DexieEnvironment } from '../storage/dexie-environment';
import type { Workspace } from './workspace';

export interface HostCore {
  readonly environment: Environment;
  readonly databases: DexieEnvironment;
  readonly accounts: AccountsDatabase;
  readonly session: Session;
  /** the open workspace; null: none is open */
  readonly workspace$: BehaviorSubject<Workspace | null>;
  /** the signed-in account as pages see it; also while it is locked */
  readonly account$: BehaviorSubject<Account | null>;
  /** Opening, switching, closing and erasing never overlap. */
  runExclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Tells the other tabs to read again which account is signed in. */
  announceAccountChange(): void;
  /** fires when this worker ends */
  readonly ended: AbortSignal;
}
