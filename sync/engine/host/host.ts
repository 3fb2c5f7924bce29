/**
 * The replica host: implements the page's API (api.ts) for one account's workspace at a time.
 *
 *   open ──► pending erasures ──► stored account ──► workspace                     needs no server
 *     └ refresh: GET /user/my ──► same account: continue ── another: switch ── 401: stays readable, signed out
 *
 *   Host ─┬─ SignIn               who is signed in, by the server's answers
 *         ├─ AccountSwitch        opens an account, follows other tabs
 *         ├─ WorkspaceSlot        opens and closes the workspace
 *         ├─ AccountRemoval       sign-out, revoked sessions, handover, erasure
 *         ├─ LeftOrganizations    copies of organizations that the person left
 *         ├─ DatabaseRecovery     databases deleted under an open workspace
 *         └─ LockController       the device lock (account/lock)
 */
import { BehaviorSubject } from 'rxjs';
import { CallError } from '../../protocol/errors';
import { sessionCalls } from '../../protocol/session';
import { htmlOfState, markdownOfState, textOfState } from '../../merge/note-text';
import { fromBase64 } from '../../merge/yjs';
import { AccountsDatabase } from '../account/accounts';
import { erasePending } from '../account/erase';
import { LockController } from '../account/lock/lock-controller';
import type { LockAction } from '../account/lock/state';
import { createSession, type Session } from '../connection/session';
import { runCommand } from '../outbox/commands/run';
import { outboxFile } from '../outbox/outbox-file';
import { recordingBlob } from '../recording/bytes';
import type { Account } from '../storage/account';
import { accountKey } from '../storage/account-key';
import type { Channel } from '../storage/broadcast';
import { CorrectedClock } from '../storage/clock';
import { dexieOptions } from '../storage/dexie-options';
import type { Environment } from '../storage/environment';
import { BrokenStorage } from '../storage/integrity/broken-storage';
import { noLossCounter, readLossCount, sumOf } from '../storage/integrity/loss-counter';
import { AccountRemoval } from './account-removal';
import { AccountSwitch } from './account-switch';
import type { LiveQuery, ReplicaApi, StorageReport } from './api';
import { DatabaseRecovery } from './database-recovery';
import type { HostCore } from './host-core';
import { LeftOrganizations } from './left-organizations';
import { ActiveLists } from './live/active-lists';
import { hostQuery } from './live/host-query';
import { storageReport } from './live/storage';
import { SerialQueue } from './serial-queue';
import { SignIn } from './sign-in';
import type { Workspace } from './workspace';
import { WorkspaceSlot } from './workspace-slot';

export interface ReplicaHost {
  api: ReplicaApi;
  /** Compacts typed text and closes everything; for tests and for a worker that is about to end. */
  close(): Promise<void>;
}

export function createReplicaHost(environment: Environment): ReplicaHost {
  const host = new Host(environment);
  return { api: host, close: () => host.close() };
}

class Host implements ReplicaApi {
  private readonly workspace$ = new BehaviorSubject<Workspace | null>(null);
  private readonly account$ = new BehaviorSubject<Account | null>(null);
  private readonly queue = new SerialQueue();
  private readonly ended = new AbortController();
  private readonly activeLists = new ActiveLists();
  private readonly accounts: AccountsDatabase;
  private readonly session: Session;
  /** between tabs: another account is signed in, or none */
  private readonly channel: Channel<'changed'>;
  private readonly deviceLock: LockController;
  private readonly recovery: DatabaseRecovery;
  private readonly left: LeftOrganizations;
  private readonly slot: WorkspaceSlot;
  private readonly removal: AccountRemoval;
  private readonly accountSwitch: AccountSwitch;
  private readonly signIn: SignIn;

