/**
 * The accounts on this device, stored so that a cold start needs no server, and the work left over from accounts that
 * were removed: databases to erase (an interrupted erasure continues at the next start) and a session to end at the
 * next contact.
 *
 * This database contains only ids. Name, address and organizations of an account are in a profile database, which is
 * erased with the account: browsers remove the bytes of a deleted row from disk at any later time, but those of a
 * deleted database soon (storage/sealing/scrub.ts).
 */
import * as v from 'valibot';
import Dexie, { type EntityTable, type Table } from 'dexie';
import { DeviceLockRule, NO_DEVICE_LOCK, type MyUser } from '../../protocol/session';
import { profileDatabaseName, type Account, type AccountId } from '../storage/account';
import { watchDeletion } from '../storage/integrity/deleted-database';
import { Lease } from './lock/lease';
import { accountKey } from '../storage/account-key';

type StoredAccount = AccountId & { key: string };
const Profile = v.object({
  userId: v.string(),
  sessionId: v.string(),
  name: v.string(),
  email: v.string(),
  lang: v.string(),
  companyId: v.string(),
  companies: v.array(v.object({ id: v.string(), name: v.string(), role: v.picklist(['owner', 'admin', 'member']) })),
  authorityCodes: v.array(v.string()),
  mustChangePassword: v.optional(v.boolean(), false),
  deviceLock: v.optional(DeviceLockRule, NO_DEVICE_LOCK),
  publicLinks: v.optional(v.boolean(), true),
  recordingHint: v.optional(v.boolean(), true),
  linkHosts: v.optional(v.array(v.string()), []),
}) satisfies v.GenericSchema<unknown, Account>;
/** A revoked session whose device hands over its unsent work, until `until` (device milliseconds) at the latest. */
const PendingHandover = v.object({ userId: v.string(), until: v.number() });
type PendingHandover = v.InferOutput<typeof PendingHandover>;
export interface SessionEnd {
  /** the device hands over before it erases */
  handover: PendingHandover | null;
  /** user id of a session that ended without an erasure: the screens wait for this person's sign-in */
  signedOut: string | null;
}

/**
 * An account in an organization that the person was removed from: its unsent work is handed over until `until` (device
 * milliseconds), then it is erased.
 */
const LeftAccount = v.object({
  userId: v.string(),
  companyId: v.string(),
  until: v.number(),
  /** the handover is done; only the erasure remains */
  counts: v.optional(v.object({ taken: v.number(), leftOut: v.number() })),
});
export type LeftAccount = v.InferOutput<typeof LeftAccount>;

interface Erasure {
  /** name of a database */ name: string;
}

const LEFT = 'left:';
const leftKey = ({ userId, companyId }: AccountId): string => LEFT + accountKey(userId, companyId);
const leaseKey = ({ userId, companyId }: AccountId): string => `lease:${accountKey(userId, companyId)}`;

export const accountOf = (user: MyUser): Account => {
  const companyId = user.userCompany?.companyId || user.defaultCompanyId;
  return {
    userId: user.id,
    sessionId: user.sessionId,
    name: user.name || user.userCompany?.userName || user.email,
    email: user.email,
    lang: user.userProfile.lang,
    companyId,
    companies: user.companies.map(({ id, name, role }) => ({ id, name, role })),
    authorityCodes: user.authorityCodes,
    mustChangePassword: user.mustChangePassword ?? false,
    deviceLock: user.deviceLock ?? NO_DEVICE_LOCK,
    publicLinks: user.publicLinks ?? true,
    recordingHint: user.recordingHint ?? true,
    linkHosts: user.linkHosts ?? [],
  };
};

class ProfileDatabase extends Dexie {
  rows!: Table<Account & { name: string; key: 'profile' }, 'profile'>;

  constructor(name: string, options: { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange }) {
    super(name, { chromeTransactionDurability: 'strict', ...options });
    this.version(1).stores({ rows: 'key' });
  }
}

export class AccountsDatabase extends Dexie {
  private accounts!: EntityTable<StoredAccount, 'key'>;
  private erasures!: EntityTable<Erasure, 'name'>;
  private meta!: Table<{ key: string; value: unknown }, string>;

