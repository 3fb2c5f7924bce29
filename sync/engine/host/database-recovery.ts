/**
 * Recovers from databases that are deleted while a workspace has them open (the browser's "clear site data").
 *
 *   whole ── database deleted ──► deleted: rows and texts in memory are salvaged; no document counts as stored
 *                                   ├─ the account was erased in another tab ──► follow that tab
 *                                   └─ new databases are created (retried) ──► salvaged rows and texts are written
 *                                                                                   └─► restored
 */
import { BehaviorSubject } from 'rxjs';
import { markdownOfState } from '../../merge/note-text';
import { pause } from '../connection/backoff';
import type { Account } from '../storage/account';
import { restoreTexts } from '../text/restore-texts';
import { isEmpty, restoreRows, salvageFile, type Salvage, type ShownDocuments } from '../storage/integrity/salvage';
import type { StorageState } from './live-queries';
import type { HostCore } from './host-core';
import type { Workspace } from './workspace';

/** attempts to create the databases during which nothing else runs */
const EXCLUSIVE_ATTEMPTS = 20;
/** milliseconds between these attempts: a browser refuses to open databases until it has cleared the site's data */
const RETRY_MS = 250;
/** milliseconds between attempts afterwards */
const LATE_RETRY_MS = 5_000;

export interface DatabaseRecoveryHost {
  closeWorkspace(options: { erase: boolean }): Promise<void>;
  openAccount(account: Account): Promise<void>;
  /** another tab changed which account is signed in */
  followOtherTab(): Promise<void>;
}

export class DatabaseRecovery {
  readonly storage$ = new BehaviorSubject<StorageState>({ state: 'whole' });
  /** rows and texts that were in memory when the databases were deleted */
  private salvaged: Salvage | null = null;
  /** documents that screens show, as last sent, by live query */
  private readonly shown = new Map<symbol, ShownDocuments>();
  /** workspaces whose deletion is being handled: each of their databases reports its own */
  private readonly handled = new WeakSet<Workspace>();

  constructor(
    private readonly core: HostCore,
    private readonly host: DatabaseRecoveryHost,
  ) {}

  get isDeleted(): boolean {
    return this.storage$.value.state === 'deleted';
  }

  salvagedFile(): { name: string; blob: Blob } | null {
    return this.salvaged && { name: 'satchel.md', blob: salvageFile(this.salvaged, markdownOfState) };
  }

  /** A live query showed documents: they can be salvaged while it is open. */
  documentsShown(query: symbol, shown: ShownDocuments): void {
    this.shown.set(query, shown);
  }

  queryClosed(query: symbol): void {
    this.shown.delete(query);
  }

  /** Another person's account is being opened, or this one was erased: salvaged data must not stay in memory. */
  forget(): void {
    this.salvaged = null;
    this.storage$.next({ state: 'whole' });
  }

  accountEntered(userId: string): void {
    if (this.salvaged && this.salvaged.userId !== userId) this.forget();
  }

  /** Salvages what is in memory, then creates the databases anew, or follows the tab that erased the account. */
  databaseDeleted(workspace: Workspace): void {
    if (this.isDeleted || this.handled.has(workspace)) return;
    this.handled.add(workspace);
    const { accounts, environment } = this.core;
    const salvaged = workspace.salvage([...this.shown.values()]);
    const isErased = accounts.has(workspace.account).then(
      (known) => !known,
      () => false,
    );
    isErased
      .then((erased) => {
        if (erased) return this.core.runExclusive(() => this.host.followOtherTab());
        this.salvaged = salvaged;
        this.storage$.next({ state: 'deleted', at: environment.deviceNow(), isHeld: !isEmpty(salvaged) });
        return this.restore(workspace.account);
      })
      .catch(environment.report);
  }

  /** Writes the salvaged rows and texts into a new workspace of the same account. */
  async writeInto(workspace: Workspace): Promise<void> {
    const salvaged = this.salvagedFor(workspace);
    if (!salvaged) return;
    await restoreRows(workspace.documents, salvaged.documents);
    await restoreTexts(workspace.context, salvaged.texts);
  }

  /**
   * The new workspace is in use. Only now its rows count as restored: databases that are deleted again while it opens
   * are created once more, and the rows written once more.
   */
  workspaceEntered(workspace: Workspace): void {
    const storage = this.storage$.value;
    if (storage.state === 'deleted' && this.salvagedFor(workspace))
      this.storage$.next({ ...storage, state: 'restored' });
  }

  private salvagedFor({ account }: Workspace): Salvage | null {
    const { salvaged } = this;
    const isSame = salvaged?.userId === account.userId && salvaged.companyId === account.companyId;
    return this.isDeleted && isSame ? salvaged : null;
  }

  /**
   * Creates the databases anew, however long the browser refuses. Where a lock has to be set up first, the salvaged
   * rows wait for it.
   */
  private async restore(account: Account): Promise<void> {
    const { ended, environment, runExclusive } = this.core;
    const isNeeded = (): boolean => !ended.aborted && this.isDeleted;
    await runExclusive(() => this.host.closeWorkspace({ erase: true }));
    for (let attempts = EXCLUSIVE_ATTEMPTS; isNeeded(); attempts = 1) {
      try {
        await runExclusive(async () => {
          if (isNeeded()) await this.createAnew(account, attempts);
        });
        return;
      } catch (error) {
        if (attempts > 1) environment.report(error);
        await pause(LATE_RETRY_MS, ended);
      }
    }
  }

  private async createAnew(account: Account, attempts: number): Promise<void> {
    const { accounts, ended } = this.core;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await accounts.reopen();
        await accounts.signedIn(account);
        return await this.host.openAccount(account);
      } catch (error) {
        if (attempt === attempts || ended.aborted) throw error;
        await pause(RETRY_MS, ended);
      }
    }
  }
}
