/**
 * Makes an account the current one of this worker.
 *
 *   openAccount ─┬─ handover pending ──► AccountRemoval.startHandover
 *                ├─ session ended, copy stays ──► covered
 *                ├─ already open ──► names, rights and lock updated in place
 *                └─ otherwise ──► previous workspace closed ──► lock asked ─┬─ admitted ──► workspace opened
 *                                                                           └─ locked, lease ended ──► stays closed
 */
import { CallError } from '../../protocol/errors';
import { sameValue } from '../../merge/values';
import type { LockController } from '../account/lock/lock-controller';
import type { Account } from '../storage/account';
import type { AccountRemoval } from './account-removal';
import type { DatabaseRecovery } from './database-recovery';
import type { HostCore } from './host-core';
import type { LeftOrganizations } from './left-organizations';
import type { Workspace } from './workspace';
import type { WorkspaceSlot } from './workspace-slot';

export class AccountSwitch {
  constructor(
    private readonly core: HostCore,
    private readonly parts: {
      lock: LockController;
      left: LeftOrganizations;
      recovery: DatabaseRecovery;
      slot: WorkspaceSlot;
      removal: AccountRemoval;
    },
  ) {}

  async openAccount(account: Account): Promise<void> {
    const { accounts, account$, workspace$ } = this.core;
    const { lock, left, recovery, slot, removal } = this.parts;
    recovery.accountEntered(account.userId);
    const { handover, signedOut } = await accounts.sessionEnd();
    if (handover?.userId === account.userId) return removal.startHandover(account);
    // a handover that was cancelled, here or in another tab, may still have the databases open
    await removal.handover.cancel();
    lock.handoverCancelled();
    const open = slot.current;
    if (signedOut === account.userId) {
      await left.run.cancel();
      lock.setAccount(account);
      lock.signedOut({ isClosed: !open });
      if (!open) account$.next({ ...account });
      return;
    }
    if (open && open.account.userId === account.userId && open.account.companyId === account.companyId) {
      if (!sameValue(open.account, account)) {
        Object.assign(open.account, account);
        account$.next({ ...account });
      }
      await lock.accountChanged(account);
      left.run.start(account.userId);
      return;
    }
    // the run may have the databases open of an organization that the person joined again
    await left.run.cancel();
    await slot.close({ erase: open !== null && !(await accounts.has(open.account)) });
    const workspace = await this.openIfAdmitted(account);
    // a copy: the workspace changes its account in place, and the observable would not see a difference
    account$.next({ ...account });
    if (workspace) {
      workspace$.next(workspace);
      recovery.workspaceEntered(workspace);
    }
    left.run.start(account.userId);
  }

  /** Another tab changed which account is signed in. */
  async followOtherTab(): Promise<void> {
    const { accounts, account$ } = this.core;
    const { lock, recovery, slot } = this.parts;
    const account = await accounts.current();
    // a deleted accounts database says nothing about who is signed in
    if (!account && recovery.isDeleted) return;
    if (account) return this.openAccount(account);
    await slot.close({ erase: true });
    recovery.forget();
    lock.forgotten();
    account$.next(null);
  }

  /** null: the lock or the lease keeps it closed. */
  private async openIfAdmitted(account: Account): Promise<Workspace | null> {
    const { lock, slot } = this.parts;
    const admitted = lock.setAccount(account) ? await lock.admit(account) : { unlocked: null };
    if (!admitted) return null;
    try {
      return await slot.open(account, admitted.unlocked);
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'DEVICE_LOCKED') throw error;
      // another tab has set a lock meanwhile
      const again = await lock.admit(account);
      return again && slot.open(account, again.unlocked);
    }
  }
}