  constructor(
    private readonly prefix: string,
    private readonly options: { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange } = {},
  ) {
    super(`${prefix}satchel-accounts`, { chromeTransactionDurability: 'strict', ...options });
    this.version(1).stores({ accounts: 'key', erasures: 'name', meta: 'key' });
    // no reaction here: the next use fails, and the host then opens the database again
    watchDeletion(this, () => {});
  }

  /** Opens the database again; a deleted one is created again. */
  async reopen(): Promise<void> {
    this.close();
    await this.open();
  }

  /** The account that signed in last; null after a sign-out. */
  async current(): Promise<Account | null> {
    const key = (await this.meta.get('current'))?.value;
    const row = typeof key === 'string' ? await this.accounts.get(key) : undefined;
    if (!row) return null;
    // an earlier version stored the profile in this row; an unreadable row makes the host ask the server
    const read = v.safeParse(Profile, (await this.profile(row, ({ rows }) => rows.get('profile'))) ?? row);
    return read.success ? read.output : null;
  }

  async signedIn(account: Account): Promise<void> {
    const { userId, companyId } = account;
    const key = accountKey(userId, companyId);
    await this.profile(account, ({ rows }) => rows.put({ ...account, key: 'profile' }));
    await this.transaction('rw', this.accounts, this.meta, async () => {
      await this.accounts.put({ key, userId, companyId });
      await this.meta.put({ key: 'current', value: key });
    });
  }

  /** All accounts of a person on this device: one per company. */
  async ofUser(userId: string): Promise<AccountId[]> {
    return this.accounts.filter((row) => row.userId === userId).toArray();
  }

  /**
   * Forgets accounts and records their databases for erasure, in one transaction. The current account is signed out,
   * unless the accounts belong to another person (`others`). `endSession`: the server still has to end the session.
   */
  async forget(accounts: AccountId[], databases: string[], { endSession = false, others = false } = {}): Promise<void> {
    await this.transaction('rw', this.accounts, this.erasures, this.meta, async () => {
      await this.accounts.bulkDelete(accounts.map((a) => accountKey(a.userId, a.companyId)));
      await this.meta.bulkDelete(accounts.flatMap((a) => [leaseKey(a), leftKey(a)]));
      await this.noteErasures(databases);
      if (!others) await this.meta.bulkDelete(['current', 'handover', 'signedOut']);
      if (endSession) await this.meta.put({ key: 'endSession', value: true });
    });
  }

  /** Whether the account is on this device and not forgotten. */
  async has(account: AccountId): Promise<boolean> {
    return (await this.accounts.get(accountKey(account.userId, account.companyId))) !== undefined;
  }

  /** Records databases for erasure: soon, or at the next start. */
  async noteErasures(databases: readonly string[]): Promise<void> {
    await this.erasures.bulkPut(databases.map((name) => ({ name })));
  }

  async pendingErasures(): Promise<string[]> {
    return (await this.erasures.toArray()).map(({ name }) => name);
  }

  async erased(name: string): Promise<void> {
    await this.erasures.delete(name);
  }

  /** The server ended the session and waits for the confirmation that the copy is erased. */
  async mustConfirmErasure(): Promise<boolean> {
    return (await this.meta.get('sayErased'))?.value === true;
  }

  async setMustConfirmErasure(must: boolean): Promise<void> {
    if (must) await this.meta.put({ key: 'sayErased', value: true });
    else await this.meta.delete('sayErased');
  }

  /** Work that this device still has after the server ended its session. */
  async sessionEnd(): Promise<SessionEnd> {
    const [handover, signedOut] = await this.meta.bulkGet(['handover', 'signedOut']);
    const read = v.safeParse(PendingHandover, handover?.value);
    return {
      handover: read.success ? read.output : null,
      signedOut: typeof signedOut?.value === 'string' ? signedOut.value : null,
    };
  }

