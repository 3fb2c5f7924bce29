/**
 * Databases that cannot be opened. The search index is rebuilt silently. The replica and the device database may
 * contain unsent data: the person decides, with the amount shown; a replica without pending documents is rebuilt
 * automatically.
 */
import Dexie from 'dexie';
import { CallError } from '../../../protocol/errors';

type DexieOptions = { indexedDB?: IDBFactory; IDBKeyRange?: typeof IDBKeyRange };

/**
 * `names`: databases that cannot be opened; empty if they were rebuilt (`mended`). `unsent`: number of unsent items in
 * them; null if unknown.
 */
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

/** The databases that cannot be opened now. */
export async function findBroken(names: readonly string[], options: DexieOptions): Promise<string[]> {
  const broken: string[] = [];
  for (const name of names) {
    const database = new Dexie(name, options as ConstructorParameters<typeof Dexie>[1]);
    try {
      await database.open();
    } catch (error) {
      // Not created yet: Dexie opens only existing databases by name.
      if ((error as Error).name !== 'NoSuchDatabaseError') broken.push(name);
    } finally {
      database.close();
    }
  }
  return broken;
}

/** Deletes databases one after another; missing ones are skipped. */
export async function deleteDatabases(names: readonly string[], options: DexieOptions): Promise<void> {
  for (const name of names) await new Dexie(name, options as ConstructorParameters<typeof Dexie>[1]).delete();
}
