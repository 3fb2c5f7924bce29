/**
 * RxDB's Dexie storage with only the indexes in use. Each index costs a write per document, which dominates a first
 * sync. Omitted: `_deleted` with the primary key and `_meta.lwt` (for RxDB's cleanup), which no query uses; and in the
 * index `waits` all rows that are not pending, which lack the field at rest. RxDB's order of writes over a whole store
 * is replaced by one for each kind.
 */
import type Dexie from 'dexie';
import type { DBCore } from 'dexie';
import type { RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { watchDeletion } from './integrity/deleted-database';
import { SPARSE, WRITE_ORDER } from './records';

type Settings = NonNullable<Parameters<typeof getRxStorageDexie>[0]>;

const DOCS = 'docs';
const UNUSED = new Set(['[_deleted+id]', '[_deleted+key]', '_meta.lwt']);

/** `deleted` is called if one of its databases is deleted while open. */
export function leanStorage(settings: Settings = {}, deleted: () => void = () => {}): RxStorage<unknown, unknown> {
  return getRxStorageDexie({
    ...settings,
    onCreate: async (database) => {
      removeUnusedIndexes(database);
      watchDeletion(database, deleted);
    },
  });
}

function removeUnusedIndexes(database: Dexie): void {
  const version = database.version.bind(database);
  database.version = (number) => {
    const declared = version(number);
    const stores = declared.stores.bind(declared);
    declared.stores = (schema) =>
      stores({
        ...schema,
        [DOCS]: String(schema[DOCS])
          .split(', ')
          .filter((index) => !UNUSED.has(index))
          .map((index) => (index === '[_meta.lwt+key]' ? WRITE_ORDER : index))
          .join(', '),
      });
    return declared;
  };
  database.use({ stack: 'dbcore', name: 'sparse', create: dropFalse });
}

/** Removes the false field: rows without it are in no index. The rows are copies made by the storage. */
const dropFalse = (core: DBCore): Partial<DBCore> => ({
  ...core,
  table(name) {
    const table = core.table(name);
    if (name !== DOCS) return table;
    return {
      ...table,
      mutate: (request) => {
        if (request.type === 'add' || request.type === 'put')
          for (const row of request.values as Record<string, unknown>[]) if (row[SPARSE] === '0') delete row[SPARSE];
        return table.mutate(request);
      },
    };
  },
});