  async setHandover(handover: PendingHandover | null): Promise<void> {
    if (handover) await this.meta.put({ key: 'handover', value: handover });
    else await this.meta.delete('handover');
  }

  async setSignedOut(userId: string | null): Promise<void> {
    if (userId === null) await this.meta.delete('signedOut');
    else await this.meta.put({ key: 'signedOut', value: userId });
  }

  /**
   * Records accounts of organizations that were left, unless they are recorded already, and removes the records of
   * those in `joined`.
   */
  async noteLeft(left: LeftAccount[], joined: AccountId[]): Promise<void> {
    await this.transaction('rw', this.meta, async () => {
      await this.meta.bulkDelete(joined.map(leftKey));
      for (const account of left)
        if (!(await this.meta.get(leftKey(account)))) await this.meta.put({ key: leftKey(account), value: account });
    });
  }

  /** Accounts of organizations that a person left and whose copies are still on this device. */
  async leftBy(userId: string): Promise<LeftAccount[]> {
    const rows = await this.meta.where('key').startsWith(LEFT).toArray();
    return rows.flatMap(({ value }) => {
      const read = v.safeParse(LeftAccount, value);
      return read.success && read.output.userId === userId ? [read.output] : [];
    });
  }

  async noteHandedOver(account: LeftAccount, counts: NonNullable<LeftAccount['counts']>): Promise<void> {
    await this.meta
      .where('key')
      .equals(leftKey(account))
      .modify({ value: { ...account, counts } });
  }

  /**
   * As `forget`, for an organization that was left. false: the person has joined it again, and nothing is forgotten.
   */
  async forgetLeft(account: AccountId, databases: string[]): Promise<boolean> {
    return this.transaction('rw', this.accounts, this.erasures, this.meta, async () => {
      if (!(await this.meta.get(leftKey(account)))) return false;
      await this.forget([account], databases, { others: true });
      return true;
    });
  }

  /** The last known profile of an account that need not be the current one; null: unknown. */
  async profileOf(account: AccountId): Promise<Account | null> {
    const read = v.safeParse(Profile, await this.profile(account, ({ rows }) => rows.get('profile')));
    return read.success ? read.output : null;
  }

  /** The last known name of an account's organization; '': unknown. */
  async organizationName(account: AccountId): Promise<string> {
    return (await this.profileOf(account))?.companies.find(({ id }) => id === account.companyId)?.name ?? '';
  }

  async mustEndSession(): Promise<boolean> {
    return (await this.meta.get('endSession'))?.value === true;
  }

  async sessionEnded(): Promise<void> {
    await this.meta.delete('endSession');
  }

  /** When any tab last renewed the access token (device milliseconds). */
  async renewedAt(): Promise<number> {
    return ((await this.meta.get('renewedAt'))?.value as number | undefined) ?? 0;
  }

  async renewed(at: number): Promise<void> {
    await this.meta.put({ key: 'renewedAt', value: at });
  }

  /** When the server last answered for an account; null: not since a lease is required, or the row is unreadable. */
  async lease(account: AccountId): Promise<Lease | null> {
    const read = v.safeParse(Lease, (await this.meta.get(leaseKey(account)))?.value);
    return read.success ? read.output : null;
  }

  /** Marks a lease as ended, unless the server answered meanwhile. */
  async endLease(account: AccountId, ended: Lease): Promise<void> {
    await this.transaction('rw', this.meta, async () => {
      const lease = await this.lease(account);
      if (lease?.contactAt === ended.contactAt) await this.writeLease(account, { ...lease, over: true });
    });
  }

  async writeLease(account: AccountId, lease: Lease): Promise<void> {
    await this.meta.put({ key: leaseKey(account), value: lease });
  }

  /** Opens the profile database only for the duration of `work`, so that no connection blocks its erasure. */
  private async profile<T>(
    { userId, companyId }: AccountId,
    work: (database: ProfileDatabase) => PromiseLike<T>,
  ): Promise<T> {
    const database = new ProfileDatabase(this.prefix + profileDatabaseName(userId, companyId), this.options);
    try {
      return await work(database);
    } finally {
      database.close();
    }
  }
}
