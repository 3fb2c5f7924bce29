/**
 * Whether an account may be opened on this device now, with which key, and what the pages show meanwhile. One for each worker; those of
 * one browser share an unwrapped key (peers.ts). The states are drawn in state.ts; the reasons are docs/decisions/027-device-lock.md.
 *
 * Work is never cut: a lease that ends covers the screens at once, and lets go of the key only when no recording runs and what was typed
 * is folded. Whatever waits stays sealed on the device, and goes when it was unlocked.
 */
import { BehaviorSubject } from 'rxjs';
import * as v from 'valibot';
import { fromBase64, toBase64 } from '../../../merge/yjs';
import { newId } from '../../../model/ids';
import { NoAnswerError, type Call } from '../../../protocol/client';
import { deviceLockCalls } from '../../../protocol/device-lock';
import { CallError } from '../../../protocol/errors';
import { accountKey } from '../../storage/account-key';
import type { AccountsDatabase } from '../accounts';
import type { AccountId, Account } from '../../storage/account';
import type { Channel } from '../../storage/broadcast';
import { pause } from '../../connection/backoff';
import { deleteDatabases } from '../../storage/integrity/broken-storage';
import { noLossCounter, readLossCount } from '../../storage/integrity/loss-counter';
import { deviceDatabaseName, replicaDatabaseName, searchDatabaseName } from '../../storage/device-database';
import type { Environment } from '../../storage/environment';
import { RECORDER_LOCK } from '../../recording/encoder-api';
import { KeyStore, type DexieEnvironment, type Keys, type LockRow, type UnlockedKey } from '../../storage/sealing/keys';
import { sealAgain } from '../../storage/sealing/reseal';
import { scrub } from '../../storage/sealing/scrub';
import { generationAfter, Vault } from '../../storage/sealing/vault';
import { untilOnlyTab } from '../../storage/tab-presence';
import { leaseEnded, leaseEndsAt } from './lease';
import { askPeers, peerChannel, type PeerMessage } from './peers';
import { tryPin, wrongPin } from './pin-attempt';
import {
  Pin,
  PIN_ITERATIONS,
  pinKey,
  randomBytes,
  SALT_BYTES,
  sealedOff,
  SECRET_BYTES,
  secretKey,
  unwrap,
  wrap,
  wrappableKey,
} from './secrets';
import { NO_LOCK, type HandoverProgress, type LockAction, type LockState, type Opener } from './state';
import { MOST_TRIES, nextTryAt, NO_TRIES } from './attempt-throttle';

/** milliseconds between looks at the lease */
const TICK_MS = 30_000;
/** milliseconds after which a lease is renewed though nothing was to be said, and between attempts */
const RENEW_MS = 10 * 60_000;
/** milliseconds between notes of the last contact */
const NOTE_MS = 60_000;
/** milliseconds for other tabs to let go of the databases */
const ALONE_MS = 20_000;
/** milliseconds in which a meeting hears that its recording ended */
const AFTERMATH_MS = 2_000;

export interface LockControllerHost {
  /** Ends what is open of the account; what was typed is folded first. */
  leave(): Promise<void>;
  /** Opens the account, or says why it stays closed. */
  enter(account: Account): Promise<void>;
  /** Opening, leaving and locking happen one after another. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Asks the server who is signed in, and goes on with that. Throws what came instead. */
  meet(): Promise<void>;
  call: Call;
}

export class LockController {
  readonly state$ = new BehaviorSubject<LockState>(NO_LOCK);
  private account: Account | null = null;
  private unlocked: UnlockedKey | null = null;
  private isCovered = false;
  private handover: HandoverProgress | null = null;
  private isSignedOut = false;
  private noted = -Infinity;
  private asked = -Infinity;
  private ending: Promise<void> | null = null;
  private readonly channel: Channel<PeerMessage>;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(
    private readonly environment: Environment,
    private readonly databases: DexieEnvironment,
    private readonly accounts: AccountsDatabase,
    private readonly host: LockControllerHost,
  ) {
    this.channel = environment.openChannel<PeerMessage>(peerChannel(environment.prefix), (message) => {
      this.hear(message).catch(environment.report);
    });
    this.timer = setInterval(() => {
      this.look().catch(environment.report);
    }, TICK_MS);
    // in Node a timer would keep the process
    (this.timer as { unref?: () => void }).unref?.();
  }

