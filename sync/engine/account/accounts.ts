/**
 * Who is signed in on this device, kept so that a cold start needs no server, and what must still be done for accounts that left:
 * databases to erase (an interrupted erasure continues at the next start) and a session to end at the next contact.
 *
 * Here are ids alone. Names, address and organizations of an account lie in a database of its own, which is erased with the others: a
 * browser takes the bytes of a deleted row from its disk when it likes, those of a deleted database soon (storage/sealing/scrub.ts).
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
}) satisfies v.GenericSchema<unknown, Account>;
/** A session that was revoked: its device hands over what it never sent, until `until` (milliseconds by this device) at the latest. */
const PendingHandover = v.object({ userId: v.string(), until: v.number() });
type PendingHandover = v.InferOutput<typeof PendingHandover>;
export interface SessionEnd {
  /** it hands over before it erases */
  handover: PendingHandover | null;
  /** whose session ended without an erasure: the screens wait for their sign-in */
  signedOut: string | null;
}

/** An account in an organization that its person was removed from: its unsent work is handed over until `until` (milliseconds by this device), then it is erased. */
const LeftAccount = v.object({
  userId: v.string(),
  companyId: v.string(),
  until: v.number(),
  /** it has handed over, and is only to be erased */
  counts: v.optional(v.object({ taken: v.number(), leftOut: v.number() })),
});
export type LeftAccount = v.InferOutput<typeof LeftAccount>;

interface Erasure {
  /** of a database */ name: string;
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
    // nothing to do at once: the next use fails, and the host then opens it again
    watchDeletion(this, () => {});
  }

  /** Makes it anew after it was deleted; opens it again where it was not. */
  async reopen(): Promise<void> {
    this.close();
    await this.open();
  }

  /** The account that was signed in last; null when it was signed out. */
  async current(): Promise<Account | null> {
    const key = (await this.meta.get('current'))?.value;
    const row = typeof key === 'string' ? await this.accounts.get(key) : undefined;
    if (!row) return null;
    // an earlier version kept all of it here; of a torn row the server is asked again
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
   * Forgets accounts and notes their databases for erasure, in one step; nobody is signed in then, unless it is somebody else (`others`).
   * `endSession`: the server still has to be told.
   */
  async forget(accounts: AccountId[], databases: string[], { endSession = false, others = false } = {}): Promise<void> {
    await this.transaction('rw', this.accounts, this.erasures, this.meta, async () => {
      await this.accounts.bulkDelete(accounts.map((a) => accountKey(a.userId, a.companyId)));
      await this.meta.bulkDelete(accounts.flatMap((a) => [leaseKey(a), leftKey(a)]));
      await this.erasures.bulkPut(databases.map((name) => ({ name })));
      if (!others) await this.meta.bulkDelete(['current', 'handover', 'signedOut']);
      if (endSession) await this.meta.put({ key: 'endSession', value: true });
    });
  }

  /** Whether it is one of this device's; not, once it was forgotten. */
  async has(account: AccountId): Promise<boolean> {
    return (await this.accounts.get(accountKey(account.userId, account.companyId))) !== undefined;
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

  /** What becomes of this device after the server ended its session. */
  async sessionEnd(): Promise<SessionEnd> {
    const [handover, signedOut] = await this.meta.bulkGet(['handover', 'signedOut']);
    const read = v.safeParse(PendingHandover, handover?.value);
    return {
      handover: read.success ? read.output : null,
      signedOut: typeof signedOut?.value === 'string' ? signedOut.value : null,
    };
  }

  async keepHandover(handover: PendingHandover | null): Promise<void> {
    if (handover) await this.meta.put({ key: 'handover', value: handover });
    else await this.meta.delete('handover');
  }

  async keepSignedOut(userId: string | null): Promise<void> {
    if (userId === null) await this.meta.delete('signedOut');
    else await this.meta.put({ key: 'signedOut', value: userId });
  }

  /** Notes accounts of organizations that were left, unless they are noted already, and forgets the note of those in `joined`. */
  async noteLeft(left: LeftAccount[], joined: AccountId[]): Promise<void> {
    await this.transaction('rw', this.meta, async () => {
      await this.meta.bulkDelete(joined.map(leftKey));
      for (const account of left)
        if (!(await this.meta.get(leftKey(account)))) await this.meta.put({ key: leftKey(account), value: account });
    });
  }

  /** Accounts of organizations that a person left, and whose copies are still here. */
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

  /** As `forget`, for an organization that was left. false: its person has joined it again, and nothing is forgotten. */
  async forgetLeft(account: AccountId, databases: string[]): Promise<boolean> {
    return this.transaction('rw', this.accounts, this.erasures, this.meta, async () => {
      if (!(await this.meta.get(leftKey(account)))) return false;
      await this.forget([account], databases, { others: true });
      return true;
    });
  }

  /** What was said last of an account that is not the current one; null where nobody knows. */
  async profileOf(account: AccountId): Promise<Account | null> {
    const read = v.safeParse(Profile, await this.profile(account, ({ rows }) => rows.get('profile')));
    return read.success ? read.output : null;
  }

  /** The name of an account's organization, as it was said last; '' where nobody knows. */
  async organizationName(account: AccountId): Promise<string> {
    return (await this.profileOf(account))?.companies.find(({ id }) => id === account.companyId)?.name ?? '';
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

  /** When the server last answered for an account; null: not since a lease was asked for, or nobody can read it. */
  async lease(account: AccountId): Promise<Lease | null> {
    const read = v.safeParse(Lease, (await this.meta.get(leaseKey(account)))?.value);
    return read.success ? read.output : null;
  }

  /** Notes that a lease ended, unless the server answered meanwhile. */
  async endLease(account: AccountId, ended: Lease): Promise<void> {
    await this.transaction('rw', this.meta, async () => {
      const lease = await this.lease(account);
      if (lease?.contactAt === ended.contactAt) await this.keepLease(account, { ...lease, over: true });
    });
  }

  async keepLease(account: AccountId, lease: Lease): Promise<void> {
    await this.meta.put({ key: leaseKey(account), value: lease });
  }

  /** Opened for a moment at a time, so that nothing holds up its erasure. */
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
