/**
 * A database that cannot be opened. The search index is made again without a word. The replica and the device database may hold what is
 * nowhere else: the person decides, told how much that is; a replica in which nothing waited is made again by itself.
 */
import Dexie from 'dexie';
import { CallError } from '../../../protocol/errors';

type DexieOptions = { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange };

/** `names`: databases that cannot be opened; none where they were made anew (`mended`). `unsent`: what they held and nothing else did; null: nobody knows. */
export class BrokenStorage extends CallError {
  constructor(
    readonly names: string[],
    unsent: number | null,
    cause: unknown,
  ) {
    super('DEVICE_STORAGE_BROKEN', {
      params: { ...(unsent === null ? {} : { count: unsent }), ...(names.length === 0 ? { mended: 1 } : {}) },
      cause,
    });
  }
}

/** Those of the databases that cannot be opened now. */
export async function brokenAmong(names: readonly string[], options: DexieOptions): Promise<string[]> {
  const broken: string[] = [];
  for (const name of names) {
    const database = new Dexie(name, options as ConstructorParameters<typeof Dexie>[1]);
    try {
      await database.open();
    } catch (error) {
      // not made yet: Dexie opens by name only what exists
      if ((error as Error).name !== 'NoSuchDatabaseError') broken.push(name);
    } finally {
      database.close();
    }
  }
  return broken;
}

export async function deleteDatabases(names: readonly string[], options: DexieOptions): Promise<void> {
  for (const name of names) await new Dexie(name, options as ConstructorParameters<typeof Dexie>[1]).delete();
}