  /** Whether the account is closed by its lock or its lease. */
  get isClosed(): boolean {
    return this.state$.value.isClosed;
  }

  /** Who it is about from now on. true: the way in leads through `admit`. */
  take(account: Account): boolean {
    if (
      this.account &&
      accountKey(this.account.userId, this.account.companyId) !== accountKey(account.userId, account.companyId)
    )
      this.forget();
    this.account = account;
    return account.deviceLock.required || this.state$.value.isSet;
  }

  /** The key of an account, where it is in memory. */
  keyOf({ userId, companyId }: AccountId): UnlockedKey | null {
    return this.account && accountKey(this.account.userId, this.account.companyId) === accountKey(userId, companyId)
      ? this.unlocked
      : null;
  }

  /** Nobody is here any more. */
  forget(): void {
    this.account = null;
    this.unlocked = null;
    this.isCovered = false;
    this.handover = null;
    this.isSignedOut = false;
    this.noted = -Infinity;
    this.state$.next(NO_LOCK);
  }

  /** This device hands over before it erases: nothing of the account is shown any more. null: it does not, after all. */
  handOver(handover: HandoverProgress | null): void {
    this.handover = handover;
    const now = this.state$.value;
    if (handover)
      this.state$.next({ ...now, state: now.state === 'locked' ? 'locked' : 'handingOver', isClosed: true, handover });
    else if (now.handover) this.state$.next({ ...now, state: 'none', isClosed: false, handover });
  }

  /** It has erased everything, after a handover. */
  erased(handover: HandoverProgress): void {
    this.state$.next({ ...NO_LOCK, state: 'erased', isClosed: true, handover });
  }

  /** The server ended the session, and the copy stays: the screens are covered until the sign-in. `isClosed`: nothing is open underneath. */
  signedOut(is: false | { isClosed: boolean }): void {
    const now = this.state$.value;
    this.isSignedOut = is !== false;
    if (is) this.state$.next({ ...now, state: 'signedOut', isClosed: is.isClosed, unsent: this.unsent() });
    else if (now.state === 'signedOut') this.state$.next({ ...now, state: 'none', isClosed: false });
  }

  /** null: it stays closed, and the state says why. Otherwise the key to open it with; null where it lies on the device. */
  async admit(account: Account): Promise<{ unlocked: UnlockedKey | null } | null> {
    this.take(account);
    const keys = await this.keys();
    if (await this.leaseIsOver()) {
      this.unlocked = null;
      await this.say('leaseEnded', keys, true);
      return null;
    }
    if (!keys.lock) {
      this.unlocked = null;
      const must = account.deviceLock.required;
      const isClosed = must && !keys.data;
      await this.say(must ? 'setUp' : 'none', keys, isClosed);
      return isClosed ? null : { unlocked: null };
    }
    if (this.unlocked?.generation !== keys.lock.generation) {
      const peer = await askPeers(this.environment.openChannel, this.scope, this.environment.prefix);
      this.unlocked = peer?.generation === keys.lock.generation ? { generation: peer.generation, key: peer.key } : null;
      this.isCovered = peer?.isCovered ?? false;
    }
    if (!this.unlocked) {
      await this.say('locked', keys, true);
      return null;
    }
    if (keys.data) await this.finish(this.unlocked);
    await this.say(this.isCovered ? 'covered' : 'open', keys, false);
    return { unlocked: this.unlocked };
  }

