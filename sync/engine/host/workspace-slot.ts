/** Opens and closes the one workspace of this worker, and tells other workers that its databases are open. */
import { CallError } from '../../protocol/errors';
import type { Ending, MyUser } from '../../protocol/session';
import { forgetLossCounts } from '../account/erase';
import type { Account } from '../storage/account';
import { accountKey } from '../storage/account-key';
import { BrokenStorage, deleteDatabases } from '../storage/integrity/broken-storage';
import type { UnlockedKey } from '../storage/sealing/keys';
import { acquirePresence, watchOtherTabs } from '../storage/tab-presence';
import type { HostCore } from './host-core';
import { openWorkspace } from './open-workspace';
import type { Workspace } from './workspace';

export interface WorkspaceSlotEvents {
  sessionRevoked(ending: Ending): void;
  /** the server said who is signed in, for a call of `account` */
  userReceived(account: Account, user: MyUser): void;
  serverAnswered(): void;
  /** a database of the open workspace was deleted */
  databaseDeleted(workspace: Workspace): void;
  /** the workspace is open, and nothing else uses it yet */
  opened(workspace: Workspace): Promise<void>;
}

export class WorkspaceSlot {
  /** databases that could not be opened */
  private broken: string[] = [];
  /** tells other workers that this one has closed the databases */
  private releaseTab = (): void => {};

  constructor(
    private readonly core: HostCore,
    private readonly options: {
      /** spaces whose lists are on a screen now */
      activeSpaces: () => string[];
      /**
       * when the server last confirmed that this account is signed in (device milliseconds); null: not in this start
       */
      confirmedAt: (account: Account) => number | null;
    },
    private readonly events: WorkspaceSlotEvents,
  ) {}

  get current(): Workspace | null {
    return this.core.workspace$.value;
  }

  databasesBroken(names: string[]): void {
    this.broken = names;
  }

  async deleteBroken(): Promise<void> {
    await deleteDatabases(this.broken, this.core.databases);
    this.broken = [];
  }

  /**
   * Opens a workspace without publishing it. Throws BrokenStorage, and DEVICE_LOCKED where `unlocked` is not the key.
   */
  async open(account: Account, unlocked: UnlockedKey | null): Promise<Workspace> {
    const { environment, accounts, workspace$ } = this.core;
    const { events } = this;
    const scope = environment.prefix + accountKey(account.userId, account.companyId);
    const presence = await acquirePresence(environment.locks, scope);
    // watched before the databases open: a tab that ends meanwhile is noticed, too
    let workspace: Workspace | null = null;
    let otherTabEnded = false;
    let isDeleted = false;
    const stopWatching = watchOtherTabs(environment, scope, presence.name, () => {
      otherTabEnded = true;
      workspace?.otherTabEnded();
    });
    this.releaseTab = () => {
      stopWatching();
      presence.release();
    };
    try {
      workspace = await openWorkspace(
        account,
        environment,
        accounts,
        {
          sessionRevoked: (ending) => events.sessionRevoked(ending),
          userReceived: (user) => events.userReceived(account, user),
          serverAnswered: () => events.serverAnswered(),
          activeSpaces: this.options.activeSpaces,
          databaseDeleted: () => {
            isDeleted = true;
            if (workspace && workspace$.value === workspace) events.databaseDeleted(workspace);
          },
        },
        unlocked,
        this.options.confirmedAt(account),
      );
      if (otherTabEnded) workspace.otherTabEnded();
      await events.opened(workspace);
      if (!isDeleted) return workspace;
      await workspace.close({ erase: true });
      throw new CallError('DEVICE_STORAGE_BROKEN', { message: 'deleted while it was opened' });
    } catch (error) {
      this.releaseTab();
      if (error instanceof BrokenStorage) this.broken = error.names;
      throw error;
    }
  }

  /** @param options.erase the data is about to be erased: typed text is not compacted */
  async close(options: { erase?: boolean } = {}): Promise<void> {
    const { workspace$, environment } = this.core;
    const workspace = workspace$.value;
    if (!workspace) return;
    workspace$.next(null);
    await workspace.close(options);
    this.releaseTab();
    if (options.erase) forgetLossCounts([workspace.account], environment);
  }
}
