/**
 * The device lock: decides whether an account may be opened on this device now, and with which key. One per worker; the
 * workers of one browser share an unwrapped key (peers.ts). The reasons are in docs/decisions/027-device-lock.md.
 *
 *   LockController ─┬─ LockStatus        account, key in memory, published LockState (states drawn in state.ts)
 *                   ├─ LeaseMonitor      contact with the server, expiry
 *                   ├─ LockCredentials   PIN, passkeys, recovery secret
 *                   └─ LockSetup         setting and removing the lock, encryption under another key
 *
 * Unsent work stays sealed on the device while it is locked, and is sent once it is unlocked.
 */
import type { BehaviorSubject } from 'rxjs';
import type { Call } from '../../../protocol/client';
import { CallError } from '../../../protocol/errors';
import type { AccountsDatabase } from '../accounts';
import type { AccountId, Account } from '../../storage/account';
import type { Channel } from '../../storage/broadcast';
import type { Environment } from '../../storage/environment';
import type { DexieEnvironment } from '../../storage/dexie-environment';
import type { UnlockedKey } from '../../storage/sealing/keys';
import { LeaseMonitor, type LeaseHost } from './lease-monitor';
import { LockCredentials } from './lock-credentials';
import { LockSetup } from './lock-setup';
import { LockStatus } from './lock-status';
import { askPeers, peerChannel, type PeerMessage } from './peers';
import type { HandoverProgress, LockAction, LockState, Opener } from './state';

export interface LockControllerHost extends LeaseHost {
  call: Call;
}

export class LockController {
  readonly state$: BehaviorSubject<LockState>;
  private readonly status: LockStatus;
  private readonly lease: LeaseMonitor;
  private readonly credentials: LockCredentials;
  private readonly setup: LockSetup;
  private readonly channel: Channel<PeerMessage>;

  constructor(
    private readonly environment: Environment,
    databases: DexieEnvironment,
    accounts: AccountsDatabase,
    private readonly host: LockControllerHost,
  ) {
    this.channel = environment.openChannel<PeerMessage>(peerChannel(environment.prefix), (message) => {
      this.peerSent(message).catch(environment.report);
    });
    this.status = new LockStatus(environment, databases, accounts);
    this.state$ = this.status.state$;
    this.lease = new LeaseMonitor(environment, accounts, this.status, host);
    this.credentials = new LockCredentials(this.status, host.call);
    this.setup = new LockSetup(environment, accounts, this.status, this.credentials, this.channel, host);
  }

  /** Whether the account is closed by its lock or its lease. */
  get isClosed(): boolean {
    return this.status.current.isClosed;
  }

  /** The key of an account, where it is in memory. */
  keyOf(account: AccountId): UnlockedKey | null {
    return this.status.isOf(account) ? this.status.unlocked : null;
  }

  /** The account the lock is about from now on. @returns whether it may be opened only through `admit` */
  setAccount(account: Account): boolean {
    if (this.status.account && !this.status.isOf(account)) this.forgotten();
    this.status.account = account;
    return account.deviceLock.required || this.status.current.isSet;
  }

  /** No account is signed in any more. */
  forgotten(): void {
    this.status.forgotten();
    this.lease.forgotten();
  }

  /** This device hands over before it erases; nothing of the account is shown any more. */
  handoverProgressed(progress: HandoverProgress): void {
    this.status.handoverProgressed(progress);
  }

  handoverCancelled(): void {
    this.status.handoverCancelled();
  }

  /** Everything of the account is erased, after a handover. */
  erased(progress: HandoverProgress): void {
    this.status.erased(progress);
  }

  /**
   * The server ended the session without an erasure: the screens are covered until the sign-in. `isClosed`: no
   * workspace is open behind them.
   */
  signedOut({ isClosed }: { isClosed: boolean }): void {
    this.status.signedOut(isClosed);
  }

  signedIn(): void {
    this.status.signedIn();
  }

  /** The server or another tab changed the lock of the account that is open. */
  async accountChanged(account: Account): Promise<void> {
    const isRelevant = this.setAccount(account) || this.status.current.state !== 'none';
    if (!isRelevant) return;
    if (!(await this.setup.removeUnwantedLock())) await this.status.publishCurrent();
  }

  /** The server answered to a session of this account: the lease begins anew. */
  serverAnswered(): Promise<void> {
    return this.lease.serverAnswered();
  }

  checkLease(): Promise<void> {
    return this.lease.check();
  }

  close(): void {
    this.lease.close();
    this.setup.close();
    this.channel.close();
  }

