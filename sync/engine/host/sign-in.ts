/**
 * Follows which person is signed in, by the server's answers (GET /user/my). An answer also lists the person's
 * memberships: a local copy of an organization that is not among them is noted as left. A failure or any other answer
 * does not have that effect.
 */
import { NoAnswerError } from '../../protocol/client';
import { CallError } from '../../protocol/errors';
import { sessionCalls, type MyUser } from '../../protocol/session';
import { sameValue } from '../../merge/values';
import { accountOf } from '../account/accounts';
import { erasePending } from '../account/erase';
import type { LockController } from '../account/lock/lock-controller';
import type { Account, AccountId } from '../storage/account';
import { HANDOVER_MS, type AccountRemoval } from './account-removal';
import type { AccountSwitch } from './account-switch';
import type { HostCore } from './host-core';
import type { LeftOrganizations } from './left-organizations';

/** milliseconds for the call of a device that is locked */
const CALL_MS = 5_000;

export class SignIn {
  /** the account the server last confirmed, and when (device milliseconds) */
  private confirmed: { account: Account; at: number } | null = null;

  constructor(
    private readonly core: HostCore,
    private readonly parts: {
      lock: LockController;
      left: LeftOrganizations;
      removal: AccountRemoval;
      accountSwitch: AccountSwitch;
    },
  ) {}

  /** null: the server has not confirmed this account in this start */
  confirmedAt(account: Account): number | null {
    return this.confirmed?.account === account ? this.confirmed.at : null;
  }

  /**
   * The account the server says is signed in; without an answer, the known one. A session that ended leaves the known
   * account readable.
   */
  async identify(known: Account | null): Promise<Account | null> {
    const { accounts, session } = this.core;
    if (await accounts.mustEndSession()) return null;
    try {
      return await this.store(await session.call(sessionCalls.my, {}));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // a revoked session has been removed from the accounts meanwhile
      return error instanceof NoAnswerError || error.status >= 400 ? ((await accounts.current()) ?? null) : known;
    }
  }

  /** Stores and opens the account of an answer, and erases what was noted for erasure. */
  async userReceived(user: MyUser): Promise<Account> {
    const account = await this.store(user);
    await this.parts.accountSwitch.openAccount(account);
    await erasePending(this.core.accounts, this.core.environment);
    return account;
  }

  /**
   * As `userReceived`, for a call of the open workspace: newer names and rights of `asked`, or another account
   * altogether.
   */
  async userReceivedBy(asked: Account, user: MyUser): Promise<void> {
    if (this.core.workspace$.value?.account !== asked) return;
    if (sameValue(accountOf(user), asked) && (await this.areMembershipsNoted(user))) return;
    await this.userReceived(user);
  }

  /** Asks the server who is signed in and opens that account. Throws the failure of the call. */
  async refresh(): Promise<void> {
    const user = await this.core.session.call(sessionCalls.my, {}, { timeout: CALL_MS });
    await this.core.runExclusive(() => this.userReceived(user));
  }

  private async store(user: MyUser): Promise<Account> {
    const { accounts, environment } = this.core;
    const { lock, left, removal } = this.parts;
    const account = accountOf(user);
    this.confirmed = { account, at: environment.deviceNow() };
    if (await accounts.mustEndSession()) await accounts.sessionEnded();
    const before = await accounts.current();
    await removal.signedIn(account);
    const memberships = await this.memberships(user);
    // before the lock turns to another account and drops the key
    for (const each of memberships.left) {
      const key = lock.keyOf(each);
      if (key) left.run.unlocked(each, key);
    }
    await accounts.noteLeft(
      memberships.left.map(({ userId, companyId }) => ({
        userId,
        companyId,
        until: environment.deviceNow() + HANDOVER_MS,
      })),
      memberships.joined,
    );
    await accounts.signedIn(account);
    lock.setAccount(account);
    await lock.serverAnswered();
    if (memberships.left.length > 0 || before?.userId !== account.userId || before.companyId !== account.companyId)
      this.core.announceAccountChange();
    return account;
  }

  private async areMembershipsNoted(user: MyUser): Promise<boolean> {
    const noted = new Set((await this.core.accounts.leftBy(user.id)).map(({ companyId }) => companyId));
    const { left, joined } = await this.memberships(user);
    return left.every(({ companyId }) => noted.has(companyId)) && !joined.some(({ companyId }) => noted.has(companyId));
  }

  /** The person's accounts on this device, by membership. An answer without memberships says nothing about either. */
  private async memberships({ id, memberOf }: MyUser): Promise<{ left: AccountId[]; joined: AccountId[] }> {
    if (!memberOf) return { left: [], joined: [] };
    const all = (await this.core.accounts.ofUser(id)).filter(({ companyId }) => companyId !== '');
    return {
      left: all.filter(({ companyId }) => !memberOf.includes(companyId)),
      joined: all.filter(({ companyId }) => memberOf.includes(companyId)),
    };
  }
}
