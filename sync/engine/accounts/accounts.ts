/**
 * Who is signed in on this device, kept so that a cold start needs no server, and what must still be done for accounts that left:
 * databases to erase (an interrupted erasure continues at the next start) and a session to end at the next contact.
 */
import * as v from 'valibot';
import Dexie, { type EntityTable, type Table } from 'dexie';
import { DeviceLockRule, NO_DEVICE_LOCK, type MyUser } from '../../protocol/session';
import type { Account } from '../api';

type StoredAccount = Account & { key: string };
const Stored = v.object({
  key: v.string(), userId: v.string(), sessionId: v.string(), name: v.string(), email: v.string(), lang: v.string(), companyId: v.string(),
  companies: v.array(v.object({ id: v.string(), name: v.string(), role: v.picklist(['owner', 'admin', 'member']) })), authorityCodes: v.array(v.string()),
  mustChangePassword: v.optional(v.boolean(), false), deviceLock: v.optional(DeviceLockRule, NO_DEVICE_LOCK),
}) satisfies v.GenericSchema<unknown, StoredAccount>;
interface Erasure { /** of a database */ name: string }

export const accountKey = (userId: string, companyId: string): string => `${companyId}/${userId}`;

export const accountOf = (user: MyUser): Account => {
  const companyId = user.userCompany?.companyId || user.defaultCompanyId;
  return {
    userId: user.id, sessionId: user.sessionId, name: user.name || user.userCompany?.userName || user.email, email: user.email, lang: user.userProfile.lang,
    companyId, companies: user.companies.map(({ id, name, role }) => ({ id, name, role })), authorityCodes: user.authorityCodes,
    mustChangePassword: user.mustChangePassword ?? false, deviceLock: user.deviceLock ?? NO_DEVICE_LOCK,
  };
};

export class AccountsDatabase extends Dexie {
  private accounts!: EntityTable<StoredAccount, 'key'>;
  private erasures!: EntityTable<Erasure, 'name'>;
  private meta!: Table<{ key: string; value: unknown }, string>;

  constructor(name: string, options: { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange } = {}) {
    super(name, { chromeTransactionDurability: 'strict', ...options });
    this.version(1).stores({ accounts: 'key', erasures: 'name', meta: 'key' });
  }

  /** The account that was signed in last; null when it was signed out. */
  async current(): Promise<Account | null> {
    const key = (await this.meta.get('current'))?.value;
    const row = typeof key === 'string' ? await this.accounts.get(key) : undefined;
    // of a torn row the server is asked again
    const read = v.safeParse(Stored, row);
    if (!read.success) return null;
    const { key: _, ...account } = read.output;
    return account;
  }

  async signedIn(account: Account): Promise<void> {
    const key = accountKey(account.userId, account.companyId);
    await this.transaction('rw', this.accounts, this.meta, async () => {
      await this.accounts.put({ ...account, key });
      await this.meta.put({ key: 'current', value: key });
    });
  }

  /** All accounts of a person on this device: one per company. */
  async ofUser(userId: string): Promise<Account[]> {
    return this.accounts.filter((row) => row.userId === userId).toArray();
  }

  /** Forgets accounts and notes their databases for erasure, in one step. `endSession`: the server still has to be told. */
  async forget(accounts: Account[], databases: string[], endSession: boolean): Promise<void> {
    await this.transaction('rw', this.accounts, this.erasures, this.meta, async () => {
      await this.accounts.bulkDelete(accounts.map((a) => accountKey(a.userId, a.companyId)));
      await this.erasures.bulkPut(databases.map((name) => ({ name })));
      await this.meta.delete('current');
      if (endSession) await this.meta.put({ key: 'endSession', value: true });
    });
  }

  async pendingErasures(): Promise<string[]> {
    return (await this.erasures.toArray()).map(({ name }) => name);
  }

  async erased(name: string): Promise<void> {
    await this.erasures.delete(name);
  }

  /** The server ended the session and wants to hear that its copy is gone. */
  async mustSayErased(): Promise<boolean> {
    return (await this.meta.get('sayErased'))?.value === true;
  }

  async noteSayErased(must: boolean): Promise<void> {
    if (must) await this.meta.put({ key: 'sayErased', value: true });
    else await this.meta.delete('sayErased');
  }

  async mustEndSession(): Promise<boolean> {
    return (await this.meta.get('endSession'))?.value === true;
  }

  async sessionEnded(): Promise<void> {
    await this.meta.delete('endSession');
  }

  /** When any tab renewed the access token last, device milliseconds. */
  async renewedAt(): Promise<number> {
    return ((await this.meta.get('renewedAt'))?.value as number | undefined) ?? 0;
  }

  async renewed(at: number): Promise<void> {
    await this.meta.put({ key: 'renewedAt', value: at });
  }
}
