/** Runs in a page: the same documents through RxDB's Dexie storage, as it is and sealed. */
import { createRxDatabase, type RxStorageInstance } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { COLLECTIONS } from '../../sync/model/registry';
import { openReplica } from '../../sync/engine/replica/database';
import { leanStorage } from '../../sync/engine/replica/lean-storage';
import { rxSchema } from '../../sync/engine/replica/schema';
import { newDataKey, Vault } from '../../sync/engine/vault/vault';

export interface SealingInput { documents: Record<string, unknown>[]; projectIds: string[]; page: number; round: number }
/** milliseconds: of writing all, and of each newest 50 */
export interface Taken { write: number; newest: number[] }

type Storage = Pick<RxStorageInstance<unknown, unknown, unknown>, 'bulkWrite'>;
type Opened = { storage: Storage; newest: (projectId: string) => Promise<unknown[]>; close: () => Promise<unknown>; remove: () => Promise<unknown> };

const dexie = () => getRxStorageDexie({ chromeTransactionDurability: 'strict' });
const query = (projectId: string) => ({ selector: { projectId }, sort: [{ recency: 'asc' as const }], limit: 50 });

async function plain(round: number): Promise<Opened> {
  const database = await createRxDatabase({ name: `plain-${round}`, storage: dexie(), multiInstance: false });
  await database.addCollections({ notes: { schema: rxSchema(COLLECTIONS.notes) } });
  const notes = database.collections['notes']!;
  return { storage: notes.storageInstance as never, newest: (id) => notes.find(query(id) as never).exec(), close: () => database.close(), remove: () => database.remove() };
}

let key: CryptoKey | undefined;
async function sealed(round: number): Promise<Opened> {
  key ??= await newDataKey();
  const replica = await openReplica({ name: `sealed-${round}`, storage: leanStorage({ chromeTransactionDurability: 'strict' }), vault: new Vault(key), multiInstance: false, names: ['notes'] });
  const notes = replica.collection('notes');
  return { storage: notes.storageInstance as never, newest: (id) => notes.find(query(id) as never).exec(), close: () => replica.database.close(), remove: () => replica.database.remove() };
}

async function measure(open: (round: number) => Promise<Opened>, { documents, projectIds, page, round }: SealingInput): Promise<Taken> {
  const { storage, close } = await open(round);
  const began = performance.now();
  for (let at = 0; at < documents.length; at += page) {
    const rows = documents.slice(at, at + page).map((document) => ({ document: { ...document, _deleted: false, _attachments: {}, _meta: { lwt: 0 }, _rev: '' } }));
    const { error } = await storage.bulkWrite(rows as never, 'bench');
    if (error.length > 0) throw new Error(`not written: ${error[0]!.status}`);
  }
  const write = performance.now() - began;
  // nothing is in memory any more
  await close();
  const { newest, remove } = await open(round);
  const taken: number[] = [];
  for (const id of projectIds) {
    const asked = performance.now();
    if ((await newest(id)).length === 0) throw new Error('nothing found');
    taken.push(performance.now() - asked);
  }
  await remove();
  return { write, newest: taken };
}

export const sealing = { plain: (input: SealingInput) => measure(plain, input), sealed: (input: SealingInput) => measure(sealed, input) };
(globalThis as unknown as { sealing: typeof sealing }).sealing = sealing;