  /** The account is open already: what the server or another tab changed of its lock. */
  async update(account: Account): Promise<void> {
    const relevant = this.take(account) || this.state$.value.state !== 'none';
    if (!relevant) return;
    if (!(await this.dropUnwanted())) await this.sayNow();
  }

  async run(action: Exclude<LockAction, { do: 'openLeft' }>): Promise<void> {
    switch (action.do) {
      case 'setUp':
        return this.setUp(action.pin, action.wanted);
      case 'unlock':
        return this.unlock(action.with);
      case 'cover':
        return this.cover(true);
      case 'changePin':
        return this.rewrap(await this.byPin(action.pin, true), async (key) => ({
          pin: await this.wrapByPin(key, action.to),
        }));
      case 'addPasskey':
        return this.rewrap(await this.byPin(action.pin, true), async (key, lock) => ({
          passkeys: [
            ...lock.passkeys,
            {
              id: action.id,
              salt: action.salt,
              createdAt: this.now(),
              wrapped: await wrap(key, await secretKey(action.prf, action.salt, 'passkey')),
            },
          ],
        }));
      case 'removePasskey': {
        await this.store.changeLock((lock) => ({
          ...lock,
          passkeys: lock.passkeys.filter(({ id }) => id !== action.id),
        }));
        return this.sayNow();
      }
      case 'recover':
        return this.recover(action.password, action.to);
      case 'remove': {
        if (this.account?.deviceLock.required) throw new CallError('DEVICE_LOCK_REQUIRED');
        await this.byPin(action.pin, false);
        await this.store.changeLock((lock) => ({ ...lock, wanted: false }));
        await this.dropUnwanted();
        return;
      }
      case 'contact':
        return this.contact();
    }
  }

  /** The server answered to a session of this account: the lease begins anew. */
  async contacted(): Promise<void> {
    const { account } = this;
    const now = this.now();
    if (
      !account ||
      this.leaseHours === 0 ||
      (now >= this.noted && now < this.noted + NOTE_MS && this.state$.value.state !== 'leaseEnded')
    )
      return;
    this.noted = now;
    await this.accounts.keepLease(account, { contactAt: now, seen: now });
    this.state$.next({
      ...this.state$.value,
      leaseEndsAt: leaseEndsAt({ contactAt: now, seen: now }, this.leaseHours),
    });
  }

  /** Looks at the lease: now and then, and when the page says that something happened. */
  async look(): Promise<void> {
    const { account } = this;
    if (!account || this.leaseHours === 0) return;
    if (await this.leaseIsOver()) {
      if (this.isClosed) await this.contact();
      else
        await (this.ending ??= this.end().finally(() => {
          this.ending = null;
        }));
      return;
    }
    const lease = await this.accounts.lease(account);
    const now = this.now();
    if (lease && now > lease.seen + NOTE_MS) await this.accounts.keepLease(account, { ...lease, seen: now });
    if (lease && now > lease.contactAt + RENEW_MS && (now < this.asked || now > this.asked + RENEW_MS))
      await this.contact();
    // another tab met the server
    else if (this.state$.value.state === 'leaseEnded' && !this.ending)
      await this.host.inTurn(() => this.host.enter(account));
  }

  close(): void {
    clearInterval(this.timer);
    this.channel.close();
  }

  private get store(): KeyStore {
    if (!this.account) throw new CallError('USER_NOT_LOGIN');
    return new KeyStore(this.environment.prefix, this.account.userId, this.account.companyId, this.databases);
  }

  /** 0: there is no lease */
  private get leaseHours(): number {
    return this.account?.deviceLock.required ? this.account.deviceLock.leaseHours : 0;
  }

  private get scope(): string {
    return this.environment.prefix + accountKey(this.account!.userId, this.account!.companyId);
  }

  private now(): number {
    return this.environment.deviceNow();
  }

  private keys(): Promise<Keys> {
    return this.store.read();
  }

