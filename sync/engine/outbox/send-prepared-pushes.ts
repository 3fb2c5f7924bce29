/**
 * Sends the stored request (../storage/prepared-push.ts) in the service worker, while no window of Satchel is open.
 *
 *   request ──► no tab leads? ──► marked as in flight ──► pushed ── 401 ──► session renewed ──► pushed
 *      ▲             │ no                                   ├ accepted or rejected: deleted; the engine settles the rest
 *      └ unchanged ◄─┴──────────────────────────────────────┘ no answer, 5xx, 429: the browser tries again later
 *
 * The database is read without the libraries of the engine, as a service worker starts often and rarely needs them.
 */
import type { Version } from '../../merge/merge';
import { within } from '../../protocol/time-limit';
import { withSent } from '../replication/sent-versions';
import type { Fetch } from '../storage/environment';
import type { MetaRow } from '../storage/device-rows';
import { DEVICE_DATABASES, KEY_DATABASES } from '../storage/local-databases';
import type { KeyRow } from '../storage/sealing/keys';
import { placeIn, SealError, Vault } from '../storage/sealing/vault';
import { PREPARED_PUSH, type PreparedRequest, type PreparedPush } from '../storage/prepared-push';

export interface PushSender {
  indexedDB: IDBFactory;
  locks: LockManager;
  fetch: Fetch;
  /** prefix of database names */
  prefix: string;
}

/** milliseconds for one request */
const TIMEOUT_MS = 60_000;
const META = 'meta';

type SealedMeta = Pick<MetaRow, 'key'> & { sealed: Uint8Array };
/** `taken`: accepted. `refused`: rejected; the engine determines the reason. `later`: no conclusive answer. */
type SendResult = 'taken' | 'refused' | 'later';

/** Sends the requests of all accounts on this device. False: at least one has to be tried again. */
export async function sendPreparedPushes(sender: PushSender): Promise<boolean> {
  const found = await sender.indexedDB.databases();
  const start = sender.prefix + DEVICE_DATABASES;
  let isDone = true;
  for (const { name = '' } of found)
    if (name.startsWith(start)) isDone = (await sendOf(name.slice(start.length), sender)) && isDone;
  return isDone;
}

/** @param account the suffix of the names of its databases */
async function sendOf(account: string, sender: PushSender): Promise<boolean> {
  const { indexedDB, prefix, locks } = sender;
  const vault = await openVault(indexedDB, prefix + KEY_DATABASES + account);
  if (!vault) return true;
  return inDatabase(indexedDB, prefix + DEVICE_DATABASES + account, META, true, async (device) => {
    const row = await rowIn<SealedMeta>(device, META, PREPARED_PUSH);
    const request = row && (await openValue<PreparedPush>(vault, row));
    if (!request) return true;
    let isLed = false;
    const isMine = await locks.request(request.leaderLock, { ifAvailable: true }, async (lock) => {
      isLed = lock === null;
      return lock !== null && markInFlight(device, vault, row, request.inFlight);
    });
    // no window is open, so the leader is a worker that is ending: the browser tries again later
    if (!isMine) return !isLed;
    if ((await send(request, sender)) === 'later') return false;
    await ifUnchanged(device, row, (meta) => meta.delete(PREPARED_PUSH));
    return true;
  });
}

/** The vault of an account; null if a lock protects its key. */
async function openVault(indexedDB: IDBFactory, name: string): Promise<Vault | null> {
  return inDatabase(indexedDB, name, 'keys', null, async (keys) => {
    const row = await rowIn<KeyRow>(keys, 'keys', 'data');
    const isReplaced = (await rowIn(keys, 'keys', 'replaced')) !== undefined;
    return row && !isReplaced ? new Vault(row.key, row.generation) : null;
  });
}

