/**
 * Composes the parts of the replica host. Parts that need each other in a circle reach the later one through a port.
 *
 *   SignIn               who is signed in, by the server's answers
 *   AccountSwitch        opens an account, follows other tabs
 *   WorkspaceSlot        opens and closes the workspace
 *   AccountRemoval       sign-out, revoked sessions, handover, erasure
 *   LeftOrganizations    copies of organizations that the person left
 *   DatabaseRecovery     databases deleted under an open workspace
 *   LockController       the device lock (account/lock)
 */
import { BehaviorSubject } from 'rxjs';
import { AccountsDatabase } from '../account/accounts';
import { LockController } from '../account/lock/lock-controller';
import { createSession } from '../connection/session';
import type { Account } from '../storage/account';
import type { Channel } from '../storage/broadcast';
import { CorrectedClock } from '../storage/clock';
import { dexieOptions } from '../storage/dexie-options';
import type { Environment } from '../storage/environment';
import { AccountRemoval } from './account-removal';
import { AccountSwitch } from './account-switch';
import { DatabaseRecovery } from './database-recovery';
import type { HostCore } from './host-core';
import { LeftOrganizations } from './left-organizations';
import { ActiveLists } from './live/active-lists';
import { SerialQueue } from './serial-queue';
import { SignIn } from './sign-in';
import type { Workspace } from './workspace';
import { WorkspaceSlot } from './workspace-slot';

export class HostServices {
  readonly core: HostCore;
  readonly queue = new SerialQueue();
  readonly activeLists = new ActiveLists();
  readonly lock: LockController;
  readonly recovery: DatabaseRecovery;
  readonly left: LeftOrganizations;
  readonly slot: WorkspaceSlot;
  readonly removal: AccountRemoval;
  readonly accountSwitch: AccountSwitch;
  readonly signIn: SignIn;
  private readonly ended = new AbortController();
  /** between tabs: another account is signed in, or none */
  private readonly channel: Channel<'changed'>;

  constructor(environment: Environment) {
    const databases = dexieOptions(environment);
    const accounts = new AccountsDatabase(environment.prefix, databases);
    const runExclusive = <T>(work: () => Promise<T>): Promise<T> => this.queue.run(work);
    const core: HostCore = {
      environment,
      databases,
      accounts,
      session: createSession({
        fetch: environment.fetch,
        locks: environment.locks,
        clock: new CorrectedClock(environment.deviceNow),
        origin: environment.origin,
        renewedAt: { read: () => accounts.renewedAt(), write: (at) => accounts.renewed(at) },
        onRevoked: (ending) => {
          void this.removal.sessionRevoked(ending);
        },
      }),
      workspace$: new BehaviorSubject<Workspace | null>(null),
      account$: new BehaviorSubject<Account | null>(null),
      runExclusive,
      announceAccountChange: () => this.channel.post('changed'),
      ended: this.ended.signal,
    };
    this.core = core;
    const openAccount = (account: Account): Promise<void> => this.accountSwitch.openAccount(account);
    const refreshAccount = (): Promise<void> => this.signIn.refresh();
    const lock = new LockController(environment, databases, accounts, {
      closeWorkspace: () => this.slot.close(),
      openWorkspace: openAccount,
      runExclusive,
      refreshAccount,
      call: core.session.call,
    });
    const recovery = new DatabaseRecovery(core, {
      closeWorkspace: (options) => this.slot.close(options),
      openAccount,
      followOtherTab: () => this.accountSwitch.followOtherTab(),
    });
    const left = new LeftOrganizations(core);
    const slot = this.createSlot(core);
    const removal = new AccountRemoval(core, { lock, left, recovery, slot }, { openAccount, refreshAccount });
    const accountSwitch = new AccountSwitch(core, { lock, left, recovery, slot, removal });
    this.lock = lock;
    this.recovery = recovery;
    this.left = left;
    this.slot = slot;
    this.removal = removal;
    this.accountSwitch = accountSwitch;
    this.signIn = new SignIn(core, { lock, left, removal, accountSwitch });
    this.channel = environment.openChannel<'changed'>(`${environment.prefix}satchel-account`, () => {
      runExclusive(() => accountSwitch.followOtherTab()).catch(environment.report);
    });
  }

  async close(): Promise<void> {
    this.ended.abort();
    await Promise.all([this.removal.handover.end(), this.left.run.end()]);
    return this.queue.run(async () => {
      await this.slot.close();
      this.lock.close();
      this.channel.close();
      this.core.accounts.close();
    });
  }

  private createSlot(core: HostCore): WorkspaceSlot {
    const { report } = core.environment;
    return new WorkspaceSlot(
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
          core.runExclusive(() => this.signIn.userReceivedBy(account, user)).catch(report);
        },
        serverAnswered: () => {
          this.lock.serverAnswered().catch(report);
        },
        databaseDeleted: (workspace) => this.recovery.databaseDeleted(workspace),
        opened: async (workspace) => {
          await this.recovery.writeInto(workspace);
          await this.left.writeNotices(workspace);
        },
      },
    );
  }
}
