/**
 * RxDB's Dexie storage with the indexes that are used. Each index is a write of its own for every document, and a first sync is mostly
 * that. Left out where a database is made: `_deleted, id` and `_meta.lwt` (of RxDB's cleanup), which no query of ours asks; and of
 * `waits` all rows that do not wait, which have no such field at rest. Databases of before keep what they have.
 */
import type Dexie from 'dexie';
import type { DBCore } from 'dexie';
import type { RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { watchDeletion } from './integrity/deleted-database';
import { SPARSE } from './records';

type Settings = NonNullable<Parameters<typeof getRxStorageDexie>[0]>;

const DOCS = 'docs';
const UNUSED = new Set(['[_deleted+id]', '_meta.lwt']);

/** `deleted`: one of its databases was deleted while it was open. */
export function leanStorage(settings: Settings = {}, deleted: () => void = () => {}): RxStorage<unknown, unknown> {
  return getRxStorageDexie({
    ...settings,
    onCreate: async (database) => {
      lean(database);
      watchDeletion(database, deleted);
    },
  });
}

function lean(database: Dexie): void {
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
          .join(', '),
      });
    return declared;
  };
  database.use({ stack: 'dbcore', name: 'sparse', create: withoutFalse });
}

/** A field that is not there is in no index. Rows are the storage's own copies. */
const withoutFalse = (core: DBCore): Partial<DBCore> => ({
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