  /** What is only on this device, as it was noted last. */
  private unsent(): LockState['unsent'] {
    const { account, environment } = this;
    return (
      account &&
      (readLossCount(environment.lossCounter ?? noLossCounter, accountKey(account.userId, account.companyId))?.unsent ??
        null)
    );
  }

  private async say(state: LockState['state'], { lock }: Keys, isClosed: boolean): Promise<void> {
    const account = this.account!;
    const over =
      this.handover && state !== 'locked' && state !== 'leaseEnded'
        ? 'handingOver'
        : this.isSignedOut
          ? 'signedOut'
          : null;
    const lease = this.leaseHours > 0 ? await this.accounts.lease(account) : null;
    this.state$.next({
      state: over ?? state,
      isClosed: isClosed || over === 'handingOver',
      isRequired: account.deviceLock.required,
      isSet: lock !== undefined,
      passkeys: lock?.passkeys.map(({ id, salt, createdAt }) => ({ id, salt, createdAt })) ?? [],
      triesLeft: lock ? Math.max(0, MOST_TRIES - lock.failures) : 0,
      nextTryAt: lock ? nextTryAt(lock, this.now()) : 0,
      leaseEndsAt: lease ? leaseEndsAt(lease, this.leaseHours) : 0,
      contact: state === 'leaseEnded' ? this.state$.value.contact : 'none',
      unsent: this.unsent(),
      handover: this.handover,
    });
  }

  /** The state of an account that is open, or stays closed as it was. */
  private async sayNow(): Promise<void> {
    const keys = await this.keys();
    const { state, isClosed } = this.state$.value;
    if (isClosed || state === 'leaseEnded') return this.say(state, keys, isClosed);
    await this.say(
      keys.lock ? (this.isCovered ? 'covered' : 'open') : this.account?.deviceLock.required ? 'setUp' : 'none',
      keys,
      false,
    );
  }

  private async leaseIsOver(): Promise<boolean> {
    const { account, leaseHours } = this;
    if (!account || leaseHours === 0) return false;
    const lease = await this.accounts.lease(account);
    if (lease) {
      const over = leaseEnded(lease, leaseHours, this.now());
      // for good: a clock put back afterwards does not undo it
      if (over && !lease.over) await this.accounts.endLease(account, lease);
      return over;
    }
    // the requirement came with a contact
    await this.accounts.keepLease(account, { contactAt: this.now(), seen: this.now() });
    return false;
  }

  private async end(): Promise<void> {
    await this.contact();
    if (!(await this.leaseIsOver())) return;
    await this.say('leaseEnded', await this.keys(), false);
    // what runs is not cut
    await this.environment.locks.request(RECORDER_LOCK, () => undefined);
    await pause(AFTERMATH_MS);
    await this.host.inTurn(async () => {
      if (!this.account) return;
      if (!(await this.leaseIsOver())) {
        this.isCovered = (await this.keys()).lock !== undefined;
        this.state$.next({ ...this.state$.value, state: 'open' });
        return this.sayNow();
      }
      await this.host.leave();
      this.unlocked = null;
      await this.say('leaseEnded', await this.keys(), true);
    });
  }

  private async contact(): Promise<void> {
    this.asked = this.now();
    const tell = (contact: LockState['contact']): void => {
      if (this.state$.value.state === 'leaseEnded') this.state$.next({ ...this.state$.value, contact });
    };
    tell('asking');
    try {
      await this.host.meet();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      tell(
        error instanceof NoAnswerError || error.status >= 500
          ? 'noAnswer'
          : error.status === 401
            ? 'signedOut'
            : 'blocked',
      );
    }
  }

  private async cover(isCovered: boolean): Promise<void> {
    if (!this.unlocked || this.isClosed) return;
    this.isCovered = isCovered;
    this.channel.post({ kind: 'cover', scope: this.scope, isCovered });
    await this.sayNow();
  }

