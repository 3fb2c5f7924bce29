/**
 * The state of the current account's lock in this worker, and the LockState (state.ts) that is published from it. It
 * changes through the methods below, which are named by events; every change publishes one state.
 */
import { BehaviorSubject } from 'rxjs';
import { CallError } from '../../../protocol/errors';
import type { Account, AccountId } from '../../storage/account';
import { accountKey } from '../../storage/account-key';
import type { Environment } from '../../storage/environment';
import { noLossCounter, readLossCount } from '../../storage/integrity/loss-counter';
import type { DexieEnvironment } from '../../storage/dexie-environment';
import { KeyStore, type Keys, type UnlockedKey } from '../../storage/sealing/keys';
import type { AccountsDatabase } from '../accounts';
import { MAX_ATTEMPTS, nextAttemptAt } from './attempt-throttle';
import { leaseEndsAt } from './lease';
import { NO_LOCK, type HandoverProgress, type LockState } from './state';

const isSameAccount = (a: AccountId, b: AccountId): boolean =>
  accountKey(a.userId, a.companyId) === accountKey(b.userId, b.companyId);

export class LockStatus {
  readonly state$ = new BehaviorSubject<LockState>(NO_LOCK);
  account: Account | null = null;
  /** the unwrapped key while it is in memory */
  unlocked: UnlockedKey | null = null;
  /** the screens are covered although the key is in memory */
  isCovered = false;
  private handover: HandoverProgress | null = null;
  private isSignedOut = false;

  constructor(
    private readonly environment: Environment,
    readonly databases: DexieEnvironment,
    private readonly accounts: AccountsDatabase,
  ) {}

  get current(): LockState {
    return this.state$.value;
  }

  get keyStore(): KeyStore {
    if (!this.account) throw new CallError('USER_NOT_LOGIN');
    return new KeyStore(this.environment.prefix, this.account.userId, this.account.companyId, this.databases);
  }

  /** of the account, for Web Locks and channels */
  get scope(): string {
    return this.environment.prefix + accountKey(this.account!.userId, this.account!.companyId);
  }

  /** 0: there is no lease */
  get leaseHours(): number {
    return this.account?.deviceLock.required ? this.account.deviceLock.leaseHours : 0;
  }

  /** milliseconds by this device */
  now(): number {
    return this.environment.deviceNow();
  }

  readKeys(): Promise<Keys> {
    return this.keyStore.read();
  }

  isOf(account: AccountId): boolean {
    return this.account !== null && isSameAccount(this.account, account);
  }

  /** No account is signed in any more. */
  forgotten(): void {
    this.account = null;
    this.unlocked = null;
    this.isCovered = false;
    this.handover = null;
    this.isSignedOut = false;
    this.state$.next(NO_LOCK);
  }

  handoverProgressed(handover: HandoverProgress): void {
    this.handover = handover;
    const state = this.current.state === 'locked' ? 'locked' : 'handingOver';
    this.state$.next({ ...this.current, state, isClosed: true, handover });
  }

  handoverCancelled(): void {
    this.handover = null;
    if (this.current.handover) this.state$.next({ ...this.current, state: 'none', isClosed: false, handover: null });
  }

  /** Everything of the account is erased, after a handover. */
  erased(handover: HandoverProgress): void {
    this.state$.next({ ...NO_LOCK, state: 'erased', isClosed: true, handover });
  }

  /** @param isClosed no workspace is open behind the cover */
  signedOut(isClosed: boolean): void {
    this.isSignedOut = true;
    this.state$.next({ ...this.current, state: 'signedOut', isClosed, unsent: this.unsent() });
  }

  signedIn(): void {
    this.isSignedOut = false;
    if (this.current.state === 'signedOut') this.state$.next({ ...this.current, state: 'none', isClosed: false });
  }

  /** Publishes `state`, unless a handover or a sign-out covers it. */
  async publish(state: LockState['state'], { lock }: Keys, isClosed: boolean): Promise<void> {
    const account = this.account!;
    const covering =
      this.handover && state !== 'locked' && state !== 'leaseEnded'
        ? 'handingOver'
        : this.isSignedOut
          ? 'signedOut'
          : null;
    const lease = this.leaseHours > 0 ? await this.accounts.lease(account) : null;
    this.state$.next({
      state: covering ?? state,
      isClosed: isClosed || covering === 'handingOver',
      isRequired: account.deviceLock.required,
      isSet: lock !== undefined,
      passkeys: lock?.passkeys.map(({ id, salt, createdAt }) => ({ id, salt, createdAt })) ?? [],
      triesLeft: lock ? Math.max(0, MAX_ATTEMPTS - lock.failures) : 0,
      nextTryAt: lock ? nextAttemptAt(lock, this.now()) : 0,
      leaseEndsAt: lease ? leaseEndsAt(lease, this.leaseHours) : 0,
      contact: state === 'leaseEnded' ? this.current.contact : 'none',
      unsent: this.unsent(),
      handover: this.handover,
    });
  }

  /** Publishes the state again after something it shows has changed; a closed account stays closed. */
  async publishCurrent(): Promise<void> {
    const keys = await this.readKeys();
    const { state, isClosed } = this.current;
    if (isClosed || state === 'leaseEnded') return this.publish(state, keys, isClosed);
    await this.publish(
      keys.lock ? (this.isCovered ? 'covered' : 'open') : this.account?.deviceLock.required ? 'setUp' : 'none',
      keys,
      false,
    );
  }

  /** Work that is on this device only, as the loss counter noted it last; readable while locked. */
  private unsent(): LockState['unsent'] {
    const { account, environment } = this;
    return (
      account &&
      (readLossCount(environment.lossCounter ?? noLossCounter, accountKey(account.userId, account.companyId))?.unsent ??
        null)
    );
  }
}
