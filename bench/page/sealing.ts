/** Runs in a page: the same documents through the replica's storage, encrypted and not. */
import type { RxStorageInstance } from 'rxdb';
import { openReplica } from '../../sync/engine/storage/replica-database';
import { leanStorage } from '../../sync/engine/storage/lean-storage';
import { newDataKey, Vault } from '../../sync/engine/storage/sealing/vault';

export interface SealingInput {
  documents: Record<string, unknown>[];
  projectIds: string[];
  page: number;
  round: number;
}
/** milliseconds for writing all documents, and for each newest 50 */
export interface Taken {
  write: number;
  newest: number[];
}

type Storage = Pick<RxStorageInstance<unknown, unknown, unknown>, 'bulkWrite'>;
type Opened = { storage: Storage; newest: (projectId: string) => Promise<unknown[]>; close: () => Promise<unknown> };

const query = (projectId: string) => ({
  selector: { projectId },
  sort: [{ recency: 'asc' as const }],
  limit: 50,
});

/** The same storage without encryption: the difference is the cost of WebCrypto. */
class Unsealed extends Vault {
  override async seal(_position: string, content: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    return Uint8Array.from(content);
  }

  override async open(_position: string, sealed: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    return Uint8Array.from(sealed);
  }
}

let key: CryptoKey | undefined;
async function opened(name: string, vault: Vault): Promise<Opened> {
  const replica = await openReplica({
    name,
    storage: leanStorage({ chromeTransactionDurability: 'strict' }),
    vault,
    multiInstance: false,
    names: ['notes'],
  });
  return {
    storage: replica.store('items').storageInstance as never,
    newest: (id) => replica.kind('notes').find(query(id)),
    close: () => replica.database.close(),
  };
}
const sealed = async (round: number): Promise<Opened> =>
  opened(`sealed-${round}`, new Vault((key ??= await newDataKey())));
const plain = async (round: number): Promise<Opened> =>
  opened(`plain-${round}`, new Unsealed((key ??= await newDataKey())));

async function measure(
  open: (round: number) => Promise<Opened>,
  { documents, projectIds, page, round }: SealingInput,
): Promise<Taken> {
  const { storage, close } = await open(round);
  const began = performance.now();
  for (let at = 0; at < documents.length; at += page) {
    const rows = documents.slice(at, at + page).map((document) => ({
      document: {
        ...document,
        key: `notes/${document.id}`,
        docKind: 'notes',
        _deleted: false,
        _attachments: {},
        _meta: { lwt: 0 },
        _rev: '',
      },
    }));
    const { error } = await storage.bulkWrite(rows as never, 'bench');
    if (error.length > 0) throw new Error(`not written: ${error[0]!.status}`);
  }
  const write = performance.now() - began;
  // the cache is empty again
  await close();
  const again = await open(round);
  const taken: number[] = [];
  for (const id of projectIds) {
    const asked = performance.now();
    if ((await again.newest(id)).length === 0) throw new Error('nothing found');
    taken.push(performance.now() - asked);
  }
  await again.close();
  return { write, newest: taken };
}

export const sealing = {
  plain: (input: SealingInput) => measure(plain, input),
  sealed: (input: SealingInput) => measure(sealed, input),
};
(globalThis as unknown as { sealing: typeof sealing }).sealing = sealing;