/** The decrypted value of a row; null if it was encrypted with another key or is damaged. */
async function openValue<T>(vault: Vault, { key, sealed }: SealedMeta): Promise<T | null> {
  try {
    return ((await vault.openValue(placeIn(META, key), sealed)) as { value: T }).value;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}

/**
 * Marks the pushed versions as in flight, in addition to those that the engine has sent since it wrote the request.
 * False: the request was withdrawn or replaced meanwhile. Runs under the leader's lock, since only the leader writes
 * such marks.
 */
async function markInFlight(device: IDBDatabase, vault: Vault, row: SealedMeta, marks: MetaRow[]): Promise<boolean> {
  const sealed = await Promise.all(
    marks.map(async ({ key, value: sent }) => {
      const before = await rowIn<SealedMeta>(device, META, key);
      const value = withSent((before && (await openValue<Version[]>(vault, before))) ?? [], sent as Version[]);
      return { key, sealed: await vault.sealValue(placeIn(META, key), { value }) };
    }),
  );
  return ifUnchanged(device, row, (meta) => {
    for (const mark of sealed) meta.put(mark);
  });
}

async function send({ push, refresh }: PreparedPush, sender: PushSender): Promise<SendResult> {
  try {
    let answer = await post(push, sender);
    if (answer.status === 401) {
      const renewed = await sender.locks.request(refresh.lock, async () => resultOf(await post(refresh, sender)));
      if (renewed !== 'taken') return renewed;
      answer = await post(push, sender);
    }
    return resultOf(answer);
  } catch {
    return 'later';
  }
}

interface Answer {
  status: number;
  /** null for a response that is not JSON, such as that of a captive portal */
  body: { success?: unknown; error?: unknown } | null;
}

const post = ({ url, headers, body }: PreparedRequest, { fetch }: PushSender): Promise<Answer> =>
  within(TIMEOUT_MS, undefined, async (signal) => {
    const response = await fetch(url, { method: 'POST', headers, body, credentials: 'same-origin', signal });
    return { status: response.status, body: (await response.json().catch(() => null)) as Answer['body'] };
  });

function resultOf({ status, body }: Answer): SendResult {
  if (body?.success === true) return 'taken';
  return typeof body?.error === 'string' && status < 500 && status !== 429 ? 'refused' : 'later';
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/**
 * Runs `write` in one transaction, if the stored request is still the one that was read. Resolves, when the write is
 * durable, to whether it ran.
 */
function ifUnchanged(device: IDBDatabase, row: SealedMeta, write: (meta: IDBObjectStore) => void): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const transaction = device.transaction(META, 'readwrite', { durability: 'strict' });
    const meta = transaction.objectStore(META);
    let isWritten = false;
    const read = meta.get(PREPARED_PUSH) as IDBRequest<SealedMeta | undefined>;
    read.onsuccess = () => {
      isWritten = read.result !== undefined && isSame(read.result.sealed, row.sealed);
      if (isWritten) write(meta);
    };
    transaction.oncomplete = () => resolve(isWritten);
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'));
  });
}

const rowIn = <Row>(database: IDBDatabase, store: string, key: string): Promise<Row | undefined> =>
  new Promise((resolve, reject) => {
    const request = database.transaction(store).objectStore(store).get(key) as IDBRequest<Row | undefined>;
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });

/**
 * Runs `work` on an existing database that has the store; otherwise resolves to `missing`. The connection closes when
 * another context deletes the database.
 */
async function inDatabase<T>(
  indexedDB: IDBFactory,
  name: string,
  store: string,
  missing: T,
  work: (database: IDBDatabase) => Promise<T>,
): Promise<T> {
  const database = await new Promise<IDBDatabase | null>((resolve) => {
    const request = indexedDB.open(name);
    // the database does not exist: abort, so that `open` does not create it
    request.onupgradeneeded = () => request.transaction!.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  });
  if (!database) return missing;
  database.onversionchange = () => database.close();
  try {
    return database.objectStoreNames.contains(store) ? await work(database) : missing;
  } finally {
    database.close();
  }
}
