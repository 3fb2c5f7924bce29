/**
 * Removes accounts from this device: a sign-out, a revoked session, a handover before the erasure.
 *
 *   signOut ──► accounts forgotten + erasures noted (one transaction) ──► workspace closed ──► erased
 *           ──► session ended, now or at the next contact
 *
 *   session revoked ─┬─ no wipe ──► screens covered until the sign-in; nothing is erased
 *                    ├─ wipe ──► erased, the erasure is confirmed to the server
 *                    └─ wipe after handover ──► covered, closed ─┬─ unlocked ──► unsent work to quarantine ──► erased
 *                                                                └─ locked ──► waits for the unlock, or erased if nothing is unsent
 */
import { NoAnswerError } from '../../protocol/client';
import { CallError } from '../../protocol/errors';
import { HANDOVER } from '../../protocol/handover';
import { sessionCalls, type Ending } from '../../protocol/session';
import { erasePending, erasuresOf, forgetLossCounts } from '../account/erase';
import { HandoverRun } from '../account/handover/handover-run';
import type { LockController } from '../account/lock/lock-controller';
import type { Account } from '../storage/account';
import { accountKey } from '../storage/account-key';
import { noLossCounter, readLossCount, sumOf } from '../storage/integrity/loss-counter';
import type { DatabaseRecovery } from './database-recovery';
import type { HostCore } from './host-core';
import type { LeftOrganizations } from './left-organizations';
import type { WorkspaceSlot } from './workspace-slot';

/** milliseconds for which a device attempts its handover; the server enforces the limit */
export const HANDOVER_MS = HANDOVER.days * 24 * 60 * 60_000;
/** milliseconds for a call that tells the server about a removal */
const CALL_MS = 5_000;

export interface AccountRemovalHost {
  openAccount(account: Account): Promise<void>;
  /** Asks the server who is signed in and opens that account. Throws the failure of the call. */
  refreshAccount(): Promise<void>;
}

export class AccountRemoval {
  readonly handover: HandoverRun;

  constructor(
    private readonly core: HostCore,
    private readonly parts: {
      lock: LockController;
      left: LeftOrganizations;
      recovery: DatabaseRecovery;
      slot: WorkspaceSlot;
    },
    private readonly host: AccountRemovalHost,
  ) {
    this.handover = new HandoverRun(core.environment, core.databases, core.accounts, core.ended, {
      call: core.session.call,
      refreshAccount: () => host.refreshAccount(),
      runExclusive: core.runExclusive,
      erase: (account, handedOver) => this.eraseRevoked(account, handedOver),
      progress: (progress) => parts.lock.handoverProgressed(progress),
    });
  }

  /** Erases all copies of the person on this device; the server ends the session now or at the next contact. */
  async signOut(account: Account | null): Promise<void> {
    if (account) await this.erase(account, true);
    await this.endSession();
  }

  /**
   * The server ended the session. With `wipe` this device erases everything of the person; with `handover` only after
   * its unsent work is in quarantine.
   */
  async sessionRevoked({ wipe, handover }: Ending): Promise<void> {
    const { accounts, environment, ended, workspace$, runExclusive } = this.core;
    await runExclusive(async () => {
      if (ended.aborted) return;
      const account = workspace$.value?.account ?? (await accounts.current());
      if (!account) return;
      if (!wipe) {
        if ((await accounts.sessionEnd()).signedOut === account.userId) return;
        await accounts.setSignedOut(account.userId);
        this.core.announceAccountChange();
        return this.host.openAccount(account);
      }
      if (!handover) return this.eraseRevoked(account);
      if (!(await accounts.sessionEnd()).handover) {
        await accounts.setHandover({ userId: account.userId, until: environment.deviceNow() + HANDOVER_MS });
        this.core.announceAccountChange();
      }
      await this.startHandover(account);
    }).catch(environment.report);
  }

  /**
   * A person signed in: cancels a pending handover and uncovers the screens. Another person's pending handover is
   * erased: its session cookie is gone.
   */
  async signedIn(account: Account): Promise<void> {
    const { accounts, environment } = this.core;
    const { handover, signedOut } = await accounts.sessionEnd();
    if (handover) {
      if (handover.userId !== account.userId) {
        const others = await accounts.ofUser(handover.userId);
        await accounts.forget(others, erasuresOf(others, environment.prefix), { others: true });
        forgetLossCounts(others, environment);
      }
      await accounts.setHandover(null);
    }
    if (signedOut === null) return;
    await accounts.setSignedOut(null);
    this.parts.lock.signedIn();
  }

  /**
   * Covers the screens, closes the workspace and hands over unsent work. A locked device waits for its unlock, or
   * erases if nothing is unsent.
   */
  async startHandover(account: Account): Promise<void> {
    const { lock, left, slot } = this.parts;
    if (this.handover.isRunning) return;
    await left.forget();
    lock.setAccount(account);
    lock.handoverProgressed({ sent: 0, of: 0, isWaiting: false });
    await slot.close();
    this.core.account$.next({ ...account });
    const admitted = await lock.admit(account);
    if (!admitted) {
      if (lock.state$.value.state === 'locked' && (await this.mayHaveUnsent(account))) return;
      return this.eraseRevoked(account);
    }
    this.handover.start(account, admitted.unlocked);
  }

  /**
   * Confirms to the server that ended the session that its copy is erased; repeated at the next start without an
   * answer.
   */
  async confirmErasure(): Promise<void> {
    const { accounts, session } = this.core;
    if (!(await accounts.mustConfirmErasure())) return;
    if (await isSettled(session.call(sessionCalls.erased, {}, { timeout: CALL_MS })))
      await accounts.setMustConfirmErasure(false);
  }

  /** Ends the session of a person who signed out, as soon as the server can be reached. */
  async endSession(): Promise<void> {
    const { accounts, session } = this.core;
    if (!(await accounts.mustEndSession())) return;
    if (await isSettled(session.call(sessionCalls.logout, {}, { timeout: CALL_MS }))) await accounts.sessionEnded();
  }

  private async mayHaveUnsent({ userId }: Account): Promise<boolean> {
    const { accounts, environment } = this.core;
    const counts = (await accounts.ofUser(userId)).map((each) =>
      readLossCount(environment.lossCounter ?? noLossCounter, accountKey(each.userId, each.companyId)),
    );
    return counts.some((count) => count === null || sumOf(count.unsent) > 0);
  }

  /** @param handedOver things in quarantine */
  private async eraseRevoked(account: Account, handedOver = 0): Promise<void> {
    await this.core.accounts.setMustConfirmErasure(true);
    await this.erase(account, false, handedOver);
  }

  private async erase(account: Account, endSession: boolean, handedOver = 0): Promise<void> {
    const { accounts, environment, account$ } = this.core;
    const { lock, left, recovery, slot } = this.parts;
    await left.forget();
    const copies = await accounts.ofUser(account.userId);
    const all = copies.concat(account);
    await accounts.forget(copies, erasuresOf(all, environment.prefix), { endSession });
    this.core.announceAccountChange();
    await slot.close({ erase: true });
    recovery.forget();
    lock.forgotten();
    forgetLossCounts(all, environment);
    await erasePending(accounts, environment);
    await this.confirmErasure();
    // published last: the page navigates away then, and this worker ends with it
    if (handedOver > 0) lock.erased({ sent: handedOver, of: handedOver, isWaiting: false });
    else account$.next(null);
  }
}

/** Whether the server has taken a call or refused it for good; false: it has to be repeated. */
async function isSettled(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return !(error instanceof NoAnswerError) && error.status < 500;
  }
}