  private async unlock(opener: Opener): Promise<void> {
    const { lock } = await this.keys();
    if (lock)
      this.have({
        generation: lock.generation,
        key: 'pin' in opener ? await this.byPin(opener.pin, false) : await this.byPasskey(lock, opener),
      });
    await this.uncover();
  }

  /** The key is in memory, of all tabs. */
  private have(unlocked: UnlockedKey): void {
    this.unlocked = unlocked;
    this.isCovered = false;
    this.channel.post({ kind: 'key', scope: this.scope, isCovered: false, ...unlocked });
  }

  private async uncover(): Promise<void> {
    if (this.isClosed) await this.host.enter(this.account!);
    else await this.sayNow();
    await this.dropUnwanted();
  }

  private async byPasskey(lock: LockRow, opener: Extract<Opener, { passkey: string }>): Promise<CryptoKey> {
    const row = lock.passkeys.find(({ id }) => id === opener.passkey);
    const key = row && (await unwrap(row.wrapped, await secretKey(opener.prf, row.salt, 'passkey')));
    if (!key) throw wrongPin(Math.max(0, MOST_TRIES - lock.failures));
    return key;
  }

  private async byPin(pin: string, wrappable: boolean): Promise<CryptoKey> {
    const { key, left } = await tryPin(this.store, pin, this.now(), wrappable);
    await this.sayNow();
    if (!key) throw wrongPin(left);
    return key;
  }

  private async wrapByPin(key: CryptoKey, pin: string): Promise<LockRow['pin']> {
    const checked = v.safeParse(Pin, pin);
    if (!checked.success) throw new CallError('PARAM_ERROR', { fieldErrors: { pin: checked.issues[0].message } });
    const salt = randomBytes(SALT_BYTES);
    return { salt, iterations: PIN_ITERATIONS, wrapped: await wrap(key, await pinKey(pin, salt, PIN_ITERATIONS)) };
  }

  /** A new secret for the server. It has it before the lock counts on it. */
  private async wrapForRecovery(key: CryptoKey): Promise<LockRow['recovery']> {
    const [id, secret, salt] = [newId(), randomBytes(SECRET_BYTES), randomBytes(SALT_BYTES)];
    await this.host.call(deviceLockCalls.keepRecovery, { id, secret: toBase64(secret) });
    return { id, salt, wrapped: await wrap(key, await secretKey(secret, salt, 'recovery')) };
  }

  private async rewrap(
    key: CryptoKey,
    change: (key: CryptoKey, lock: LockRow) => Promise<Partial<LockRow>>,
  ): Promise<void> {
    const { lock } = await this.keys();
    const changed = await change(key, lock!);
    await this.store.changeLock((row) => ({ ...row, ...changed }));
    await this.sayNow();
  }

  private async recover(password: string, to: string): Promise<void> {
    const { lock } = await this.keys();
    if (!lock) throw new CallError('DATA_LOCK_FAILED');
    const { secret } = await this.host.call(deviceLockCalls.releaseRecovery, { id: lock.recovery.id, password });
    const key = await unwrap(
      lock.recovery.wrapped,
      await secretKey(fromBase64(secret), lock.recovery.salt, 'recovery'),
      true,
    );
    if (!key) throw new CallError('DEVICE_RECOVERY_NOT_FOUND');
    const pin = await this.wrapByPin(key, to);
    // what was given out is used up
    const recovery = await this.wrapForRecovery(key);
    await this.store.changeLock((row) => ({ ...row, ...NO_TRIES, pin, recovery }));
    this.have({ generation: lock.generation, key: await sealedOff(key) });
    await this.uncover();
  }