  constructor(private readonly environment: Environment) {
    const databases = dexieOptions(environment);
    this.accounts = new AccountsDatabase(environment.prefix, databases);
    this.session = createSession({
      fetch: environment.fetch,
      locks: environment.locks,
      clock: new CorrectedClock(environment.deviceNow),
      origin: environment.origin,
      renewedAt: { read: () => this.accounts.renewedAt(), write: (at) => this.accounts.renewed(at) },
      onRevoked: (ending) => {
        void this.removal.sessionRevoked(ending);
      },
    });
    const { accounts, session, workspace$, account$ } = this;
    const runExclusive = <T>(work: () => Promise<T>): Promise<T> => this.queue.run(work);
    const core: HostCore = {
      environment,
      databases,
      accounts,
      session,
      workspace$,
      account$,
      runExclusive,
      announceAccountChange: () => this.channel.post('changed'),
      ended: this.ended.signal,
    };
    const openAccount = (account: Account): Promise<void> => this.accountSwitch.openAccount(account);
    const refreshAccount = (): Promise<void> => this.signIn.refresh();
    this.deviceLock = new LockController(environment, databases, accounts, {
      closeWorkspace: () => this.slot.close(),
      openWorkspace: openAccount,
      runExclusive,
      refreshAccount,
      call: session.call,
    });
    this.recovery = new DatabaseRecovery(core, {
      closeWorkspace: (options) => this.slot.close(options),
      openAccount,
      followOtherTab: () => this.accountSwitch.followOtherTab(),
    });
    this.left = new LeftOrganizations(core);
    this.slot = new WorkspaceSlot(
      core,
      {
        activeSpaces: () => this.activeLists.spaces,
        confirmedAt: (account) => this.signIn.confirmedAt(account),
      },
      {
        sessionRevoked: (ending) => {
          void this.removal.sessionRevoked(ending);
        },
        userReceived: (account, user) => {
          runExclusive(() => this.signIn.userReceivedBy(account, user)).catch(environment.report);
        },
        serverAnswered: () => {
          this.deviceLock.serverAnswered().catch(environment.report);
        },
        databaseDeleted: (workspace) => this.recovery.databaseDeleted(workspace),
        opened: async (workspace) => {
          await this.recovery.writeInto(workspace);
          await this.left.writeNotices(workspace);
        },
      },
    );
    const { deviceLock: lock, recovery, left, slot } = this;
    this.removal = new AccountRemoval(core, { lock, left, recovery, slot }, { openAccount, refreshAccount });
    const { removal } = this;
    this.accountSwitch = new AccountSwitch(core, { lock, left, recovery, slot, removal });
    this.signIn = new SignIn(core, { lock, left, removal, accountSwitch: this.accountSwitch });
    this.channel = environment.openChannel<'changed'>(`${environment.prefix}satchel-account`, () => {
      runExclusive(() => this.accountSwitch.followOtherTab()).catch(environment.report);
    });
  }

  open({ refresh, projectId }: { refresh: boolean; projectId?: string | undefined }): Promise<Account | null> {
    if (projectId !== undefined) this.activeLists.expect(projectId);
    return this.queue.run(async () => {
      await this.openAccounts();
      await erasePending(this.accounts, this.environment);
      await this.removal.confirmErasure();
      await this.removal.endSession();
      const known = await this.accounts.current();
      const account = refresh || !known ? await this.signIn.identify(known) : known;
      if (!account) {
        await this.slot.close();
        this.account$.next(null);
        return null;
      }
      await this.accountSwitch.openAccount(account);
      await erasePending(this.accounts, this.environment);
      if (this.deviceLock.isClosed) void this.deviceLock.checkLease().catch(this.environment.report);
      return account;
    });
  }

  async live(
    query: LiveQuery,
    onValue: (value: unknown) => void,
    onError: (error: unknown) => void = () => {},
  ): Promise<() => void> {
    const values = hostQuery(
      {
        workspace$: this.workspace$,
        account$: this.account$,
        lock$: this.deviceLock.state$,
        storage$: this.recovery.storage$,
        lockedCopies$: this.left.lockedCopies$,
      },
      query,
    );
    const closeList = this.activeLists.opened(query);
    this.userWaits();
    let hasAnswered = false;
    const id = Symbol(query.kind);
    const subscription = values.subscribe({
      next: (value) => {
        onValue(value);
        if (query.kind === 'one' || query.kind === 'find')
          this.recovery.documentsShown(id, {
            collection: query.collection,
            documents: [value].flat().filter((document) => document !== null),
          });
        if (hasAnswered) return;
        hasAnswered = true;
        this.userWaits();
      },
      error: (error: unknown) => {
        this.environment.report(error);
        onError(error);
      },
    });
    return () => {
      closeList();
      this.recovery.queryClosed(id);
      subscription.unsubscribe();
    };
  }

  run: ReplicaApi['run'] = async (name, input) => runCommand((await this.requireWorkspace()).context, name, input);

  openText: ReplicaApi['openText'] = async (contentId, onUpdate) =>
    this.inForeground((await this.requireWorkspace()).texts.openText(contentId, onUpdate));

  async textOf(contentId: string, format: 'text' | 'markdown' | 'html'): Promise<string> {
    const state = await (await this.requireWorkspace()).texts.state(contentId);
    return format === 'text' ? textOfState(state) : format === 'markdown' ? markdownOfState(state) : htmlOfState(state);
  }

  search: ReplicaApi['search'] = async (question, options) =>
    this.inForeground((await this.requireWorkspace()).search.search(question, options));

  async recordingBlob(recordingId: string): Promise<Blob | null> {
    return recordingBlob((await this.requireWorkspace()).device, recordingId);
  }