  /**
   * Whether the account may be opened. null: it stays closed, and the state says why. `unlocked`: its key; null where
   * the key lies on the device.
   */
  async admit(account: Account): Promise<{ unlocked: UnlockedKey | null } | null> {
    const { status } = this;
    this.setAccount(account);
    const keys = await status.readKeys();
    if (await this.lease.isOver()) {
      status.unlocked = null;
      await status.publish('leaseEnded', keys, true);
      return null;
    }
    if (!keys.lock) {
      status.unlocked = null;
      const { required } = account.deviceLock;
      const isClosed = required && !keys.data;
      await status.publish(required ? 'setUp' : 'none', keys, isClosed);
      return isClosed ? null : { unlocked: null };
    }
    if (status.unlocked?.generation !== keys.lock.generation) {
      const peer = await askPeers(this.environment.openChannel, status.scope, this.environment.prefix);
      status.unlocked =
        peer?.generation === keys.lock.generation ? { generation: peer.generation, key: peer.key } : null;
      status.isCovered = peer?.isCovered ?? false;
    }
    if (!status.unlocked) {
      await status.publish('locked', keys, true);
      return null;
    }
    if (keys.data) await this.setup.finishSealing(status.unlocked);
    await status.publish(status.isCovered ? 'covered' : 'open', keys, false);
    return { unlocked: status.unlocked };
  }

  async run(action: Exclude<LockAction, { do: 'openLeft' }>): Promise<void> {
    switch (action.do) {
      case 'setUp':
        return this.setup.setLock(action.pin, action.wanted);
      case 'unlock':
        return this.unlock(action.with);
      case 'cover':
        return this.cover();
      case 'changePin':
        return this.credentials.changePin(action);
      case 'addPasskey':
        return this.credentials.addPasskey(action);
      case 'removePasskey':
        return this.credentials.removePasskey(action);
      case 'recover':
        this.keyUnwrapped(await this.credentials.recover(action));
        return this.uncover();
      case 'remove':
        return this.remove(action.pin);
      case 'contact':
        return this.lease.askServer();
    }
  }

  private async unlock(opener: Opener): Promise<void> {
    const { lock } = await this.status.readKeys();
    if (lock)
      this.keyUnwrapped({
        generation: lock.generation,
        key: await this.credentials.unwrapWith(lock, opener),
      });
    await this.uncover();
  }

  private async cover(): Promise<void> {
    const { status } = this;
    if (!status.unlocked || this.isClosed) return;
    status.isCovered = true;
    this.channel.post({ kind: 'cover', scope: status.scope, isCovered: true });
    await status.publishCurrent();
  }

  private async uncover(): Promise<void> {
    if (this.isClosed) await this.host.openWorkspace(this.status.account!);
    else await this.status.publishCurrent();
    await this.setup.removeUnwantedLock();
  }

  private async remove(pin: string): Promise<void> {
    const { status } = this;
    if (status.account?.deviceLock.required) throw new CallError('DEVICE_LOCK_REQUIRED');
    await this.credentials.unwrapWithPin(pin, false);
    await status.keyStore.changeLock((lock) => ({ ...lock, wanted: false }));
    await this.setup.removeUnwantedLock();
  }

  /** Keeps the key in memory and shares it with the other tabs. */
  private keyUnwrapped(unlocked: UnlockedKey): void {
    this.status.unlocked = unlocked;
    this.status.isCovered = false;
    this.channel.post({ kind: 'key', scope: this.status.scope, isCovered: false, ...unlocked });
  }

  private async peerSent(message: PeerMessage): Promise<void> {
    const { status, host } = this;
    const { account } = status;
    if (!account || message.scope !== status.scope) return;
    const { state, isClosed } = status.current;
    switch (message.kind) {
      case 'ask':
        if (status.unlocked && state !== 'leaseEnded')
          this.channel.post({ kind: 'key', scope: message.scope, isCovered: status.isCovered, ...status.unlocked });
        return;
      case 'key':
        if (message.isCovered || (state !== 'locked' && state !== 'covered')) return;
        status.unlocked = { generation: message.generation, key: message.key };
        status.isCovered = false;
        if (isClosed) await host.runExclusive(() => host.openWorkspace(account));
        else await status.publishCurrent();
        return;
      case 'cover':
        status.isCovered = message.isCovered;
        if (!isClosed) await status.publishCurrent();
        return;
      case 'leave':
        await host.runExclusive(async () => {
          await host.closeWorkspace();
          await status.publish('locked', await status.readKeys(), true);
        });
        return;
      case 'changed':
        await host.runExclusive(() => host.openWorkspace(account));
    }
  }
}