  private async setUp(pin: string, wanted: boolean): Promise<void> {
    const before = await this.keys();
    if (before.lock) throw new CallError('DEVICE_LOCKED');
    const { held = [] } = await this.environment.locks.query();
    if (held.some(({ name }) => name === RECORDER_LOCK)) throw new CallError('DEVICE_BUSY');
    const generation = before.data ? generationAfter(before.data.generation ?? 1) : 1;
    const key = await wrappableKey();
    const lock: LockRow = {
      name: 'lock',
      generation,
      wanted,
      ...NO_TRIES,
      pin: await this.wrapByPin(key, pin),
      passkeys: [],
      recovery: await this.wrapForRecovery(key),
    };
    // from here on no tab opens without the PIN
    await this.store.setLock(lock);
    const account = this.account!;
    this.unlocked = { generation, key: await sealedOff(key) };
    this.isCovered = false;
    await this.host.leave();
    try {
      await this.finish(this.unlocked);
    } catch (error) {
      // nothing was sealed with the new key yet
      if (!(error instanceof CallError) || error.code !== 'DEVICE_BUSY') throw error;
      await this.store.undoLock();
      this.unlocked = null;
      this.channel.post({ kind: 'changed', scope: this.scope });
      await this.host.enter(account);
      throw error;
    }
    await this.host.enter(account);
    this.channel.post({ kind: 'changed', scope: this.scope });
  }

  /** Seals again what lies under the key before the lock, and erases that key. Throws DEVICE_BUSY, with nothing done. */
  private async finish(unlocked: UnlockedKey): Promise<void> {
    const { locks, prefix } = this.environment;
    const { userId, companyId } = this.account!;
    await locks.request(`satchel-seal-again:${this.scope}`, async () => {
      const { data, lock } = await this.keys();
      if (!data || !lock) return;
      await locks.request(RECORDER_LOCK, { ifAvailable: true }, async (free) => {
        if (!free) throw new CallError('DEVICE_BUSY');
        this.channel.post({ kind: 'leave', scope: this.scope });
        if (!(await untilOnlyTab(locks, this.scope, ALONE_MS))) throw new CallError('DEVICE_BUSY');
        await sealAgain({
          vault: new Vault(unlocked.key, unlocked.generation, { key: data.key, generation: data.generation ?? 1 }),
          databases: this.databases,
          device: prefix + deviceDatabaseName(userId, companyId),
          replica: prefix + replicaDatabaseName(userId, companyId),
        });
        await this.store.dropReplaced();
        // made anew from the replica
        await deleteDatabases([prefix + searchDatabaseName(userId, companyId)], this.databases);
        await scrub(prefix, this.databases);
      });
    });
  }

  /** A lock that nobody asks for any more goes: the key lies on the device again. @returns whether one went */
  private async dropUnwanted(): Promise<boolean> {
    // opened only to be erased
    if (!this.account) return false;
    const { lock } = await this.keys();
    const { unlocked } = this;
    if (!lock || lock.wanted || this.account?.deviceLock.required || unlocked?.generation !== lock.generation)
      return false;
    await this.store.dropLock(unlocked);
    this.unlocked = null;
    this.isCovered = false;
    await this.sayNow();
    this.channel.post({ kind: 'changed', scope: this.scope });
    return true;
  }

  private async hear(message: PeerMessage): Promise<void> {
    const { account } = this;
    if (!account || message.scope !== this.scope) return;
    const { state, isClosed } = this.state$.value;
    switch (message.kind) {
      case 'ask':
        if (this.unlocked && state !== 'leaseEnded')
          this.channel.post({ kind: 'key', scope: message.scope, isCovered: this.isCovered, ...this.unlocked });
        return;
      case 'key':
        if (message.isCovered || (state !== 'locked' && state !== 'covered')) return;
        this.unlocked = { generation: message.generation, key: message.key };
        this.isCovered = false;
        if (isClosed) await this.host.inTurn(() => this.host.enter(account));
        else await this.sayNow();
        return;
      case 'cover':
        this.isCovered = message.isCovered;
        if (!isClosed) await this.sayNow();
        return;
      case 'leave':
        await this.host.inTurn(async () => {
          await this.host.leave();
          await this.say('locked', await this.keys(), true);
        });
        return;
      case 'changed':
        await this.host.inTurn(() => this.host.enter(account));
    }
  }
}
