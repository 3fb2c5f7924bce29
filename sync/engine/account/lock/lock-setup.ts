/**
 * Sets a lock, and removes one that is no longer wanted. A new lock means a new key: the databases are closed in all
 * tabs, encrypted again under it (storage/sealing/reseal.ts), and the old key is erased. Each step is one write, so an
 * interrupted setup continues at the next start (`finishSealing`).
 *
 *   no lock ── setLock ──► lock noted, old key on the device ── finishSealing ──► locked ── removeUnwantedLock ──► no lock
 *                             └── DEVICE_BUSY: undoLock ──► no lock
 */
import type { Channel } from '../../storage/broadcast';
import { CallError } from '../../../protocol/errors';
import { RECORDER_LOCK } from '../../recording/encoder-api';
import type { Account } from '../../storage/account';
import { deviceDatabaseName, replicaDatabaseName, searchDatabaseName } from '../../storage/device-database';
import type { Environment } from '../../storage/environment';
import { deleteDatabases } from '../../storage/integrity/broken-storage';
import type { LockRow, UnlockedKey } from '../../storage/sealing/keys';
import { reseal } from '../../storage/sealing/reseal';
import { scrub } from '../../storage/sealing/scrub';
import { generationAfter, Vault } from '../../storage/sealing/vault';
import { untilOnlyTab } from '../../storage/tab-presence';
import type { AccountsDatabase } from '../accounts';
import { NO_ATTEMPTS } from './attempt-throttle';
import type { LockCredentials } from './lock-credentials';
import type { LockStatus } from './lock-status';
import type { PeerMessage } from './peers';
import { sealedOff, wrappableKey } from './secrets';

/** milliseconds for other tabs to close the databases */
const OTHER_TABS_MS = 20_000;
/** milliseconds until reads that go on have ended */
const READS_END_MS = 5_000;

export interface LockSetupHost {
  closeWorkspace(): Promise<void>;
  openWorkspace(account: Account): Promise<void>;
}

export class LockSetup {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(
    private readonly environment: Environment,
    private readonly accounts: AccountsDatabase,
    private readonly status: LockStatus,
    private readonly credentials: LockCredentials,
    private readonly channel: Channel<PeerMessage>,
    private readonly host: LockSetupHost,
  ) {}

  /**
   * Sets a lock with this PIN. `wanted`: by the person, not only required by the organization. Throws DEVICE_LOCKED if
   * there is a lock, DEVICE_BUSY while a recording runs or another tab keeps the databases open.
   */
  async setLock(pin: string, wanted: boolean): Promise<void> {
    const { status } = this;
    const before = await status.readKeys();
    if (before.lock) throw new CallError('DEVICE_LOCKED');
    const { held = [] } = await this.environment.locks.query();
    if (held.some(({ name }) => name === RECORDER_LOCK)) throw new CallError('DEVICE_BUSY');
    const generation = before.data ? generationAfter(before.data.generation ?? 1) : 1;
    const key = await wrappableKey();
    const lock: LockRow = {
      name: 'lock',
      generation,
      wanted,
      ...NO_ATTEMPTS,
      ...(await this.credentials.wrapForNewLock(key, pin)),
      passkeys: [],
    };
    // from here on no tab opens without the PIN
    await status.keyStore.setLock(lock);
    const account = status.account!;
    status.unlocked = { generation, key: await sealedOff(key) };
    status.isCovered = false;
    await this.host.closeWorkspace();
    try {
      await this.finishSealing(status.unlocked);
    } catch (error) {
      // nothing was sealed with the new key yet
      if (!(error instanceof CallError) || error.code !== 'DEVICE_BUSY') throw error;
      await status.keyStore.undoLock();
      status.unlocked = null;
      this.lockChanged();
      await this.host.openWorkspace(account);
      throw error;
    }
    await this.host.openWorkspace(account);
    this.lockChanged();
  }

  /**
   * Re-encrypts data that is encrypted with the key from before the lock, and erases that key: its last bytes on disk
   * after some seconds, or at the next start. Throws DEVICE_BUSY, with nothing changed.
   */
  async finishSealing(unlocked: UnlockedKey): Promise<void> {
    const { status } = this;
    const { locks, prefix } = this.environment;
    const { userId, companyId } = status.account!;
    await locks.request(`satchel-seal-again:${status.scope}`, async () => {
      const { data, lock } = await status.readKeys();
      if (!data || !lock) return;
      await locks.request(RECORDER_LOCK, { ifAvailable: true }, async (free) => {
        if (!free) throw new CallError('DEVICE_BUSY');
        this.channel.post({ kind: 'leave', scope: status.scope });
        if (!(await untilOnlyTab(locks, status.scope, OTHER_TABS_MS))) throw new CallError('DEVICE_BUSY');
        await reseal({
          vault: new Vault(unlocked.key, unlocked.generation, { key: data.key, generation: data.generation ?? 1 }),
          databases: status.databases,
          device: prefix + deviceDatabaseName(userId, companyId),
          replica: prefix + replicaDatabaseName(userId, companyId),
        });
        await this.accounts.noteErasures(status.keyStore.spareNames);
        await status.keyStore.dropReplaced();
        // the search index is built again from the replica
        await deleteDatabases([prefix + searchDatabaseName(userId, companyId)], status.databases);
        await scrub(prefix, status.databases);
        this.eraseSpares(status.keyStore.spareNames);
      });
    });
  }

  /**
   * Removes a lock that neither the person nor the organization wants; its key lies on the device again.
   * @returns whether one was removed
   */
  async removeUnwantedLock(): Promise<boolean> {
    const { status } = this;
    // the account was opened only to be erased
    if (!status.account) return false;
    const { lock } = await status.readKeys();
    const { unlocked } = status;
    if (!lock || lock.wanted || status.account?.deviceLock.required || unlocked?.generation !== lock.generation)
      return false;
    await status.keyStore.dropLock(unlocked);
    status.unlocked = null;
    status.isCovered = false;
    await status.publishCurrent();
    this.lockChanged();
    return true;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /** One after another, each when the reads that kept bytes from its predecessor may have ended. */
  private eraseSpares([name, ...later]: readonly string[]): void {
    clearTimeout(this.timer);
    if (name === undefined || this.isClosed) return;
    this.timer = setTimeout(() => {
      deleteDatabases([name], this.status.databases)
        .then(() => this.accounts.erased(name))
        .then(() => this.eraseSpares(later))
        // the next start erases what remains
        .catch((error: unknown) => !this.isClosed && this.environment.report(error));
    }, READS_END_MS);
  }

  private lockChanged(): void {
    this.channel.post({ kind: 'changed', scope: this.status.scope });
  }
}