  async outboxFile(id: string): Promise<{ name: string; blob: Blob } | null> {
    const { device, documents } = await this.requireWorkspace();
    return outboxFile(
      device,
      documents,
      (contentId) => this.textOf(contentId, 'markdown'),
      (state) => markdownOfState(fromBase64(state)),
      id,
    );
  }

  salvagedFile(): Promise<{ name: string; blob: Blob } | null> {
    return Promise.resolve(this.recovery.salvagedFile());
  }

  async hint(event: 'online' | 'offline' | 'focus' | 'hidden'): Promise<void> {
    this.deviceLock.checkLease().catch(this.environment.report);
    if (event !== 'offline' && event !== 'hidden') {
      this.removal.handover.retry();
      this.left.run.retry();
    }
    const workspace = this.workspace$.value;
    if (!workspace) return;
    if (event === 'hidden') await workspace.texts.compactOpen();
    else workspace.hint(event);
  }

  async refresh(): Promise<boolean> {
    return (await this.requireWorkspace()).refresh();
  }

  async setPaused(paused: boolean): Promise<void> {
    await (await this.requireWorkspace()).setPaused(paused);
  }

  async storage(): Promise<StorageReport> {
    return storageReport((await this.requireWorkspace()).device, this.environment);
  }

  startOver(): Promise<void> {
    return this.queue.run(() => this.slot.deleteBroken());
  }

  switchCompany(companyId: string): Promise<Account> {
    return this.queue.run(async () => {
      const before = this.account$.value;
      if (!before) throw new CallError('USER_NOT_LOGIN');
      // the old company's data must not be sent with the new company's session
      await this.slot.close();
      try {
        await this.session.call(sessionCalls.setDefaultCompany, { companyId });
        return await this.signIn.userReceived(await this.session.call(sessionCalls.my, {}));
      } catch (error) {
        await this.accountSwitch.openAccount(before);
        throw error;
      }
    });
  }

  logout({ force }: { force: boolean }): Promise<void> {
    return this.queue.run(async () => {
      const account = this.workspace$.value?.account ?? (this.deviceLock.isClosed ? this.account$.value : null);
      if (account && !force && (await this.countUnsynced(account)) > 0) throw new CallError('DEVICE_HAS_UNSENT');
      await this.removal.signOut(account);
    });
  }

  async lock(action: LockAction): Promise<void> {
    if (action.do === 'openLeft') return this.left.unlock(action.companyId, action.pin);
    // `contact` asks the server outside the queue: opening the account it may lead to is queued by itself
    return action.do === 'contact' ? this.deviceLock.run(action) : this.queue.run(() => this.deviceLock.run(action));
  }

  async close(): Promise<void> {
    this.ended.abort();
    await Promise.all([this.removal.handover.end(), this.left.run.end()]);
    return this.queue.run(async () => {
      await this.slot.close();
      this.deviceLock.close();
      this.channel.close();
      this.accounts.close();
    });
  }

  /** The user waits for an answer, or has just received one: background work gives way. */
  private userWaits(): void {
    this.workspace$.value?.userWaits();
  }

  private inForeground<T>(answer: Promise<T>): Promise<T> {
    this.userWaits();
    return answer.finally(() => this.userWaits());
  }

  /**
   * The workspace, after queued opening, locking or unlocking has ended. Throws if none is open then, or another account's is: a command
   * meant for one organization must not run in another.
   */
  private async requireWorkspace(): Promise<Workspace> {
    const asked = this.account$.value;
    if (!this.workspace$.value) await this.queue.idle;
    const workspace = this.workspace$.value;
    const isAnother =
      asked !== null && (workspace?.account.userId !== asked.userId || workspace.account.companyId !== asked.companyId);
    if (!workspace || isAnother)
      throw new CallError(
        this.deviceLock.isClosed
          ? 'DEVICE_LOCKED'
          : this.recovery.isDeleted
            ? 'DEVICE_STORAGE_DELETED'
            : 'USER_NOT_LOGIN',
      );
    return workspace;
  }

  /** Things that are on this device only; while it is locked, as the loss counter noted them last. */
  private async countUnsynced(account: Account): Promise<number> {
    const workspace = this.workspace$.value;
    if (workspace) return workspace.countUnsynced();
    const noted = readLossCount(
      this.environment.lossCounter ?? noLossCounter,
      accountKey(account.userId, account.companyId),
    );
    return noted ? sumOf(noted.unsent) : 0;
  }

  private async openAccounts(): Promise<void> {
    if (this.accounts.isOpen()) return;
    try {
      await this.accounts.open();
    } catch (cause) {
      // it may be deleted: the server says again who is signed in
      this.slot.databasesBroken([this.accounts.name]);
      throw new BrokenStorage([this.accounts.name], 0, cause);
    }
  }
}
