/**
 * Hands over and erases the copies of organizations that the person left, while the session continues
 * (account/handover/left-run.ts).
 */
import { BehaviorSubject } from 'rxjs';
import { CallError } from '../../protocol/errors';
import { erasePending, erasuresOf, forgetLossCounts } from '../account/erase';
import { LeftRun, type LockedCopy } from '../account/handover/left-run';
import { tryPin, wrongPin } from '../account/lock/pin-attempt';
import { noteLeft, type HandedOverCounts, type LeftNotice } from '../outbox/left-notices';
import type { AccountId } from '../storage/account';
import { KeyStore } from '../storage/sealing/keys';
import type { HostCore } from './host-core';
import type { Workspace } from './workspace';

export class LeftOrganizations {
  /** copies that need their PIN before they can be handed over */
  readonly lockedCopies$ = new BehaviorSubject<LockedCopy[]>([]);
  readonly run: LeftRun;
  /** notices for a workspace that is not open yet */
  private notices: (LeftNotice & { userId: string })[] = [];

  constructor(private readonly core: HostCore) {
    this.run = new LeftRun(core.environment, core.databases, core.accounts, core.ended, {
      call: core.session.call,
      runExclusive: core.runExclusive,
      erase: (account, counts) => this.erase(account, counts),
      locked: (copies) => this.lockedCopies$.next(copies),
    });
  }

  /** Ends the run and forgets the keys of locked copies. */
  async forget(): Promise<void> {
    await this.run.cancel();
    this.run.forget();
  }

  /** Opens the copy of an organization that was left by its PIN. Throws DEVICE_PIN_WRONG and DEVICE_PIN_BLOCKED. */
  async unlock(companyId: string, pin: string): Promise<void> {
    const { environment, databases, account$ } = this.core;
    const userId = account$.value?.userId;
    if (userId === undefined) throw new CallError('USER_NOT_LOGIN');
    const store = new KeyStore(environment.prefix, userId, companyId, databases);
    const { lock } = await store.read();
    const { key, left } = await tryPin(store, pin, environment.deviceNow(), false);
    if (!key || !lock) throw wrongPin(left);
    this.run.unlocked({ userId, companyId }, { generation: lock.generation, key });
    this.run.start(userId);
  }

  /** Writes the notices of the workspace's person into it. */
  async writeNotices(workspace = this.core.workspace$.value): Promise<void> {
    if (!workspace) return;
    await writeNotices(
      workspace,
      this.notices.filter(({ userId }) => userId === workspace.account.userId),
    );
    this.notices = [];
  }

  /**
   * The unsent work of an organization that was left is in quarantine, or lost: notes a notice about it and erases the
   * copy.
   */
  private async erase({ userId, companyId }: AccountId, { taken, leftOut }: HandedOverCounts): Promise<void> {
    const { accounts, environment } = this.core;
    const account = { userId, companyId };
    if (taken > 0 || leftOut > 0) {
      this.notices.push({ userId, companyId, name: await accounts.organizationName(account), taken, leftOut });
      await this.writeNotices();
    }
    if (!(await accounts.forgetLeft(account, erasuresOf([account], environment.prefix)))) return;
    forgetLossCounts([account], environment);
    this.core.announceAccountChange();
    await erasePending(accounts, environment);
  }
}

async function writeNotices({ device }: Workspace, notices: LeftNotice[]): Promise<void> {
  for (const { companyId, name, taken, leftOut } of notices)
    await noteLeft(device, { companyId, name, taken, leftOut });
}
